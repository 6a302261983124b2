"""A speed measurement as tables in Markdown."""

from __future__ import annotations

from statistics import median

from eval.speed.result import Judgement, SpeedResult

GROUPS = {
    "engine": "Engine, whole moves in jitted code",
    "size": "Cost by size of the batch, one move in every game before the next",
    "faces": "Interfaces, called from Python",
    "copies": "Copies of a game",
    "agents": "Decisions of agents",
    "peers": "Other packages",
}
_QUIET = 0.97
_ROUNDS, _SECONDS = 5, 1.0


def report(result: SpeedResult) -> str:
    """All tables."""
    parts = [_how(result), _targets(result), _comparisons(result)]
    parts += [_rows(title, group, result) for group, title in GROUPS.items()]
    parts += [_bytes(result), _starts(result), _missing(result)]
    return "\n\n".join(part for part in parts if part)


def _how(result: SpeedResult) -> str:
    """Command, seed, machine, and whether it was quiet."""
    facts = dict(result.machine)
    machine = f"{facts.pop('processor')}, {facts.pop('cores')} cores, {facts.pop('system')}"
    versions = ", ".join(f"{name} {number}" for name, number in {**facts, **result.peers}.items())
    lines = [
        f"`{result.command}`, seed {result.seed}: medians of {result.rounds} rounds of "
        f"{result.seconds:g} s.",
        f"Machine: {machine}. Versions: {versions}.",
    ]
    share = core_share(result)
    if share < _QUIET:
        lines.append(
            f"**The machine was not quiet**: workloads of one core had {share:.0%} of it. To be "
            "measured again."
        )
    else:
        lines.append(f"Workloads of one core had {share:.0%} of it.")
    if result.rounds < _ROUNDS or result.seconds < _SECONDS:
        lines.append("**A short run**, to be measured again.")
    return "  \n".join(lines)


def core_share(result: SpeedResult) -> float:
    """The median share of a core that workloads of one thread had."""
    return float(median(row.core_share for row in result.rows if row.cores == 1))


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _targets(result: SpeedResult) -> str:
    rows = [[t.name, t.wanted, _got(t), _verdict(t), t.bound] for t in result.targets]
    if not rows:
        return ""
    return "### Targets\n\n" + _table(["", "target", "measured", "", "what bounds it"], rows)


def _comparisons(result: SpeedResult) -> str:
    rows = [[c.name, _got(c)] for c in result.comparisons if c.got is not None]
    return "### Ratios without a target\n\n" + _table(["", "measured"], rows) if rows else ""


def _got(target: Judgement) -> str:
    return "" if target.got is None else quantity(target.got, target.unit)


def _verdict(target: Judgement) -> str:
    if target.met is None:
        return "not measured"
    return "met" if target.met else f"**missed by {target.missed_by}**"


def _rows(title: str, group: str, result: SpeedResult) -> str:
    """The workloads of a group; earlier figures beside them if there are any."""
    compared = any(row.before is not None for row in result.rows)
    rows = []
    for row in result.rows:
        if row.group == group:
            ends = (quantity(f(row.rounds), _plain(row.unit)) for f in (min, max))
            cells = [row.what, row.setting, quantity(row.median, row.unit), " – ".join(ends)]
            before = "" if row.before is None else quantity(row.before, row.unit)
            rows.append([*cells, before] if compared else cells)
    head = ["", "setting", "median", "range", *(["before"] if compared else [])]
    return f"### {title}\n\n" + _table(head, rows) if rows else ""


def quantity(value: float, unit: str) -> str:
    """Three figures, with M or k, or ns as µs where they are many."""
    if unit.startswith("ns") and value >= 1000:
        return f"{value / 1000:.3g} µs{unit[2:]}"
    for factor, sign in ((1e6, " M"), (1e3, " k")):
        if value >= factor:
            return f"{value / factor:.3g}{sign} {unit}".rstrip()
    return f"{value:.3g} {unit}".rstrip()


def _plain(unit: str) -> str:
    """The unit of a range: times keep theirs, rates need none."""
    return "ns" if unit.startswith("ns") else ""


def _bytes(result: SpeedResult) -> str:
    rows = [[name, f"{size:,}"] for name, size in result.bytes.items()]
    return "### Memory of a game in `VectorEnv`\n\n" + _table(["", "bytes"], rows)


def _starts(result: SpeedResult) -> str:
    rows = [[f"{n} start", f"{median(s):.1f} s"] for n, s in result.starts.items()]
    title = "### From starting Python to the 100th step of `env()`\n\n"
    return title + _table(["", "seconds"], rows) if rows else ""


def _missing(result: SpeedResult) -> str:
    lines = [f"- {key}: {why}" for key, why in result.missing.items()]
    return "\n".join(["Not measured:", "", *lines]) if lines else ""
