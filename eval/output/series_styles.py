"""How series of a picture look: told apart by colour, and in print by markers and lines."""

# Readable on white and on black.
COLOURS = ("#2f7fc1", "#d8642a", "#2f9e6b", "#a35bc8", "#b58900", "#cf4a74", "#3aa6a6", "#888888")
MARKERS = "os^DvPX*"
LINES = ("-", "--", "-.", ":")
