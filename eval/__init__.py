"""Evaluation: duplicate matches between agents."""
