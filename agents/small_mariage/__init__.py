"""What agents know of small Mariage: heuristics, features, playouts."""
