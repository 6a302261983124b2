"""Decisions per second, beside other packages."""
