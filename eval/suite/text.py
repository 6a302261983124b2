"""Results of the standard suite as text, and as a table of the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eval.output.text_table import aligned
from marriage_env.game import DEFAULT_GAME

_NOTE = "gain of one of the policy among copies of the opponent, chips per duplicate deal ± 95 %"


def report(result: dict[str, Any]) -> str:
    """One result as a text table."""
    head = f"suite {result['suite']} of {result['game']}, {result['policy']}, "
    head += f"{result['seconds']:.0f} s"
    if result["scale"] != 1:
        head += f"; deals × {result['scale']:g}: NOT the whole suite"
    lines = [head, "", aligned(_rows([result])), "", _NOTE]
    lines += [
        f"left out: {game['players']} players, {game['rules']}: {game['why']}"
        for game in result["left_out"]
    ]
    return "\n".join(lines)


def page_table(results: Sequence[dict[str, Any]]) -> str:
    """Results of many policies as a table of the documentation, with their commands."""
    heading, *rows = _rows(results)
    lines = ["| " + " | ".join(heading) + " |", "|---" * len(heading) + "|"]
    lines += ["| " + " | ".join([f"`{name}`", *cells]) + " |" for name, *cells in rows]
    lines.append("")
    for result in results:
        options = (
            f" --game {result['game']}" if result.get("game", DEFAULT_GAME) != DEFAULT_GAME else ""
        )
        options += "" if result["scale"] == 1 else f" --scale {result['scale']:g}"
        command = f"python -m eval bench {result['policy']} --suite {result['suite']}{options}"
        lines.append(f"- `{command}`: {result['seconds']:,.0f} s")
    return "\n".join(lines)


def _rows(results: Sequence[dict[str, Any]]) -> list[list[str]]:
    """Policies and games down, opponents across."""
    opponents = list(dict.fromkeys(row["opponent"] for r in results for row in r["rows"]))
    lines = [["policy", "players", "rules", *opponents]]
    for result in results:
        gains = {(r["players"], r["rules"], r["opponent"]): r for r in result["rows"]}
        for players, rules in dict.fromkeys(key[:2] for key in gains):
            cells = [_cell(gains.get((players, rules, opponent))) for opponent in opponents]
            lines.append([result["policy"], str(players), rules, *cells])
    return lines


def _cell(row: dict[str, Any] | None) -> str:
    """A gain with half its interval."""
    if row is None:
        return ""
    return f"{row['gain']:+.3f} ± {(row['ci95'][1] - row['ci95'][0]) / 2:.3f}"
