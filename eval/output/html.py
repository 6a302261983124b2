"""Text, figures and tables as HTML."""

from __future__ import annotations

import html
from collections.abc import Sequence


def text(anything: object) -> str:
    """Anything as text of a page."""
    return html.escape(str(anything))


def figure(mean: float, ci95: Sequence[float]) -> str:
    """A figure with half its interval."""
    return f"{mean:+.3f} <small>± {(ci95[1] - ci95[0]) / 2:.3f}</small>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are HTML; it scrolls by itself where the page is narrow."""
    heads = "".join(f"<th>{cell}</th>" for cell in head)
    lines = ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows]
    return (
        f"<div class=scroll><table><thead><tr>{heads}</tr></thead>\n<tbody>"
        + "\n".join(lines)
        + "</tbody></table></div>"
    )
