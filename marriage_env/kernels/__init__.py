"""Functions over many games, written once and compiled for each game."""
