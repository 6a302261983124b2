"""Results of matches as text."""

from __future__ import annotations

from typing import Any

from eval.output.text_table import aligned, interval_text

_NOTE = "gain: chips per deal that the agent wins more than the other does in the same seat"


def table(results: list[dict[str, Any]]) -> str:
    """Match results as a text table."""
    rows = [["agent", "against", "players", "rules", "deals", "gain", "95 % interval", "seconds"]]
    rows += [
        [
            result["a"],
            result["b"],
            str(result["players"]),
            str(result["rules"]),
            f"{result['deals']:,}",
            f"{result['gain']:+.3f}",
            interval_text(result["ci95"]),
            f"{result['seconds']:.1f}",
        ]
        for result in results
    ]
    return f"{aligned(rows)}\n\n{_NOTE}"


def details(result: dict[str, Any]) -> str:
    """Everything else about one match."""
    lines = [*_certainty(result), *_same_agent(result)]
    if "by_distance" in result:
        lines += ["", aligned(_distance_rows(result))]
    if "by_tricks" in result:
        lines += ["", aligned(_trick_rows(result))]
    return "\n".join(lines)


def _certainty(result: dict[str, Any]) -> list[str]:
    lines = [
        f"deals that differ: {result['distinct_deals']:,} of {result['deals']:,}",
        f"bootstrap by deal: {interval_text(result['ci95_bootstrap'])}",
        f"variance of a deal's gain: {result['variance']:.4f} (standard deviation "
        f"{result['sd']:.4f}); with a fresh pack for every game it would be "
        f"{result['variance_independent']:.4f}",
    ]
    if result["variance_ratio"] is not None:
        lines.append(
            f"effective sample size: {result['effective_deals']:,} deals' games with fresh packs, "
            f"{result['variance_ratio']:.1f} times as many"
        )
    if result.get("reached") is False:
        lines.append(f"precision {result['precision']:g} NOT reached: allow more deals (--deals)")
    return lines


def _same_agent(result: dict[str, Any]) -> list[str]:
    """The check that an agent gains nothing on itself."""
    if result["a"] != result["b"]:
        return []
    if not result["variance"]:
        return ["A/A check: exactly equal in every deal, as agents that use no chance must be"]
    covered = result["ci95"][0] <= 0 <= result["ci95"][1]
    says = "the interval holds 0" if covered else "the interval does NOT hold 0 (1 in 20 does not)"
    return [f"A/A check, two independent streams of chance: {says}"]


def _distance_rows(result: dict[str, Any]) -> list[list[str]]:
    rows = [["seats left of the dealer", "gain", "95 % interval"]]
    rows += [
        [str(row["distance"]), f"{row['gain']:+.3f}", interval_text(row["ci95"])]
        for row in result["by_distance"]
    ]
    return rows


def _trick_rows(result: dict[str, Any]) -> list[list[str]]:
    """By tricks won: share of seats and chips a deal, A's and B's, and the part of the gain."""
    rows = [["tricks", "A wins so many", "B", "A's chips then", "B's", "of the gain", "95 %"]]
    rows += [
        [
            str(row["tricks"]),
            f"{row['share_a']:.1%}",
            f"{row['share_b']:.1%}",
            f"{row['chips_a']:+.3f}",
            f"{row['chips_b']:+.3f}",
            f"{row['gain']:+.3f}",
            interval_text(row["ci95"]),
        ]
        for row in result["by_tricks"]
    ]
    return rows


def variance_table(results: list[dict[str, Any]]) -> str:
    """How much duplicate play saves in matches, as a table of the documentation."""
    rows = ["| match | players | deals | gain | 95 % | variance | with fresh packs | ratio |"]
    rows.append("|---" * 8 + "|")
    for r in results:
        half = (r["ci95"][1] - r["ci95"][0]) / 2
        rows.append(
            f"| `{r['a']}` / `{r['b']}` | {r['players']} | {r['deals']:,} | {r['gain']:+.3f} "
            f"| ± {half:.3f} | {r['variance']:.3f} | {r['variance_independent']:.2f} "
            f"| {r['variance_ratio']:.1f} × |"
        )
    rows.append("")
    for r in results:
        command = f"match {r['a']} {r['b']} --players {r['players']} --deals {r['deals']}"
        rows.append(f"- `python -m eval {command} --seed {r['seed']} --json`: {r['seconds']:.0f} s")
    return "\n".join(rows)
