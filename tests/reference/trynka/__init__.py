"""A slow reference model of Trynka, written clause by clause from the settled rules."""
