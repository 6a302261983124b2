"""Solutions: policies of whole games, from files, as agents."""
