"""Results of matches as text."""

from __future__ import annotations

from collections.abc import Sequence

from eval.match.result import MatchResult, SeatGain, TrickGain
from eval.output.text_table import aligned, interval_text

_NOTE = "gain: chips per deal that the agent wins more than the other does in the same seat"


def table(results: Sequence[MatchResult]) -> str:
    """Match results as a text table."""
    rows = [["agent", "against", "players", "rules", "deals", "gain", "95 % interval", "seconds"]]
    rows += [
        [
            result.a,
            result.b,
            str(result.players),
            str(result.rules),
            f"{result.deals:,}",
            f"{result.gain.mean:+.3f}",
            interval_text(result.gain.ci95),
            f"{result.seconds:.1f}",
        ]
        for result in results
    ]
    return f"{aligned(rows)}\n\n{_NOTE}"


def details(result: MatchResult) -> str:
    """Everything else about one match."""
    lines = [*_certainty(result), *_same_agent(result)]
    if result.by_distance is not None:
        lines += ["", aligned(_distance_rows(result.by_distance))]
    if result.by_tricks is not None:
        lines += ["", aligned(_trick_rows(result.by_tricks))]
    return "\n".join(lines)


def _certainty(result: MatchResult) -> list[str]:
    lines = [
        f"deals that differ: {result.distinct_deals:,} of {result.deals:,}",
        f"bootstrap by deal: {interval_text(result.ci95_bootstrap)}",
        f"variance of a deal's gain: {result.variance:.4f} (standard deviation "
        f"{result.sd:.4f}); with a fresh pack for every game it would be "
        f"{result.variance_independent:.4f}",
    ]
    if result.variance_ratio is not None:
        lines.append(
            f"effective sample size: {result.effective_deals:,} deals' games with fresh packs, "
            f"{result.variance_ratio:.1f} times as many"
        )
    if result.reached is False:
        lines.append(f"precision {result.precision:g} NOT reached: allow more deals (--deals)")
    return lines


def _same_agent(result: MatchResult) -> list[str]:
    """The check that an agent gains nothing on itself."""
    if result.a != result.b:
        return []
    if not result.variance:
        return ["A/A check: exactly equal in every deal, as agents without randomness must be"]
    covered = result.gain.low <= 0 <= result.gain.high
    says = "the interval holds 0" if covered else "the interval does NOT hold 0 (1 in 20 does not)"
    return [f"A/A check, two independent random streams: {says}"]


def _distance_rows(gains: Sequence[SeatGain]) -> list[list[str]]:
    rows = [["seats left of the dealer", "gain", "95 % interval"]]
    rows += [
        [str(row.distance), f"{row.gain.mean:+.3f}", interval_text(row.gain.ci95)] for row in gains
    ]
    return rows


def _trick_rows(gains: Sequence[TrickGain]) -> list[list[str]]:
    """By tricks won: share of seats and chips a deal, A's and B's, and the part of the gain."""
    rows = [["tricks", "A wins so many", "B", "A's chips then", "B's", "of the gain", "95 %"]]
    rows += [
        [
            str(row.tricks),
            f"{row.share_a:.1%}",
            f"{row.share_b:.1%}",
            f"{row.chips_a:+.3f}",
            f"{row.chips_b:+.3f}",
            f"{row.gain.mean:+.3f}",
            interval_text(row.gain.ci95),
        ]
        for row in gains
    ]
    return rows


def variance_table(results: Sequence[MatchResult]) -> str:
    """How much duplicate play saves in matches, as a table of the documentation."""
    rows = ["| match | players | deals | gain | 95 % | variance | with fresh packs | ratio |"]
    rows.append("|---" * 8 + "|")
    for r in results:
        rows.append(
            f"| `{r.a}` / `{r.b}` | {r.players} | {r.deals:,} | {r.gain.mean:+.3f} "
            f"| ± {r.gain.half_width:.3f} | {r.variance:.3f} | {r.variance_independent:.2f} "
            f"| {r.variance_ratio:.1f} × |"
        )
    rows.append("")
    for r in results:
        command = f"match {r.a} {r.b} --players {r.players} --deals {r.deals}"
        rows.append(f"- `python -m eval {command} --seed {r.seed} --json`: {r.seconds:.0f} s")
    return "\n".join(rows)
