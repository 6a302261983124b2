"""The agents at the player's table: opponents, and the one that gives hints."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_env.cli.play.players_file import Players
from marriage_env.core.arguments import shown
from marriage_env.core.rng import Purpose, seed_for
from marriage_env.game import Game, Match, Records
from marriage_env.interfaces.agent_answers import WrongAnswer, integer_answer
from marriage_env.interfaces.opponents import Opponent, RandomOpponent, opponents_by_seat

_USUAL, _ALONE = "expert", "random"  # opponents with the agents of a checkout, and without
_OPPONENT, _HINT = 0, 1  # what a stream is for, as the last number of its path


def has_agents() -> bool:
    """Whether the agents of a checkout are on the path."""
    return find_spec("agents") is not None and find_spec("agents.registry") is not None


class Hint(NamedTuple):
    """What an agent would do."""

    choice: int
    # Of each legal action, the chips it expects from now to the end of the deal, or the share of
    # its choices; empty for an agent that tells neither
    values: dict[int, float]
    in_chips: bool


class Hints:
    """What an agent would do in the player's place, and what it expects of each choice."""

    def __init__(self, spec: str, game: Game, match: Match) -> None:
        self.spec = spec
        self._game, self._match = game, match
        self._agent: Any = None

    def ask(self, view: Records, mask: NDArray[np.int8], seed: int, number: int) -> Hint:
        """Its hint for (1,) VIEW and its mask; ValueError if the agent cannot be loaded."""
        if self._agent is None:
            made = opponents_by_seat([self.spec] * self._match.num_players, self._game, self._match)
            self._agent = made[0] if made else RandomOpponent()
        agent = self._agent
        legal = [int(action) for action in np.flatnonzero(mask[0])]
        choice = int(integer_answer(agent.act(view, mask, self._rng(seed, number)), 1)[0])
        if hasattr(agent, "values"):
            values = np.asarray(agent.values(view, mask, self._rng(seed, number)))[0]
            chips = int(view[0]["table"]["chips"][int(view[0]["seat"])])
            finite = [action for action in legal if np.isfinite(values[action])]
            return Hint(choice, {action: float(values[action]) - chips for action in finite}, True)
        if hasattr(agent, "distribution"):
            shares = np.asarray(agent.distribution(view, mask))[0]
            return Hint(choice, {action: float(shares[action]) for action in legal}, False)
        return Hint(choice, {}, False)

    @staticmethod
    def _rng(seed: int, number: int) -> np.random.Generator:
        return np.random.default_rng(seed_for(Purpose.PLAY, seed, number, _HINT))


class Company(NamedTuple):
    """Who sits at the table besides the player, by seat, and who gives hints."""

    opponents: list[Opponent]  # that of the player's own seat is not used
    specs: list[str]
    hints: Hints
    are_agents_here: bool


def company_at(players: Players, game: Game, match: Match) -> Company:
    """The agents that `players` names; ValueError for a wrong number, or what cannot be loaded."""
    here = has_agents()
    specs = players.opponents or (_USUAL if here else _ALONE,)
    others = match.num_players - 1
    if len(specs) not in (1, others):
        raise ValueError(
            f"--opponents: {len(specs)} of them, expected one, or {others}: one for each other seat"
        )
    by_seat = list(specs) if len(specs) == others else list(specs) * others
    by_seat.insert(players.seat, _ALONE)
    made = opponents_by_seat(by_seat, game, match)
    opponents = made or [RandomOpponent() for _ in by_seat]
    return Company(opponents, by_seat, Hints(players.hints, game, match), here)


def choice_of(
    opponent: Opponent, spec: str, game: Game, states: Records, seed: int, number: int
) -> int:
    """What an opponent chooses as action `number` of a match.

    It depends on the seed, the number and what the seat may know, so that a match that is left and
    taken up again goes on as it would have. Raises ValueError naming an opponent that does not
    answer with a legal action.
    """
    views, masks = game.look(states, np.zeros(1, np.int64))
    rng = np.random.default_rng(seed_for(Purpose.PLAY, seed, number, _OPPONENT))
    seat, legal = int(states["seat"][0]), int(states["legal"][0])
    try:
        action = int(integer_answer(opponent.act(views, masks, rng), 1)[0])
    except WrongAnswer as error:
        raise ValueError(f"opponent {shown(spec)} in seat {seat} {error}") from error
    if not 0 <= action < game.num_actions or not legal >> action & 1:
        refusal = game.refusal(states, 0, action)
        raise ValueError(f"opponent {shown(spec)} in seat {seat}: {refusal}")
    return action
