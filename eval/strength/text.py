"""The strength of the built-in agents as tables of the documentation."""

from __future__ import annotations

from eval.strength.result import StrengthResult


def gains_table(result: StrengthResult) -> str:
    """The matches."""
    rows = ["| agent | against | players | deals | gain | 95 % interval | µs a decision |"]
    rows.append("|---|---|---|---|---|---|---|")
    rows += [
        f"| `{r.a}` | `{r.b}` | {r.players} | {r.deals:,} | {r.gain.mean:+.3f} "
        f"| {r.gain.low:+.3f} … {r.gain.high:+.3f} | {r.microseconds:,.1f} |"
        for r in result.matches
    ]
    return "\n".join([*rows, "", f"`{result.command}`"])


def kept_table(result: StrengthResult) -> str:
    """How often queens are kept back."""
    rows = ["| table of | players | queens asked for | kept back |", "|---|---|---|---|"]
    rows += [f"| `{r.agent}` | {r.players} | {r.asked:,} | {r.kept:,} |" for r in result.kept]
    return "\n".join([*rows, "", f"`{result.command}`"])


def open_hand_table(result: StrengthResult) -> str:
    """The sizes of exact open-hand search."""
    rows = ["| players | cards in each hand | positions | median nodes | most nodes | ms each |"]
    rows.append("|---|---|---|---|---|---|")
    rows += [
        f"| {r.players} | {r.cards} | {r.positions} | {r.median_nodes:,.0f} "
        f"| {r.most_nodes:,} | {r.milliseconds:,.2f} |"
        for r in result.open_hand
    ]
    return "\n".join([*rows, "", f"`{result.command}`"])
