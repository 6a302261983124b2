"""Clause tests of Small Mariage: one or more for every clause."""
