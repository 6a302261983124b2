"""`python -m train plot`: learning curves of runs, and the offences against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agents.learned.run_files import CURVE, FINAL, config_of, curve_of
from agents.learned.run_offences import offence_rates
from marriage_env.files.storage import checked_target, writing

_YARDSTICK = "expert"
_KINDS = (".png", ".svg")
_STYLES = ("-", "--")


def plot(runs: Sequence[Path], out: Path, force: bool = False) -> None:
    """Draw the learning curves of runs, and their offences if there are any, into a PNG or SVG.

    A run that starts from the final network of another (`--init RUN/final.zip`) is drawn after it,
    in the same colour. Raises ValueError for a folder without a run and for runs that start from
    each other, OSError if `out` exists (unless `force`) or cannot be written.
    """
    if out.suffix.lower() not in _KINDS:
        raise ValueError(f"--out {out}: expected the name of a {' or '.join(_KINDS)} file")
    checked_target(out, replace=force)
    from matplotlib.figure import Figure  # slow to import

    offences = [_offences(run) for run in runs]
    parts = 2 if any(offences) else 1
    figure = Figure(figsize=(1 + 5 * parts, 4.2), layout="constrained")
    axes = figure.subplots(1, parts, squeeze=False)
    colours: dict[Path, str] = {}
    for run, rates in zip(runs, offences, strict=True):
        before = predecessor(run)
        fresh = f"C{len(set(colours.values()))}"
        colours[run.resolve()] = colour = colours.get(before, fresh) if before else fresh
        _draw_gains(axes[0, 0], run, colour)
        if parts > 1:
            _draw_offences(axes[0, 1], run.name, rates, colour)
    _finish_gains(axes[0, 0])
    for each in axes[0]:
        each.legend(frameon=False, fontsize="small")
        each.spines[["top", "right"]].set_visible(False)
    with writing(out, replace=force) as file:
        figure.savefig(file, dpi=120, format=out.suffix.lower()[1:])


def _finish_gains(axes: Any) -> None:
    """Label the axes, and cut off the beginning of runs, which is far below zero."""
    axes.axhline(0, color="grey", linewidth=0.8)
    low, high = axes.get_ylim()
    axes.set_ylim(bottom=max(low, -max(high, 0.1)))
    axes.set(xlabel="minutes", ylabel=f"chips a deal over {_YARDSTICK}", title="gain, with 95 %")


def _draw_gains(axes: Any, run: Path, colour: str) -> None:
    """Draw the gain over the yardstick against minutes, with its interval."""
    points = curve_points(run)
    spent = sum(curve_points(before)[-1]["seconds"] for before in predecessors(run))
    minutes = [(spent + point["seconds"]) / 60 for point in points]
    mean, low, high = zip(*(point["gains"][_YARDSTICK] for point in points), strict=True)
    axes.plot(minutes, mean, color=colour, label=run.name)
    axes.fill_between(minutes, low, high, color=colour, alpha=0.2, linewidth=0)


def curve_points(run: Path) -> list[dict[str, Any]]:
    """The points of a run's curve; ValueError as `curve_of`, and if one lacks the yardstick."""
    points = curve_of(run)
    for point in points:
        if _YARDSTICK not in point["gains"]:
            raise ValueError(f"{run / CURVE}: a point has no gain over {_YARDSTICK}")
    return points


def predecessors(run: Path) -> list[Path]:
    """The chain of runs that led to this one, the latest first; ValueError if it is circular."""
    runs = [run.resolve()]
    while (before := predecessor(runs[-1])) is not None:
        if before in runs:
            circle = " <- ".join(str(one) for one in [*runs, before])
            raise ValueError(f"runs that start from each other's networks: {circle}")
        runs.append(before)
    return runs[1:]


def predecessor(run: Path) -> Path | None:
    """The run whose final network this one started from, if it exists."""
    init = Path(str(config_of(run).get("init", "")))
    is_last = init.name == FINAL and (init.parent / CURVE).is_file()
    return init.parent.resolve() if is_last else None


def _draw_offences(
    axes: Any, run: str, offences: dict[str, list[tuple[float, float]]], colour: str
) -> None:
    """Draw the rates of offences in every update of a run."""
    for (name, points), style in zip(offences.items(), _STYLES):
        axes.plot(*zip(*points), style, color=colour, label=f"{run}: {name}")
    axes.set(xlabel="non-forced decisions", ylabel="fraction", title="offences", yscale="log")


def _offences(run: Path) -> dict[str, list[tuple[float, float]]]:
    """By name, the points (decisions, rate) of updates with offences, if there are two or more."""
    rows = offence_rates(run)
    found = {
        name: [(decisions, row[name]) for decisions, row in rows if row.get(name, 0) > 0]
        for name in (rows[0][1] if rows else ())
    }
    return {name: points for name, points in found.items() if len(points) > 1}
