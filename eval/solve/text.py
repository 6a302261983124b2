"""Solutions and exploitabilities as text."""

from __future__ import annotations

from typing import Any

from eval.output.text_table import aligned
from eval.solve.result import AgentFigures, Equilibrium, Figures, SolveResult

_NOTE = (
    "chips a deal; seats count from the dealer's left\n"
    "exploitability: what a best response wins against the policy in all other seats, more than\n"
    "the policy itself does, on average over seats; NashConv is the sum over seats"
)


def report(result: SolveResult) -> str:
    """All of a result."""
    size = result.size
    head = (
        f"{result.game}: {result.players} players, {_rules(result.rules)}; {size.deals:,} deals, "
        f"{size.nodes:,} decisions in {size.information_sets:,} information sets, "
        f"{size.leaves:,} endings"
    )
    parts = [head]
    if result.equilibrium is not None:
        parts.append(_equilibrium(result.equilibrium))
    if result.agents is not None:
        parts.append(agents_table(result.agents))
    return "\n\n".join([*parts, _NOTE])


def _rules(rules: str | dict[str, Any]) -> str:
    """Rules by the name of their preset, or by all fields."""
    if isinstance(rules, str):
        return f"{rules} rules"
    return "rules " + ", ".join(f"{name}={value}" for name, value in rules.items())


def agents_table(rows: list[AgentFigures]) -> str:
    """A row for each agent."""
    table = [["agent", "policy", "exploitability", "NashConv", "value", "best response"]]
    table += [[row.agent, row.policy, *_cells(row.figures)] for row in rows]
    return aligned(table)


def _cells(figures: Figures) -> list[str]:
    return [
        _chips(figures.exploitability),
        _chips(figures.nash_conv),
        _by_seat(figures.values),
        _by_seat(figures.best_responses),
    ]


def _chips(amount: float) -> str:
    """Chips that are 0 or more, but for rounding."""
    return f"{max(amount, 0.0):.6f}"


def _by_seat(chips: list[float]) -> str:
    return " ".join(f"{each:+.4f}" for each in chips)


def _equilibrium(found: Equilibrium) -> str:
    figures = found.figures
    lines = [
        f"predictive CFR+: {found.iterations:,} iterations, {found.seconds:.1f} s",
        f"value: {_by_seat(figures.values)}",
        f"exploitability: {_chips(figures.exploitability)} (asked for: below {found.precision:g}; "
        f"{'reached' if found.reached else 'NOT reached: allow more --iterations'})",
        f"NashConv: {_chips(figures.nash_conv)}",
    ]
    if found.linear_program is not None:
        lines.append(f"value of the first seat by a linear program: {found.linear_program:+.6f}")
    if found.file is not None:
        lines.append(f"stored as an agent: solution:{found.file}")
    return "\n".join(lines)
