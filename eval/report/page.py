"""The page of `python -m eval report`: one HTML file that needs nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from eval.output.html import text
from eval.report.deals import deals
from eval.report.sections import charts, cross_play, curves, habits, made, ranking

_CSS = Path(__file__).with_name("page.css")


def page(result: dict[str, Any]) -> str:
    """The figures of `eval.report.command` as an HTML page."""
    title = f"{result['game'].capitalize()}: {', '.join(result['labels'][: len(result['runs'])])}"
    sections = [
        f"<h1>{text(title)}</h1>",
        _introduction(result),
        ranking(result),
        cross_play(result),
        curves(result),
        charts(result),
        habits(result),
        deals(result),
        made(result),
    ]
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{text(title)}</title>",
        f"<style>\n{_CSS.read_text(encoding='utf-8')}</style>",
    ]
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", *head, "</head>", "<body>"]
    return "\n".join([*lines, *sections, "</body>", "</html>\n"])


def _introduction(result: dict[str, Any]) -> str:
    """What all figures have in common."""
    return (
        f"<p class=soft>{result['players'][0]} players unless it says otherwise, rules "
        f"{text(result['rules'])}, {result['deals']:,} duplicate deals, intervals of 95 %. "
        "A gain is what one agent among copies of another wins more than the other does in the "
        "same seat, in chips a deal.</p>"
    )
