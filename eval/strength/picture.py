"""Search strength against its cost, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eval.strength.result import PairGain
from marriage_env.files.storage import writing

_COLOURS = {"pimc": "#1b6ca8", "ismcts": "#c44536"}


def draw(results: Sequence[PairGain], path: Path) -> None:
    """Gain over expert against the time of a decision, for each kind of search."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for name, colour in _COLOURS.items():
        rows = [r for r in results if r.a.startswith(name) and r.players == 5]
        cost = [row.microseconds / 1e3 for row in rows]
        gains = [row.gain.mean for row in rows]
        half = [row.gain.half_width for row in rows]
        axes.errorbar(cost, gains, half, color=colour, marker="o", capsize=3, label=name)
        for x, y, row in zip(cost, gains, rows, strict=True):
            note = row.a.split("=")[1]
            axes.annotate(note, (x, y), textcoords="offset points", xytext=(6, -12))
    axes.set_xscale("log")
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("milliseconds a decision, one core (numbers: worlds, sims)")
    axes.set_ylabel("gain over expert (chips a deal)")
    axes.set_title("Search against four experts, 5 players, with 95 % intervals")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="lower right")
    with writing(path) as file:
        figure.savefig(file, dpi=130, format="png")
    plt.close(figure)
