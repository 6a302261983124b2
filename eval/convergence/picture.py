"""Exploitability against decisions, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from eval.convergence.result import ConvergenceResult, RunCurve
from marriage_env.files.storage import writing

_STYLES = {"sampled": "-", "likeliest": ":"}
_LEAST = 1e-5  # what is less is an equilibrium as far as the picture shows


def draw(result: ConvergenceResult, path: Path, force: bool = False) -> None:
    """Draw the mean over seeds of each kind of run, the spread between seeds, and the solver.

    FileExistsError if `path` exists, unless `force`.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 5), layout="constrained")
    kinds = list(dict.fromkeys(run.kind for run in result.runs))
    for number, kind in enumerate(kinds):
        _draw_runs(axes, [run for run in result.runs if run.kind == kind], f"C{number}")
    axes.plot(
        [point.decisions for point in result.solver],
        [max(point.exploitability, _LEAST) for point in result.solver],
        color="black",
        marker=".",
        label="solver (decisions of the tree passed over)",
    )
    for spec, value in result.agents.items():
        axes.axhline(value, color="grey", linewidth=0.8, linestyle="--")
        axes.annotate(spec, (1, value), xycoords=("axes fraction", "data"), fontsize="small")
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="decisions",
        ylabel="exploitability (chips a deal)",
        title=f"{result.game}, {result.players} players: mean and range over seeds; "
        "dotted: most probable actions",
    )
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, fontsize="small", loc="lower left")
    with writing(path, replace=force) as file:
        figure.savefig(file, dpi=130, format="png")
    plt.close(figure)


def _draw_runs(axes: Any, runs: list[RunCurve], colour: str) -> None:
    """One line for runs that differ in the seed alone; points before the first decision apart."""
    points = min(len(run.points) for run in runs)
    decisions = np.mean([[p.decisions for p in run.points[:points]] for run in runs], axis=0)
    for name, style in _STYLES.items():
        values = np.array([[getattr(p, name) for p in run.points[:points]] for run in runs])
        values, learned = np.maximum(values, _LEAST), decisions > 0
        shown = {"label": runs[0].kind} if name == "sampled" else {}
        mean = values.mean(axis=0)
        axes.plot(decisions[learned], mean[learned], style, color=colour, **shown)
        if name == "sampled":
            low, high = values.min(axis=0)[learned], values.max(axis=0)[learned]
            axes.fill_between(decisions[learned], low, high, color=colour, alpha=0.15, linewidth=0)
