"""The rates of offences against the rules that a training run logged, update by update."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

_PROGRESS = "progress"
_OFFENCES = "conduct/"  # prefix of the metrics that are rates of offences


def offence_rates(run: Path) -> list[tuple[float, dict[str, float]]]:
    """For each update, the decisions made so far and the rates of offences by name.

    A resumed run writes a file of its own. Rows of earlier files that come after its beginning were
    lost when the run was killed; they are left out, as is an incomplete last line.
    """
    rows: list[tuple[float, dict[str, float]]] = []
    for file in sorted(run.glob(f"{_PROGRESS}*.csv"), key=_first_decision):
        rows = [row for row in rows if row[0] <= _first_decision(file)]
        with file.open(encoding="utf-8-sig", errors="replace", newline="") as lines:
            try:
                for row in csv.DictReader(lines):
                    rows += _rates(row)
            except csv.Error as error:
                raise ValueError(f"{file}: damaged ({error})") from error
    return rows


def _first_decision(file: Path) -> float:
    """The number of decisions after which a file of metrics begins."""
    after = file.stem.removeprefix(f"{_PROGRESS}-")
    return float(after) if after.isdigit() else 0.0


def _rates(row: dict[str, Any]) -> list[tuple[float, dict[str, float]]]:
    """The decisions and rates of a line of metrics; empty if the line is incomplete."""
    if None in row.values():
        return []
    try:
        parts = {
            name.removeprefix(_OFFENCES): float(part or "nan")
            for name, part in row.items()
            if name is not None and name.startswith(_OFFENCES)
        }
        return [(float(row["time/decisions"]), parts)]
    except (KeyError, TypeError, ValueError):
        return []
