"""The sections of the page of `python -m eval report`, but for the deals."""

from __future__ import annotations

from typing import Any

from eval.output.html import figure, table, text
from eval.report.charts import Series, chart

_STRONG = 0.6  # opacity of the strongest colour: text stays readable on it


def _label(result: dict[str, Any], spec: str) -> str:
    """What the page calls an agent."""
    return text(result["labels"][result["agents"].index(spec)])


def _company(result: dict[str, Any], spec: str) -> list[dict[str, Any]]:
    """What an agent does among the yardstick's copies, by number of players."""
    return [row for row in result["company"] if row["agent"] == spec]


def _first(result: dict[str, Any], spec: str) -> dict[str, Any] | None:
    """The same with the first number of players; None for an agent that was left out there."""
    rows = _company(result, spec)
    return rows[0] if rows and rows[0]["players"] == result["players"][0] else None


def ranking(result: dict[str, Any]) -> str:
    """Everybody at mixed tables, and alone among the yardstick's copies."""
    rows = []
    for place, row in enumerate(result["tournament"]["ranking"], 1):
        company = _first(result, row["agent"])
        rows.append(
            [
                f"{place}. {_label(result, row['agent'])}",
                figure(row["edge"], row["edge_ci95"]),
                figure(company["gain"], company["ci95"]) if company else "–",
                _rating(row),
                f"{company['microseconds']:,.1f}" if company else "–",
            ]
        )
    among = f"gain among {text(result['labels'][-1])}"
    head = ["agent", "at mixed tables", among, "rating, 95 %", "µs a decision"]
    return (
        "<h2>Strength</h2>\n<p>At mixed tables, where everyone has every seat of every pack once: "
        "chips a deal above the average of all.</p>\n" + table(head, rows) + _unsupported(result)
    )


def _rating(row: dict[str, Any]) -> str:
    """A rating with its interval, in points."""
    low, high = row["rating_ci95"]
    return f"{row['rating']:+.0f} <small>[{low:+.0f}, {high:+.0f}]</small>"


def _unsupported(result: dict[str, Any]) -> str:
    """Which places the intervals do not support."""
    lines = [
        f"<li>{_label(result, one['better'])} above {_label(result, one['worse'])}: "
        f"{figure(one['difference'], one['difference_ci95'])}, p = {one['p_holm']:.2g}</li>"
        for one in result["tournament"]["unsupported"]
    ]
    if not lines:
        return ""
    return (
        "<p><strong>Not supported</strong> by these deals (paired tests, Holm for all pairs):</p>"
        f"<ul>{''.join(lines)}</ul>"
    )


def cross_play(result: dict[str, Any]) -> str:
    """The heat map: what one of the row gains among copies of the column."""
    agents = [row["agent"] for row in result["tournament"]["ranking"]]
    gains = {(row["a"], row["b"]): row for row in result["tournament"]["cross_play"]}
    most = max(abs(row["gain"]) for row in gains.values()) or 1.0
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


def _heat(row: dict[str, Any], most: float) -> str:
    """A cell, the stronger the colour the greater the gain or loss."""
    colour = "up" if row["gain"] > 0 else "down"
    opacity = _STRONG * abs(row["gain"]) / most
    shade = f"background: rgb(var(--{colour}) / {opacity:.2f})"
    return f'<td style="{shade}">{figure(row["gain"], row["gain_ci95"])}</td>'


def curves(result: dict[str, Any]) -> str:
    """Learning curves, one chart for each opponent that the runs were measured against."""
    runs = result["runs"]
    opponents = dict.fromkeys(name for run in runs for name in run["curve"][-1]["gains"])
    made = []
    for opponent in opponents:
        series = [
            _curve(place, result["labels"][place], run["curve"], opponent)
            for place, run in enumerate(runs)
            if opponent in run["curve"][-1]["gains"]
        ]
        made.append(
            _chart(f"gain over {opponent}", series, "decisions learned from (millions)", band=True)
        )
    return "<h2>Learning curves</h2>\n" + _side_by_side(made)


def _curve(place: int, label: str, points: list[dict[str, Any]], opponent: str) -> Series:
    """The gains of a run over an opponent that it was measured against."""
    gain, low, high = zip(*(point["gains"][opponent] for point in points), strict=True)
    return Series(place, label, [point["decisions"] / 1e6 for point in points], gain, low, high)


