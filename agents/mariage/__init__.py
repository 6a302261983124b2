"""What agents know of Mariage: heuristics, features, playouts."""
