"""The learning curves of the page, as the runs' own files have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eval.report.charts import Series, captioned_chart, side_by_side
from eval.report.result import Run


def curves(labels: Sequence[str], runs: Sequence[Run]) -> str:
    """Learning curves, one chart for each opponent that the runs were measured against."""
    opponents = dict.fromkeys(name for run in runs for name in run.curve[-1]["gains"])
    made = []
    for opponent in opponents:
        series = [
            _series(place, labels[place], run.curve, opponent)
            for place, run in enumerate(runs)
            if opponent in run.curve[-1]["gains"]
        ]
        title = f"gain over {opponent}"
        made.append(captioned_chart(title, series, "decisions learned from (millions)", band=True))
    return "<h2>Learning curves</h2>\n" + side_by_side(made)


def _series(place: int, label: str, points: list[dict[str, Any]], opponent: str) -> Series:
    """The gains of a run over an opponent that it was measured against."""
    gain, low, high = zip(*(point["gains"][opponent] for point in points), strict=True)
    return Series(place, label, [point["decisions"] / 1e6 for point in points], gain, low, high)
