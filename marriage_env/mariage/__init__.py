"""Mariage: the rules engine, from the deal to the settling of chips."""
