"""Text, figures and tables as HTML."""

from __future__ import annotations

import html
from collections.abc import Sequence

from agents.arena.confidence_interval import Estimate


def text(anything: object) -> str:
    """Anything as text of a page."""
    return html.escape(str(anything))


def figure(estimate: Estimate) -> str:
    """A mean with half the width of its interval."""
    return f"{estimate.mean:+.3f} <small>± {estimate.half_width:.3f}</small>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are HTML; it scrolls by itself where the page is narrow."""
    heads = "".join(f"<th>{cell}</th>" for cell in head)
    lines = ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows]
    return (
        f"<div class=scroll><table><thead><tr>{heads}</tr></thead>\n<tbody>"
        + "\n".join(lines)
        + "</tbody></table></div>"
    )
