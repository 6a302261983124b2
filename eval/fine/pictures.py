"""The pictures of the page, told apart in print too: by markers and lines beside colours."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agents.arena.confidence_interval import Estimate
from eval.fine.plan import FINES, PRESETS
from eval.fine.result import Kept, SearchResult, SmallResult, TrainedResult
from eval.fine.stored import Results
from eval.output.series_styles import COLOURS, LINES, MARKERS
from marriage_env.files.storage import writing


def draw_all(results: Results, folder: Path) -> None:
    """All pictures of the page."""
    draw_small(results.small, folder / "small.png")
    draw_kept(results.search, folder / "search.png")
    draw_prices(results.search, folder / "prices.png")
    draw_learning(results.trained, folder / "learning.png")


def draw_small(results: Sequence[SmallResult], path: Path) -> None:
    """Queens kept back in equilibria at each fine, a panel for each number of players."""
    players = sorted({one.table.players for one in results})
    figure, panels = _panels(1, len(players), "fine (chips to every other player)")
    for axes, number in zip(panels[0], players, strict=True):
        axes.set_title(f"{number} players")
        for place, one in enumerate(row for row in results if row.table.players == number):
            fines, kept = zip(*((step.fine, step.kept) for step in one.steps), strict=True)
            axes.plot(
                fines, kept, LINES[place], color=COLOURS[place], marker=MARKERS[place],
                markersize=5, label=one.table.rules.replace(",table_marriage=", ", paid: "),
            )  # fmt: skip
        axes.legend(frameon=False, fontsize="small")
    _percent(panels[0][0], "called queens kept back")
    _write(figure, path)


def draw_kept(results: Sequence[SearchResult] | Sequence[TrainedResult], path: Path) -> None:
    """Queens kept back at each fine, a panel for each number of players."""
    plain = [one for one in results if not one.table.change]
    players = sorted({one.table.players for one in plain})
    figure, panels = _panels(1, len(players), "fine (chips to every other player)")
    for axes, number in zip(panels[0], players, strict=True):
        axes.set_title(f"{number} players")
        for place, preset in enumerate(PRESETS):
            rows = [
                one for one in plain if (one.table.players, one.table.preset) == (number, preset)
            ]
            # Beside each other, for intervals that overlap.
            x = [one.table.fine + 0.06 * (place - 1.5) for one in rows]
            _points(axes, place, x, [_interval(one.kept) for one in rows], preset)
        axes.set_xticks(FINES)
    _percent(panels[0][0], "called queens kept back")
    _finish(figure, panels, path)


def draw_prices(results: Sequence[SearchResult], path: Path) -> None:
    """Queens that would be kept back against the fine, a panel for each number of players."""
    priced = [one for one in results if one.prices and not one.table.change]
    players = sorted({one.table.players for one in priced})
    figure, panels = _panels(
        1, len(players), "fine (chips to every other player; below 0: a reward)"
    )
    for axes, number in zip(panels[0], players, strict=True):
        axes.set_title(f"{number} players")
        axes.axvline(0, color="black", linewidth=0.8)
        for one in (row for row in priced if row.table.players == number):
            place, prices = PRESETS.index(one.table.preset), one.prices
            if prices is None or not prices.asked:
                continue
            shares = [kept / prices.asked for kept in prices.kept]
            axes.plot(
                prices.fines, shares, LINES[place], color=COLOURS[place], marker=MARKERS[place],
                markevery=(2 * place, 8), markersize=5, label=one.table.preset,
            )  # fmt: skip
    _percent(panels[0][0], "called queens kept back")
    _finish(figure, panels, path)


def draw_learning(results: Sequence[TrainedResult], path: Path) -> None:
    """Obedience against decisions at the smallest table: a column a preset, a line a fine."""
    smallest = min(one.table.players for one in results)
    figure, panels = _panels(3, len(PRESETS), "decisions (thousands)", height=7.5)
    rows = ("queens laid,\noffences queen", "queens laid,\noffences all", "revokes,\noffences all")
    for column, preset in enumerate(PRESETS):
        panels[0][column].set_title(preset)
        for one in results:
            if (one.table.players, one.table.preset) != (smallest, preset):
                continue
            everything = bool(one.table.change)
            _curve(panels[int(everything)][column], one, "withheld")
            if everything:
                _curve(panels[2][column], one, "revoked")
    for row, label in zip(panels, rows, strict=True):
        _percent(row[0], label)
    _finish(figure, panels, path)


def _curve(axes: Any, one: TrainedResult, offence: str) -> None:
    """The share of queens laid, or of revokes, with a band for the interval."""
    place = one.table.fine
    known = [part for part in one.curve if getattr(part, offence) is not None]
    x = [part.decisions / 1e3 for part in known]
    found: list[Estimate] = [getattr(part, offence) for part in known]
    if offence == "withheld":
        found = [Estimate(1 - part.mean, 1 - part.high, 1 - part.low) for part in found]
    low, high = [part.low for part in found], [part.high for part in found]
    axes.fill_between(x, low, high, color=COLOURS[place], alpha=0.15, linewidth=0)
    axes.plot(
        x, [part.mean for part in found], LINES[place], color=COLOURS[place],
        marker=MARKERS[place], markersize=4, label=f"fine {one.table.fine}",
    )  # fmt: skip


def _interval(kept: Kept) -> Estimate:
    """The share of queens kept back; all that is possible where none was called."""
    share = kept.kept
    if share.share is None or share.ci95 is None:
        return Estimate(float("nan"), 0.0, 1.0)
    return Estimate(share.share, *share.ci95)


def _points(axes: Any, place: int, x: Sequence[float], y: Sequence[Estimate], label: str) -> None:
    """Points with bars for their intervals, joined by a line."""
    halves = [[one.mean - one.low for one in y], [one.high - one.mean for one in y]]
    axes.errorbar(
        x, [one.mean for one in y], halves, color=COLOURS[place], marker=MARKERS[place],
        linestyle=LINES[place], linewidth=1, capsize=3, markersize=5, label=label,
    )  # fmt: skip


def _panels(rows: int, columns: int, x_label: str, height: float = 4.0) -> tuple[Any, Any]:
    """A figure and its panels, which share their axes."""
    from matplotlib.figure import Figure  # slow to import

    figure = Figure(figsize=(11, height), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey="row")
    figure.supxlabel(x_label, fontsize="medium")
    for axes in panels.flat:
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    return figure, panels


def _percent(axes: Any, label: str) -> None:
    """Name the vertical axis of a row, in percent."""
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_ylabel(label)


def _finish(figure: Any, panels: Any, path: Path) -> None:
    """Add the legend that all panels share, and write the picture."""
    handles, labels = panels[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=4, frameon=False)
    _write(figure, path)


def _write(figure: Any, path: Path) -> None:
    with writing(path) as file:
        figure.savefig(file, dpi=120, format="png")
