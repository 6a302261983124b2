"""Rows of cells as aligned text, and as a table of the documentation."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows, the first one the heading, as columns of text under a rule."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in lines)


def interval_text(ci95: Sequence[float]) -> str:
    """An interval in brackets, in chips."""
    return f"[{ci95[0]:+.3f}, {ci95[1]:+.3f}]"
