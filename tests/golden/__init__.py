"""Golden records: what marriage_v0 does, for good."""
