"""Trynka: the rules engine, from the stakes to the last card."""
