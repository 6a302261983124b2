"""Pictures of runs: what they gain as they learn, and how they come to obey the rules."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agents.learned.run_files import CURVE, FINAL, config_of, curve_of
from marriage_env.files.storage import checked_target, writing

_YARDSTICK = "expert"
_KINDS = (".png", ".svg")
_PROGRESS = "progress"
_CONDUCT = "conduct/"  # metrics of this name are offences
_STYLES = ("-", "--")


def plot(runs: Sequence[Path], out: Path, force: bool = False) -> None:
    """Draw learning curves, and offences beside them if there are any, into a PNG or SVG.

    A run that goes on from the network of another (`--init RUN/final.zip`) is drawn after it, in
    the same colour where both are drawn. Raises ValueError for a folder without a run and for runs
    that go on from each other, OSError for a file that exists (unless `force`) or cannot be.
    """
    if out.suffix.lower() not in _KINDS:
        raise ValueError(f"--out {out}: expected the name of a {' or '.join(_KINDS)} file")
    checked_target(out, replace=force)
    from matplotlib.figure import Figure  # only who draws waits for it

    offences = [_offences(run) for run in runs]
    parts = 2 if any(offences) else 1
    figure = Figure(figsize=(1 + 5 * parts, 4.2), layout="constrained")
    axes = figure.subplots(1, parts, squeeze=False)
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
    with writing(out, replace=force) as file:
        figure.savefig(file, dpi=120, format=out.suffix.lower()[1:])


def _finish_gains(axes: Any) -> None:
    """Name the axes; where runs begin, far below the others, matters little."""
    axes.axhline(0, color="grey", linewidth=0.8)
    low, high = axes.get_ylim()
    axes.set_ylim(bottom=max(low, -max(high, 0.1)))
    axes.set(xlabel="minutes", ylabel=f"chips a deal over {_YARDSTICK}", title="gain, with 95 %")


def _draw_gains(axes: Any, run: Path, colour: str) -> None:
    """The gain over the yardstick against minutes, with its interval."""
    points = points_of(run)
    spent = sum(points_of(before)[-1]["seconds"] for before in all_earlier(run))
    minutes = [(spent + point["seconds"]) / 60 for point in points]
    mean, low, high = zip(*(point["gains"][_YARDSTICK] for point in points), strict=True)
    axes.plot(minutes, mean, color=colour, label=run.name)
    axes.fill_between(minutes, low, high, color=colour, alpha=0.2, linewidth=0)


def points_of(run: Path) -> list[dict[str, Any]]:
    """The points of a run's curve; ValueError if there are none, or none over the yardstick."""
    points = curve_of(run)
    if not points:
        raise ValueError(f"{run}: the run has no point on its curve yet")
    for point in points:
        if _YARDSTICK not in point["gains"]:
            raise ValueError(f"{run / CURVE}: a point has no gain over {_YARDSTICK}")
    return points


def all_earlier(run: Path) -> list[Path]:
    """The runs that this one goes back to, the last one first; ValueError for a circle of them."""
    runs = [run.resolve()]
    while (before := earlier(runs[-1])) is not None:
        if before in runs:
            circle = " <- ".join(str(one) for one in [*runs, before])
            raise ValueError(f"runs that begin with each other's networks: {circle}")
        runs.append(before)
    return runs[1:]


def earlier(run: Path) -> Path | None:
    """The run whose last network this one began with, if it did and that run is still there."""
    init = Path(str(config_of(run).get("init", "")))
    is_last = init.name == FINAL and (init.parent / CURVE).is_file()
    return init.parent.resolve() if is_last else None


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
        name: [(decisions, row[name]) for decisions, row in rows if row.get(name, 0) > 0]
        for name in (rows[0][1] if rows else ())
    }
    return {name: places for name, places in found.items() if len(places) > 1}


def conduct_of(run: Path) -> list[tuple[float, dict[str, float]]]:
    """For each update, the decisions made so far, and the parts that were offences, by name.

    A run that went on wrote another file; what a kill had undone before is in the first one still,
    and left out. So is a last line that was not finished.
    """
    rows: list[tuple[float, dict[str, float]]] = []
    for file in sorted(run.glob(f"{_PROGRESS}*.csv"), key=_begins_at):
        rows = [row for row in rows if row[0] <= _begins_at(file)]
        with file.open(encoding="utf-8-sig", errors="replace", newline="") as lines:
            try:
                for row in csv.DictReader(lines):
                    rows += _conduct(row)
            except csv.Error as error:
                raise ValueError(f"{file}: damaged ({error})") from error
    return rows


def _begins_at(file: Path) -> float:
    """After how many decisions a file of metrics begins."""
    after = file.stem.removeprefix(f"{_PROGRESS}-")
    return float(after) if after.isdigit() else 0.0


def _conduct(row: dict[str, Any]) -> list[tuple[float, dict[str, float]]]:
    """What a line of metrics says: one row, none if the line is not whole."""
    if None in row.values():
        return []
    try:
        parts = {
            name.removeprefix(_CONDUCT): float(part or "nan")
            for name, part in row.items()
            if name is not None and name.startswith(_CONDUCT)
        }
        return [(float(row["time/decisions"]), parts)]
    except (KeyError, TypeError, ValueError):
        return []
