"""Drawing the table, for every game: as text, as SVG."""
