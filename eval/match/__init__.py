"""What agent A gains over agent B in duplicate deals."""
