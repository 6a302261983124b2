"""Errors of this package that callers may want to catch by name."""

from __future__ import annotations


class IllegalAction(ValueError):
    """An action that the rules do not offer now; the environment is as it was."""
