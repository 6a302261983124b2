"""Errors that callers may want to catch."""

from __future__ import annotations


class IllegalAction(ValueError):
    """An illegal action; the environment is unchanged."""
