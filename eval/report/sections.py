"""The sections of the page of `python -m eval report`, except learning curves and deals."""

from __future__ import annotations

from collections.abc import Sequence

from agents.arena.confidence_interval import Estimate
from eval.match.result import SeatGain
from eval.output.html import figure, table, text
from eval.report.charts import Series, captioned_chart, side_by_side
from eval.report.habits import Share
from eval.report.result import AmongCopiesResult, ReportResult, Run
from eval.tournament.result import CrossPlay

_STRONG = 0.6  # opacity of the strongest colour: text stays readable on it


def _label(result: ReportResult, spec: str) -> str:
    """What the page calls an agent."""
    plan = result.settings.plan
    return text(plan.labels[plan.agents.index(spec)])


def ranking(result: ReportResult) -> str:
    """All agents at mixed tables, and one of each among copies of the yardstick."""
    rows = []
    for place, row in enumerate(result.standings.ranking, 1):
        among = result.first_among_yardsticks(row.agent)
        rows.append(
            [
                f"{place}. {_label(result, row.agent)}",
                figure(row.edge),
                figure(among.gain) if among else "–",
                _rating(row.rating),
                f"{among.microseconds:,.1f}" if among else "–",
            ]
        )
    gain = f"gain among {text(result.settings.plan.labels[-1])}"
    head = ["agent", "at mixed tables", gain, "rating, 95 %", "µs a decision"]
    return (
        "<h2>Strength</h2>\n<p>At mixed tables, where everyone has every seat of every pack once: "
        "chips a deal above the average of all.</p>\n" + table(head, rows) + _unsupported(result)
    )


def _rating(rating: Estimate) -> str:
    """A rating with its interval, in points."""
    return f"{rating.mean:+.0f} <small>[{rating.low:+.0f}, {rating.high:+.0f}]</small>"


def _unsupported(result: ReportResult) -> str:
    """The places of the ranking that the intervals do not support."""
    lines = [
        f"<li>{_label(result, one.better)} above {_label(result, one.worse)}: "
        f"{figure(one.difference)}, p = {one.p_holm:.2g}</li>"
        for one in result.standings.unsupported
    ]
    if not lines:
        return ""
    return (
        "<p><strong>Not supported</strong> by these deals (paired tests, Holm for all pairs):</p>"
        f"<ul>{''.join(lines)}</ul>"
    )


def cross_play(result: ReportResult) -> str:
    """The heat map: what one of the row gains among copies of the column."""
    agents = [row.agent for row in result.standings.ranking]
    gains = {(row.a, row.b): row for row in result.standings.cross_play}
    most = max(abs(row.gain.mean) for row in gains.values()) or 1.0
    rows = []
    for a in agents:
        cells = [_heat(gains[a, b], most) if a != b else "<td></td>" for b in agents]
        rows.append(f"<tr><th>{_label(result, a)}</th>{''.join(cells)}</tr>")
    heads = "".join(f"<th>{_label(result, b)}</th>" for b in agents)
    return (
        "<h2>Cross-play</h2>\n<p>What one of the row gains among copies of the column.</p>\n"
        f"<div class=scroll><table class=heat><thead><tr><th></th>{heads}</tr></thead>\n<tbody>"
        + "\n".join(rows)
        + "</tbody></table></div>"
    )


def _heat(row: CrossPlay, most: float) -> str:
    """A cell, the stronger the colour the greater the gain or loss."""
    colour = "up" if row.gain.mean > 0 else "down"
    opacity = _STRONG * abs(row.gain.mean) / most
    shade = f"background: rgb(var(--{colour}) / {opacity:.2f})"
    return f'<td style="{shade}">{figure(row.gain)}</td>'


def charts(result: ReportResult) -> str:
    """Gain among copies of the yardstick against compute, by seat and by number of players."""
    plan = result.settings.plan
    cost, seats, sizes = [], [], []
    for place, (spec, label) in enumerate(zip(plan.agents, plan.labels, strict=True)):
        if rows := result.among_yardsticks(spec):
            sizes.append(_series(place, label, [row.players for row in rows], rows))
        if first := result.first_among_yardsticks(spec):
            seat_gains = first.by_distance
            cost.append(_series(place, label, [first.microseconds], [first]))
            seats.append(_series(place, label, [row.distance for row in seat_gains], seat_gains))
    among, n = f"among {plan.labels[-1]}", plan.players[0]
    made = [
        captioned_chart(f"gain {among} against compute", cost, "µs a decision", log=True),
        captioned_chart(f"gain {among} by seat", seats, "seats left of the dealer", ticks=range(n)),
    ]
    if len(plan.players) > 1:
        title = f"gain {among} by number of players"
        made.append(captioned_chart(title, sizes, "players", ticks=plan.players))
    return "<h2>Compute, seats and players</h2>\n" + side_by_side(made)


def _series(
    place: int,
    label: str,
    x: Sequence[float],
    rows: Sequence[AmongCopiesResult] | Sequence[SeatGain],
) -> Series:
    """Gains with their intervals over x."""
    gains = [row.gain for row in rows]
    low, high = [gain.low for gain in gains], [gain.high for gain in gains]
    return Series(place, label, x, [gain.mean for gain in gains], low, high)


def habits(result: ReportResult, meaning: str) -> str:
    """How often each agent has the habits that the game counts; nothing if it counts none.

    `meaning` says of what chances they are shares.
    """
    names = list(result.company[0].habits)
    if not names:
        return ""
    plan, rows = result.settings.plan, []
    for spec in plan.agents:
        if first := result.first_among_yardsticks(spec):
            rows.append([_label(result, spec), *map(_share, first.habits.values())])
    return (
        f"<h2>Habits</h2>\n<p>Of one among copies of {text(plan.labels[-1])}: {text(meaning)}. "
        "Wilson&#8217;s intervals.</p>\n" + table(["agent", *map(text, names)], rows)
    )


def _share(share: Share) -> str:
    """A share with its interval and the number of chances."""
    if share.share is None or share.ci95 is None:
        return "–"
    low, high = share.ci95
    interval = f"<small>{100 * low:.1f} … {high:.1%}</small>"
    return f"{share.share:.1%} {interval} <small>of {share.of:,}</small>"


def made(result: ReportResult, runs: Sequence[Run], command: str) -> str:
    """How the page was made: command, runs, hardware and versions."""
    plan, rows = result.settings.plan, []
    for label, run in zip(plan.labels, runs, strict=False):
        config, last = run.config, run.curve[-1]
        trained = [f"{last['decisions']:,}", f"{last['seconds']:,.0f}", text(config["seed"])]
        rows.append([text(label), text(config["method"]), text(config["players"]), *trained])
    facts = ", ".join(f"{text(name)} {text(value)}" for name, value in result.machine.items())
    lines = [
        "<h2>How this was made</h2>",
        f"<p><code>{text(command)}</code></p>",
        f"<p>Seed {text(plan.seed)}, marriage-env {text(result.settings.provenance.version)}, "
        f"{result.took:,.0f} s. {facts}.</p>",
        table(["run", "method", "players", "decisions", "seconds", "seed"], rows),
    ]
    lines += [
        f"<p>Left out: {_label(result, one.agent)} with {text(one.players)} players: "
        f"{text(one.why)}</p>"
        for one in result.left_out
    ]
    lines += [
        f"<p>Left out: {_label(result, one.agent)}, which {text(one.why)}</p>"
        for one in result.faults
    ]
    return "\n".join(lines)
