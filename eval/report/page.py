"""The page of `python -m eval report`: one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eval.output.html import text
from eval.report.deals import deals
from eval.report.result import ReportResult, Run
from eval.report.run_curves import curves
from eval.report.sections import charts, cross_play, habits, made, ranking

_CSS = Path(__file__).with_name("page.css")


def page(
    result: ReportResult,
    runs: Sequence[Run],
    command: str,
    habits_text: str,
    viewer: str | None = None,
) -> str:
    """The figures as an HTML page, with the runs they are of and the command that made them.

    `habits_text` is that of the game's statistics, `viewer` the file name of the page that shows
    the told deals, if there is one (`told_deals.viewer_page`). Everything else may come from files
    of others, and is escaped.
    """
    plan = result.settings.plan
    title = f"{plan.game.capitalize()}: {', '.join(plan.labels[: len(runs)])}"
    sections = [
        f"<h1>{text(title)}</h1>",
        _introduction(result),
        ranking(result),
        cross_play(result),
        curves(plan.labels, runs),
        charts(result),
        habits(result, habits_text),
        deals(result, viewer),
        made(result, runs, command),
    ]
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{text(title)}</title>",
        f"<style>\n{_CSS.read_text(encoding='utf-8')}</style>",
    ]
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", *head, "</head>", "<body>"]
    return "\n".join([*lines, *sections, "</body>", "</html>\n"])


def _introduction(result: ReportResult) -> str:
    """What all figures have in common."""
    plan = result.settings.plan
    return (
        f"<p class=soft>{plan.players[0]} players unless it says otherwise, rules "
        f"{text(plan.rules)}, {plan.deals:,} duplicate deals, intervals of 95 %. "
        "A gain is what one agent among copies of another wins more than the other does in the "
        "same seat, in chips a deal.</p>"
    )