def charts(result: dict[str, Any]) -> str:
    """Strength against compute, by seat and by number of players, all among the yardstick."""
    n, labels = result["players"][0], result["labels"]
    cost, seats, sizes = [], [], []
    for place, (spec, label) in enumerate(zip(result["agents"], labels, strict=True)):
        if rows := _company(result, spec):
            sizes.append(_series(place, label, [row["players"] for row in rows], rows))
        if first := _first(result, spec):
            distances = first["by_distance"]
            cost.append(_series(place, label, [first["microseconds"]], [first]))
            seats.append(_series(place, label, [row["distance"] for row in distances], distances))
    among = f"among {labels[-1]}"
    made = [
        _chart(f"gain {among} against compute", cost, "µs a decision", log=True),
        _chart(f"gain {among} by seat", seats, "seats left of the dealer", ticks=range(n)),
    ]
    if len(result["players"]) > 1:
        made.append(
            _chart(f"gain {among} by number of players", sizes, "players", ticks=result["players"])
        )
    return "<h2>Compute, seats and players</h2>\n" + _side_by_side(made)


def _series(place: int, label: str, x: list[float], rows: list[dict[str, Any]]) -> Series:
    """Gains with their intervals over x."""
    low, high = zip(*(row["ci95"] for row in rows), strict=True)
    return Series(place, label, x, [row["gain"] for row in rows], low, high)


def _chart(title: str, series: list[Series], x_label: str, **options: Any) -> str:
    """A chart with its caption."""
    title = title[0].upper() + title[1:]
    return (
        f"<figure><figcaption>{text(title)}</figcaption>"
        f"{chart(series, title, x_label, **options)}</figure>"
    )


def _side_by_side(figures: list[str]) -> str:
    return "<div class=charts>" + "\n".join(figures) + "</div>"


def habits(result: dict[str, Any]) -> str:
    """How often queens are kept back, lone kings led and fools lost, in Mariage."""
    names = list(result["company"][0]["habits"])
    if not names:  # of this game none are counted
        return ""
    rows = []
    for spec in result["agents"]:
        if first := _first(result, spec):
            rows.append([_label(result, spec), *map(_share, first["habits"].values())])
    return (
        f"<h2>Habits</h2>\n<p>Of one among copies of {text(result['labels'][-1])}: queens kept "
        "back of those asked for (M6.3); lone kings led of leads with a king in hand whose queen "
        "another may hold; fools lost to a king or queen of those held (M7.1). Wilson&#8217;s "
        "intervals.</p>\n" + table(["agent", *map(text, names)], rows)
    )


def _share(row: dict[str, Any]) -> str:
    """A share with its interval and how many chances there were."""
    if row["share"] is None:
        return "–"
    low, high = row["ci95"]
    interval = f"<small>{100 * low:.1f} … {high:.1%}</small>"
    return f"{row['share']:.1%} {interval} <small>of {row['of']:,}</small>"


def made(result: dict[str, Any]) -> str:
    """How the page was made: command, runs, machine and versions."""
    runs = []
    for label, run in zip(result["labels"], result["runs"], strict=False):
        config, last = run["config"], run["curve"][-1]
        trained = [f"{last['decisions']:,}", f"{last['seconds']:,.0f}", text(config["seed"])]
        runs.append([text(label), text(config["method"]), text(config["players"]), *trained])
    facts = ", ".join(f"{text(name)} {text(value)}" for name, value in result["machine"].items())
    lines = [
        "<h2>How this was made</h2>",
        f"<p><code>{text(result['command'])}</code></p>",
        f"<p>Seed {text(result['seed'])}, marriage-env {text(result['version'])}, "
        f"{result['took']:,.0f} s. {facts}.</p>",
        table(["run", "method", "players", "decisions", "seconds", "seed"], runs),
    ]
    lines += [
        f"<p>Left out: {_label(result, one['agent'])} with {text(one['players'])} players: "
        f"{text(one['why'])}</p>"
        for one in result["left_out"]
    ]
    lines += [
        f"<p>Left out: {_label(result, one['agent'])}, which {text(one['why'])}</p>"
        for one in result["faults"]
    ]
    return "\n".join(lines)
