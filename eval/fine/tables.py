"""The tables of the page."""

from __future__ import annotations

from collections.abc import Sequence

from agents.arena.confidence_interval import Estimate
from eval.fine.result import Kept, Prices, SearchResult, SmallResult, Table, TrainedResult
from eval.fine.stored import Results
from eval.report.habits import Share

_NEVER = "–"
_SHOWN_FINES = (0, 0.05, 0.1, 0.5, 0.9, 1, 1.1, 2)  # of the small game


def share_text(share: Share) -> str:
    """A share with its count and interval."""
    if share.share is None or share.ci95 is None:
        return _NEVER
    low, high = share.ci95
    return f"{share.count:,} of {share.of:,}: {share.share:.1%} ({low:.1%} … {high:.1%})"


def chips_text(estimate: Estimate | None) -> str:
    """Chips with their interval."""
    if estimate is None:
        return _NEVER
    # Adding 0 makes -0 a 0.
    mean, low, high = (round(part, 3) + 0.0 for part in (estimate.mean, *estimate.ci95))
    return f"{mean:+.3f} ({low:+.3f} … {high:+.3f})"


def kept_table(results: Sequence[SearchResult]) -> str:
    """What searching agents keep back, and what the right to do so is worth."""
    rows = [[*_names(one.table), *_kept_cells(one.kept)] for one in results if not one.table.change]
    head = ("players", "preset", "fine", "kept back of called", "gain (chips a deal)", "a queen")
    return markdown(head, rows)


def trained_table(results: Sequence[TrainedResult]) -> str:
    """What trained agents keep back, what that is worth, and how strong they are."""
    rows = [
        [*_names(one.table), *_kept_cells(one.kept)[:2], chips_text(one.over_expert)]
        for one in results
        if not one.table.change
    ]
    head = (
        "players",
        "preset",
        "fine",
        "kept back of called",
        "gain (chips a deal)",
        "over expert",
    )
    return markdown(head, rows)


def price_table(results: Sequence[SearchResult]) -> str:
    """At what fine called queens come."""
    rows = []
    for one in results:
        prices = one.prices
        if one.table.change or prices is None or not prices.asked:
            continue
        shares = [f"{share_kept(prices, fine):.1%}" for fine in (-1.0, 0.0, 0.5, 1.0)]
        found = [_comes(prices, rest) for rest in (0.5, 0.05, 0.01)]
        rows.append(
            [str(one.table.players), one.table.preset, f"{prices.asked:,}", *shares, *found]
        )
    head = ("players", "preset", "called", "a reward of 1", "no fine", "0.5", "1", "half", "95 %",
            "99 %")  # fmt: skip
    return markdown(head, rows)


def payment_table(results: Sequence[SearchResult]) -> str:
    """The presets paid for a table marriage as another preset is, without a fine."""
    rows = []
    for other in (one for one in results if one.table.change):
        own = next(
            one for one in results
            if one.table == Table(other.table.players, other.table.preset, other.table.fine)
        )  # fmt: skip
        rows.append(
            [
                other.table.preset,
                share_text(own.kept.kept),
                f"`{other.table.change}`",
                share_text(other.kept.kept),
            ]
        )
    return markdown(("preset", "kept back of called", "changed", "kept back of called"), rows)


def obedience_table(results: Sequence[TrainedResult]) -> str:
    """Conduct in the first and in the last stretch of training."""
    rows = []
    for one in results:
        if one.table.players != min(row.table.players for row in results):
            continue
        first, last = one.curve[0], one.curve[-1]
        allowed = "all" if one.table.change else "queen"
        cells = [_mean_text(part.withheld, 1) for part in (first, last)]
        cells += [_mean_text(part.revoked if one.table.change else None, 2)
                  for part in (first, last)]  # fmt: skip
        rows.append([one.table.preset, f"`{allowed}`", str(one.table.fine), *cells])
    head = ("preset", "offences", "fine", "kept back at first", "at last", "revokes at first",
            "at last")  # fmt: skip
    return markdown(head, rows)


def _mean_text(share: Estimate | None, digits: int) -> str:
    """The mean of a share in percent."""
    return _NEVER if share is None else f"{share.mean:.{digits}%}"


def share_kept(prices: Prices, fine: float) -> float:
    """The share of called queens that would be kept back at a fine of the list."""
    return prices.kept[prices.fines.index(fine)] / prices.asked


def _comes(prices: Prices, rest: float) -> str:
    """The least fine at which no more than a share of the called queens is kept back."""
    for fine, kept in zip(prices.fines, prices.kept, strict=True):
        if kept <= rest * prices.asked:
            return f"{fine:+.2f}"
    return f"above {prices.fines[-1]:.0f}"


def _names(table: Table) -> list[str]:
    return [str(table.players), table.preset, str(table.fine)]


def _kept_cells(kept: Kept) -> list[str]:
    gain = chips_text(kept.gain) if kept.queens else _NEVER
    return [share_text(kept.kept), gain, chips_text(kept.worth)]


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of the documentation."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def small_table(results: Sequence[SmallResult]) -> str:
    """How often equilibria of Small Mariage keep queens back, by fine."""
    rows = []
    for one in results:
        by_fine = {step.fine: step for step in one.steps}
        kept = [f"{by_fine[fine].kept:.1%}" for fine in _SHOWN_FINES]
        called = f"{by_fine[0].asked:.3f}"
        rows.append([str(one.table.players), f"`{one.table.rules}`", called, *kept])
    head = ("players", "rules", "called a deal", *(f"fine {fine:g}" for fine in _SHOWN_FINES))
    return markdown(head, rows)


def small_values_table(results: Sequence[SmallResult]) -> str:
    """What equilibria of Small Mariage bring each seat, with and without the right."""
    rows = []
    for one in results:
        free = one.steps[0]
        nash_conv = max(step.nash_conv for step in one.steps)
        alone = _NEVER if free.alone is None else f"{free.alone:+.4f}"
        rows.append(
            [
                str(one.table.players),
                f"`{one.table.rules}`",
                f"{one.information_sets:,}",
                _values(one.obeying),
                _values(free.values),
                alone,
                f"{nash_conv:.0e}",
            ]
        )
    head = ("players", "rules", "information sets", "all obey", "fine 0", "alone", "NashConv below")
    return markdown(head, rows)


def _values(values: Sequence[float]) -> str:
    """Chips of each seat, the first one to act before the others."""
    return ", ".join(f"{value:+.4f}" for value in values)


def runs_table(results: Results) -> str:
    """What was run, and how long it took."""
    search, trained = results.search, results.trained
    deals = {one.table.players: one.deals for one in search}
    said = ", ".join(f"{count:,} deals with {players} players" for players, count in deals.items())
    solved = f"{len(results.small)} tables, {len(results.small[0].steps)} fines each"
    searched = f"{len(search)} tables of `pimc:worlds=64`: {said}"
    learned = (
        f"{len(trained)} runs of PPO, {trained[0].decisions:,} decisions each, "
        f"measured in {trained[0].deals:,} deals"
    )
    rows = [
        ["small", solved, _minutes(results.small)],
        ["search", searched, _minutes(search)],
        ["trained", learned, _minutes(trained)],
    ]
    return markdown(("part", "what", "minutes"), rows)


def _minutes(results: Sequence[SearchResult | TrainedResult | SmallResult]) -> str:
    return f"{sum(one.seconds for one in results) / 60:.0f}"
