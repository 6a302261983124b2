"""The curves as a table."""

from __future__ import annotations

import numpy as np

from eval.convergence.result import ConvergenceResult


def page_table(result: ConvergenceResult) -> str:
    """A row for each kind of run: its end, over the seeds, then agents and the solver."""
    rows = ["| policy | decisions | exploitability | of its most probable actions |"]
    rows.append("|---|---|---|---|")
    for kind in dict.fromkeys(run.kind for run in result.runs):
        ends = [run.points[-1] for run in result.runs if run.kind == kind]
        sampled, likeliest = (
            _over_seeds([getattr(end, name) for end in ends]) for name in ("sampled", "likeliest")
        )
        decisions = round(np.mean([end.decisions for end in ends]), -3)
        rows.append(f"| {kind} | {decisions:,.0f} | {sampled} | {likeliest} |")
    for spec, value in result.agents.items():
        rows.append(f"| `{spec}` | | {value:.4f} | |")
    for point in result.solver[-1:]:
        rows.append(
            f"| solver, {point.iterations:,} iterations | {point.decisions:,} | "
            f"{point.exploitability:.5f} | |"
        )
    return "\n".join([*rows, "", f"`{result.command}`"])


def _over_seeds(values: list[float]) -> str:
    """Mean and range over seeds."""
    return f"{np.mean(values):.4f} ({min(values):.4f} … {max(values):.4f})"
