"""Players of Trynka, by the names of those of Mariage."""
