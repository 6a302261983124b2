"""What was found, in sentences whose numbers are those of the stored results."""

from __future__ import annotations

from collections.abc import Sequence

from eval.fine.result import SearchResult, SmallResult, TrainedResult
from eval.fine.stored import Results
from eval.fine.tables import chips_text, share_text
from eval.report.habits import Share, share_of

_KING_PAID = (
    "modern",
    "guimbarde",
)  # presets that pay the king's player; the others pay the queen's


def findings(results: Results) -> str:
    """The list at the head of the page."""
    free = [one for one in results.search if one.table.fine == 0]
    plain = [one for one in free if not one.table.change]
    fined = [one for one in results.search if one.table.fine > 0]
    lines = [
        "Where the queen's player is paid for a marriage (typical, classic), search keeps back "
        f"{_kept(plain, paid_king=False)} without any fine, and where the king's player is "
        f"(modern, guimbarde) {_kept(plain, paid_king=True)}.",
        "Paid the other way, the same presets without a fine: "
        + "; ".join(
            f"{one.table.preset} with `{one.table.change}` {share_text(one.kept.kept)}"
            for one in free
            if one.table.change
        )
        + ".",
        "With a fine of one or two chips, search keeps back "
        f"{_kept(fined, paid_king=False)} where the queen's player is paid, in modern "
        f"{_of(fined, 'modern')}, in guimbarde {_of(fined, 'guimbarde')}.",
        "The right to keep queens back is worth most in guimbarde without a fine: "
        + "; ".join(
            f"{chips_text(one.kept.gain)} chips a deal with {one.table.players} players"
            for one in plain
            if one.table.preset == "guimbarde"
        )
        + ".",
        "By search, called queens that would be kept back at a fine of a quarter of a chip, of "
        "half a chip, and of one: "
        + "; ".join(f"{preset} {_priced(plain, preset)}" for preset in _KING_PAID)
        + ".",
        _trained(results.trained),
        _small(results.small),
    ]
    return "\n".join(f"- {line}" for line in lines)


def _kept(results: Sequence[SearchResult], paid_king: bool) -> str:
    """The queens kept back at all tables of one kind of payment."""
    kind = [one.kept.kept for one in results if (one.table.preset in _KING_PAID) == paid_king]
    return share_text(_sum(kind))


def _of(results: Sequence[SearchResult], preset: str) -> str:
    return share_text(_sum([one.kept.kept for one in results if one.table.preset == preset]))


def _priced(results: Sequence[SearchResult], preset: str) -> str:
    """The shares kept back at some fines, of the queens called at all tables of a preset."""
    priced = [one.prices for one in results if one.table.preset == preset and one.prices]
    asked = sum(prices.asked for prices in priced)
    kept = [
        sum(prices.kept[prices.fines.index(fine)] for prices in priced) for fine in (0.25, 0.5, 1.0)
    ]
    return f"{', '.join(f'{count:,}' for count in kept)} of {asked:,}"


def _sum(shares: Sequence[Share]) -> Share:
    return share_of(sum(one.count for one in shares), sum(one.of for one in shares))


def _trained(results: Sequence[TrainedResult]) -> str:
    """Where trained agents keep queens back."""
    some = [one for one in results if one.kept.kept.count]
    told = "; ".join(
        f"{one.table.players} players, `{one.table.rules}`: {share_text(one.kept.kept)}, worth "
        f"{chips_text(one.kept.gain)} chips a deal"
        for one in some
    )
    rest = _sum([one.kept.kept for one in results if not one.kept.kept.count])
    return (
        f"Of {len(results)} agents trained by PPO {len(some)} keep queens back in the end"
        f"{f' ({told})' if some else ''}; all others {share_text(rest)}."
    )


def _small(results: Sequence[SmallResult]) -> str:
    """The equilibria without a fine, and from which fine on every queen comes."""
    told, most = [], 0.0
    for one in results:
        if one.table.rules.endswith("queen"):
            most = max(most, *(step.kept for step in one.steps))
            continue
        never = next((step.fine for step in one.steps if step.kept < 0.001), None)
        ends = "at no fine that was tried" if never is None else f"from a fine of {never:g} on"
        told.append(
            f"{one.steps[0].kept:.1%} with {one.table.players} players "
            f"(`{one.table.rules.partition(',')[0]}`), fewer than one in a thousand {ends}"
        )
    return (
        f"In Small Mariage, exactly: equilibria keep back at most {most:.1%} at any fine where the "
        f"queen's player is paid; where the king's is, without a fine {'; '.join(told)}."
    )
