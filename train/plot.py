"""Pictures of runs: what they gain as they learn, and how they come to obey the rules."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_YARDSTICK = "expert"
_CONDUCT = "conduct/"  # metrics of this name are offences
_STYLES = ("-", "--")


def plot(runs: Sequence[Path], out: Path) -> None:
    """Draw learning curves, and offences beside them if there are any, into a PNG or SVG.

    A run that goes on from the network of another (`--init RUN/final.zip`) is drawn after it, in
    the same colour where both are drawn. Raises ValueError for a folder without a run.
    """
    import matplotlib.pyplot as plt  # only who draws waits for it

    offences = [_offences(run) for run in runs]
    parts = 2 if any(offences) else 1
    figure, axes = plt.subplots(
        1, parts, figsize=(1 + 5 * parts, 4.2), layout="constrained", squeeze=False
    )
    colours: dict[Path, str] = {}
    for run, broken in zip(runs, offences, strict=True):
        before = earlier(run)
        fresh = f"C{len(set(colours.values()))}"
        colours[run.resolve()] = colour = colours.get(before, fresh) if before else fresh
        _draw_gains(axes[0, 0], run, colour)
        if parts > 1:
            _draw_conduct(axes[0, 1], run.name, broken, colour)
    _finish_gains(axes[0, 0])
    for each in axes[0]:
        each.legend(frameon=False, fontsize="small")
        each.spines[["top", "right"]].set_visible(False)
    figure.savefig(out, dpi=120)
    plt.close(figure)


def _finish_gains(axes: Any) -> None:
    """Name the axes; where runs begin, far below the others, matters little."""
    axes.axhline(0, color="grey", linewidth=0.8)
    low, high = axes.get_ylim()
    axes.set_ylim(bottom=max(low, -max(high, 0.1)))
    axes.set(xlabel="minutes", ylabel=f"chips a deal over {_YARDSTICK}", title="gain, with 95 %")


def _draw_gains(axes: Any, run: Path, colour: str) -> None:
    """The gain over the yardstick against minutes, with its interval."""
    points, before, spent = curve_of(run), earlier(run), 0.0
    while before is not None:
        spent += curve_of(before)[-1]["seconds"]
        before = earlier(before)
    minutes = [(spent + point["seconds"]) / 60 for point in points]
    mean, low, high = zip(*(point["gains"][_YARDSTICK] for point in points), strict=True)
    axes.plot(minutes, mean, color=colour, label=run.name)
    axes.fill_between(minutes, low, high, color=colour, alpha=0.2, linewidth=0)


def curve_of(run: Path) -> list[Any]:
    """The points of a run's learning curve."""
    points: list[Any] = _read(run, "curve.json")
    return points


def earlier(run: Path) -> Path | None:
    """The run whose last network this one began with, if it did and that run is still there."""
    init = Path(_read(run, "config.json")["init"])
    is_last = init.name == "final.zip" and (init.parent / "curve.json").is_file()
    return init.parent.resolve() if is_last else None


def _read(run: Path, name: str) -> Any:
    """One of a run's files of JSON; ValueError if it has none."""
    file = run / name
    if not file.is_file():
        raise ValueError(f"{run}: there is no run in it (no {name})")
    return json.loads(file.read_text(encoding="utf-8"))


def _draw_conduct(
    axes: Any, run: str, offences: dict[str, list[tuple[float, float]]], colour: str
) -> None:
    """The offences of a run's game (train/conduct.py), update by update."""
    for (name, places), style in zip(offences.items(), _STYLES):
        axes.plot(*zip(*places), style, color=colour, label=f"{run}: {name}")
    axes.set(xlabel="real decisions", ylabel="part", title="offences", yscale="log")


def _offences(run: Path) -> dict[str, list[tuple[float, float]]]:
    """By name, the parts in which updates had any, at their decisions; only what makes a line."""
    rows = conduct_of(run)
    found = {
        name: [(decisions, row[name]) for decisions, row in rows if row[name] > 0]
        for name in (rows[0][1] if rows else ())
    }
    return {name: places for name, places in found.items() if len(places) > 1}


def conduct_of(run: Path) -> list[tuple[float, dict[str, float]]]:
    """For each update, the decisions made so far, and the parts that were offences, by name."""
    rows = []
    for file in sorted(run.glob("progress*.csv"), key=lambda file: file.stat().st_mtime):
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                parts = {
                    name.removeprefix(_CONDUCT): float(part or "nan")
                    for name, part in row.items()
                    if name.startswith(_CONDUCT)
                }
                rows.append((float(row["time/decisions"]), parts))
    return rows
