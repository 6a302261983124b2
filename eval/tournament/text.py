"""The result of a tournament as text."""

from __future__ import annotations

from eval.output.text_table import aligned, interval_text
from eval.tournament.result import CrossPlay, TournamentResult

_NOTES = (
    "chips: per deal at mixed tables, where everyone has every seat of every pack once",
    "edge: the same less the average of all agents in that deal",
    "rating: Bradley-Terry in points of Elo, by the order in each deal; it knows no margins",
    "cross-play: what one of the row gains among those of the column, chips per deal ± 95 %",
)


def report(result: TournamentResult) -> str:
    """All tables and warnings."""
    head = (
        f"{result.game}, {result.deals:,} deals, {result.players} players, "
        f"{result.rules} rules, "
        f"seed {result.seed}, {result.seconds:.1f} s"
    )
    parts = [head, aligned(_ranking(result)), aligned(_matrix(result)), "\n".join(_NOTES)]
    if warnings := [*_faults(result), *_unsupported(result)]:
        parts.append("\n".join(warnings))
    return "\n\n".join(parts)


def page_table(result: TournamentResult) -> str:
    """Ranking and cross-play as tables of the documentation, with the command."""
    ranking = [[row[0], f"`{row[1]}`", *row[2:]] for row in _ranking(result)[1:]]
    names = [f"`{row.agent}`" for row in result.standings.ranking]
    matrix = [[f"`{row[0]}`", *row[1:]] for row in _matrix(result)[1:]]
    command = (
        f"python -m eval tournament {' '.join(result.agents)} --game {result.game} "
        f"--players {result.players} --rules {result.rules} --deals {result.deals} "
        f"--seed {result.seed}"
    )
    tables = [
        _markdown([_ranking(result)[0], *ranking]),
        _markdown([["one among others", *names], *matrix]),
    ]
    return "\n\n".join([*tables, *_unsupported(result), f"`{command}`: {result.seconds:.0f} s"])


def _markdown(rows: list[list[str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|---" * len(rows[0]) + "|", *lines[1:]])


def _ranking(result: TournamentResult) -> list[list[str]]:
    rows = [["", "agent", "chips", "95 %", "edge", "95 %", "rating", "95 %"]]
    rows += [
        [
            str(place),
            row.agent,
            f"{row.chips.mean:+.3f}",
            interval_text(row.chips.ci95),
            f"{row.edge.mean:+.3f}",
            interval_text(row.edge.ci95),
            f"{row.rating.mean:+.0f}",
            f"[{row.rating.low:+.0f}, {row.rating.high:+.0f}]",
        ]
        for place, row in enumerate(result.standings.ranking, 1)
    ]
    return rows


def _matrix(result: TournamentResult) -> list[list[str]]:
    names = [row.agent for row in result.standings.ranking]
    gains = {(row.a, row.b): row for row in result.standings.cross_play}
    rows = [["one among others", *names]]
    rows += [[a, *(_cell(gains.get((a, b))) for b in names)] for a in names]
    return rows


def _cell(row: CrossPlay | None) -> str:
    """A gain with half its interval; nothing on the diagonal."""
    if row is None:
        return ""
    return f"{row.gain.mean:+.3f} ±{row.gain.half_width:.3f}"


def _faults(result: TournamentResult) -> list[str]:
    lines = []
    for fault in result.faults:
        where = f", in deal {fault.deal} ({fault.record})" if fault.record else ""
        lines.append(f"left out: {fault.agent} {fault.what}{where}")
    return lines


def _unsupported(result: TournamentResult) -> list[str]:
    return [
        f"WARNING: that {row.better} stands above {row.worse} is not supported: "
        f"{row.difference.mean:+.3f} {interval_text(row.difference.ci95)}, "
        f"p = {row.p_holm:.2g} (paired, Holm for all {len(result.standings.comparisons)} pairs)"
        for row in result.standings.unsupported
    ]
