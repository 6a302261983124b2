"""Charts as inline SVG that takes the page's colours, light or dark, and its width."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from eval.output.html import text
from eval.output.series_styles import COLOURS, MARKERS

# Placeholders for colours that the page decides on.
_INK, _RULE = "#010203", "#040506"
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "font.size": 11,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "axes.edgecolor": _RULE,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "grid.color": _RULE,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


@dataclass(frozen=True)
class Series:
    """Points with their intervals, of one agent; its place among all agents decides the colour."""

    place: int
    label: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


def chart(
    series: Sequence[Series],
    title: str,
    x_label: str,
    *,
    band: bool = False,
    log: bool = False,
    ticks: Sequence[float] | None = None,
) -> str:
    """Gains over x, with a band or with bars for the intervals; screen readers read the title."""
    # The salt makes ids reproducible, and different from those of other charts.
    with plt.rc_context({**_STYLE, "svg.hashsalt": title}):
        figure, axes = plt.subplots(figsize=(5, 3.8), layout="constrained")
        axes.axhline(0, color=_INK, linewidth=0.8)
        for one in series:
            _draw(axes, one, band, len(one.x) > 1)
        if log:
            axes.set_xscale("log")
            axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}")
        if ticks is not None:
            axes.set_xticks(ticks)
        axes.grid(alpha=0.6, linewidth=0.6)
        axes.set_xlabel(x_label)
        axes.set_ylabel("gain (chips a deal)")
        figure.legend(
            loc="outside lower center", ncols=2, frameon=False, fontsize=10, handlelength=1.5
        )
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
        plt.close(figure)
    return _inline(file.getvalue(), title)


def captioned_chart(title: str, series: Sequence[Series], x_label: str, **options: Any) -> str:
    """A chart with its caption; options as `chart` has them."""
    title = title[0].upper() + title[1:]
    return (
        f"<figure><figcaption>{text(title)}</figcaption>"
        f"{chart(series, title, x_label, **options)}</figure>"
    )


def side_by_side(figures: Sequence[str]) -> str:
    """Figures in a row, as many as fit the page."""
    return "<div class=charts>" + "\n".join(figures) + "</div>"


def _literal(label: str) -> str:
    """A label that matplotlib shows literally: no formula, no leading "_" that hides it."""
    escaped = label.replace("$", r"\$")
    return f"\N{WORD JOINER}{escaped}" if escaped.startswith("_") else escaped


def _draw(axes: Axes, one: Series, band: bool, joined: bool) -> None:
    """Draw one series."""
    label = _literal(one.label)
    colour, marker = COLOURS[one.place % 8], MARKERS[one.place % 8]
    line = "-" if joined else "none"
    if band:
        axes.fill_between(one.x, one.low, one.high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(one.x, one.y, line, color=colour, marker=marker, markersize=4, label=label)
        return
    halves = [
        [y - low for y, low in zip(one.y, one.low, strict=True)],
        [high - y for y, high in zip(one.y, one.high, strict=True)],
    ]
    axes.errorbar(
        one.x, one.y, halves, color=colour, marker=marker, linestyle=line, linewidth=1, capsize=3,
        markersize=6, label=label,
    )  # fmt: skip


def _inline(svg: str, title: str) -> str:
    """The picture without the header of a file, in the page's colours, font and width."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<(metadata|style).*?</\1>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)  # ids must be unique on a page of many charts
    svg = re.sub(r'font-family: [^;"]*', "font-family: inherit", svg)
    svg = re.sub(r' (width|height)="[^"]*pt"', "", svg, count=2)
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(title)}"', 1)
    return svg.replace(_INK, "currentColor").replace(_RULE, "var(--rule)")
