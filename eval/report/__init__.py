"""Training runs and how they compare, as one HTML page."""
