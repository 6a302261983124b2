"""Small Mariage: a game of Mariage's king's call that is small enough to be solved exactly."""

from marriage_env.small_mariage.rules import Rules

__all__ = ["Rules"]
