"""Clause tests: the rules of Mariage, each expected value worked out by hand."""
