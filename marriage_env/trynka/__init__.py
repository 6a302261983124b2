"""Trynka: the rules engine, from the stakes to the last card."""

from marriage_env.trynka.rules import Rules

__all__ = ["Rules"]
