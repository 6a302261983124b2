"""The learning curve of a run as a picture."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot as plt

from agents.learned.run_files import curve_of
from marriage_env.files.storage import writing

_COLOURS = {"random": "#1b6ca8", "greedy": "#c44536", "expert": "#3a7d44"}


def draw_curve(run: Path) -> Path:
    """Draw `curve.json` of a run's folder into `curve.png`; returns its path."""
    points = curve_of(run)
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    decisions = [point["decisions"] / 1e6 for point in points]
    for opponent, colour in _COLOURS.items():
        gains = [point["gains"][opponent] for point in points]
        axes.plot(decisions, [g[0] for g in gains], color=colour, label=f"over {opponent}")
        low, high = [g[1] for g in gains], [g[2] for g in gains]
        axes.fill_between(decisions, low, high, color=colour, alpha=0.2, linewidth=0)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("decisions learned from (millions)")
    axes.set_ylabel("gain (chips per duplicate deal)")
    axes.set_title("Self-play: gain of the learner, with 95 % intervals")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="lower right")
    picture = run / "curve.png"
    with writing(picture) as file:
        figure.savefig(file, dpi=150, format="png")
    plt.close(figure)
    return picture
