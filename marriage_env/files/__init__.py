"""Files that are read and written safely: atomic writes, locks, strict JSON."""
