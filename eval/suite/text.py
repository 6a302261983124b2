"""Results of the standard suite as text, and as a table of the documentation."""

from __future__ import annotations

from collections.abc import Sequence

from eval.output.text_table import aligned
from eval.suite.result import SuiteResult, SuiteRow
from marriage_env.game import DEFAULT_GAME

_NOTE = "gain of one of the policy among copies of the opponent, chips per duplicate deal ± 95 %"


def report(result: SuiteResult) -> str:
    """One result as a text table."""
    settings = result.settings
    head = f"suite {settings.suite} of {settings.game}, {settings.policy}, {result.seconds:.0f} s"
    if settings.scale != 1:
        head += f"; deals × {settings.scale:g}: NOT the whole suite"
    lines = [head, "", aligned(_rows([result])), "", _NOTE]
    lines += [
        f"left out: {game.players} players, {game.rules}: {game.why}" for game in result.left_out
    ]
    return "\n".join(lines)


def page_table(results: Sequence[SuiteResult]) -> str:
    """Results of many policies as a table of the documentation, with their commands."""
    heading, *rows = _rows(results)
    lines = ["| " + " | ".join(heading) + " |", "|---" * len(heading) + "|"]
    lines += ["| " + " | ".join([f"`{name}`", *cells]) + " |" for name, *cells in rows]
    lines.append("")
    for result in results:
        settings = result.settings
        options = f" --game {settings.game}" if settings.game != DEFAULT_GAME else ""
        options += "" if settings.scale == 1 else f" --scale {settings.scale:g}"
        command = f"python -m eval bench {settings.policy} --suite {settings.suite}{options}"
        lines.append(f"- `{command}`: {result.seconds:,.0f} s")
    return "\n".join(lines)


def _rows(results: Sequence[SuiteResult]) -> list[list[str]]:
    """Policies and games down, opponents across."""
    opponents = list(dict.fromkeys(row.opponent for r in results for row in r.rows))
    lines = [["policy", "players", "rules", *opponents]]
    for result in results:
        gains = {(r.players, r.rules, r.opponent): r for r in result.rows}
        for players, rules in dict.fromkeys(key[:2] for key in gains):
            cells = [_cell(gains.get((players, rules, opponent))) for opponent in opponents]
            lines.append([result.settings.policy, str(players), rules, *cells])
    return lines


def _cell(row: SuiteRow | None) -> str:
    """A gain with half its interval."""
    if row is None:
        return ""
    return f"{row.gain.mean:+.3f} ± {row.gain.half_width:.3f}"
