"""What solving a game, and measuring agents by its solution, comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eval.output.json_view import Inline, OmittedIfNone
from eval.output.rules_name import rules_name
from eval.solve.best_response import Exploitability
from eval.solve.game_tree import GameTree


@dataclass(frozen=True)
class Figures:
    """How far a policy can be exploited, in chips a deal, by seat from the dealer's left."""

    values: list[float]  # what the policy wins when all seats play it
    best_responses: list[float]  # what a best response in this seat wins against it
    exploitability: float  # the mean over seats of what best responses win more
    nash_conv: float  # the sum

    @classmethod
    def of(cls, found: Exploitability) -> Figures:
        """Those of a policy."""
        return cls(list(found.values), list(found.best_responses), found.mean, found.nash_conv)


@dataclass(frozen=True)
class Size:
    """How large a game is."""

    deals: int
    nodes: int  # non-forced decisions, by deal
    leaves: int
    information_sets: int


@dataclass(frozen=True)
class Equilibrium:
    """The policy that regret minimization found."""

    iterations: int
    figures: Inline[Figures]
    precision: float  # exploitability asked for
    reached: bool
    seconds: float  # of iterations
    linear_program: OmittedIfNone[float]  # the value of the first seat by a linear program
    file: OmittedIfNone[str]  # where the solution is stored


@dataclass(frozen=True)
class AgentFigures:
    """How far an agent can be exploited."""

    agent: str
    policy: str  # how its probabilities were found
    figures: Inline[Figures]


@dataclass(frozen=True)
class SolveResult:
    """The solution of a game if no agents were named, else how far each can be exploited."""

    game: str
    players: int
    rules: str | dict[str, Any]  # a preset, or all fields
    size: Inline[Size]
    equilibrium: OmittedIfNone[Equilibrium]
    agents: OmittedIfNone[list[AgentFigures]]

    @classmethod
    def of(
        cls,
        game: GameTree,
        equilibrium: Equilibrium | None = None,
        agents: list[AgentFigures] | None = None,
    ) -> SolveResult:
        """The result for a game."""
        tree, match, name = game.tree, game.match, game.game.name
        nodes, leaves = len(tree.parents), len(tree.leaf_parents)
        size = Size(len(tree.chances), nodes, leaves, game.form.num_sets)
        rules = rules_name(match.rules, name)
        return cls(name, match.num_players, rules, size, equilibrium, agents)
