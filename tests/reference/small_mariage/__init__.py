"""A slow reference model of Small Mariage, written clause by clause from its rules."""
