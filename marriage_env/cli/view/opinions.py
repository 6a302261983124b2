"""What agents would have done at the decisions of a match, and what they expect of each action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.cli.view.walk import Walk
from marriage_env.core.arguments import shown
from marriage_env.core.rng import Purpose, seed_for
from marriage_env.game import Records
from marriage_env.interfaces.agent_answers import WrongAnswer, integer_answer
from marriage_env.interfaces.opponents import Opponent, RandomOpponent, opponents_by_seat


@dataclass(frozen=True)
class Opinion:
    """What an agent would do at one decision."""

    choice: int
    # Of each legal action: the chips expected from now to the end of the deal, or the probability
    # of choosing it; empty for an agent that tells neither
    values: dict[int, float]
    in_chips: bool


@dataclass(frozen=True)
class Asked:
    """Agents that are asked, by spec, and the seed of their randomness."""

    specs: Sequence[str] = ()
    seed: int = 0


Opinions = list[dict[int, Opinion]]  # by agent, then by step


def opinions_on(walk: Walk, asked: Asked, onlooker: int | None) -> Iterator[dict[int, Opinion]]:
    """By agent, the opinions on the non-forced decisions of a seat, of all seats if None, by step.

    What an agent says of a seat's decisions depends on the views of that seat, the spec and the
    seed alone. Raises ValueError for an agent that cannot be loaded, or does not answer with a
    legal action.
    """
    seats = range(walk.match.num_players) if onlooker is None else [onlooker]
    for spec in asked.specs:
        made = opponents_by_seat([spec] * walk.match.num_players, walk.game, walk.match)
        agent = made[0] if made else RandomOpponent()
        found: dict[int, Opinion] = {}
        for seat in seats:
            steps = [k for k in range(len(walk.actions)) if walk.seat(k) == seat]
            steps = [k for k in steps if walk.legal(k).bit_count() > 1]
            if steps:
                rng = np.random.default_rng(seed_for(Purpose.PLAY, asked.seed, seat))
                found |= zip(steps, _of_seat(agent, spec, walk, steps, rng), strict=True)
        yield found


def _of_seat(
    agent: Opponent, spec: str, walk: Walk, steps: list[int], rng: np.random.Generator
) -> list[Opinion]:
    """The opinions of an agent on some decisions."""
    looks = [walk.game.look(walk.states[step], np.zeros(1, np.int64)) for step in steps]
    views = np.concatenate([view for view, _ in looks])
    masks = np.concatenate([mask for _, mask in looks])
    try:
        choices = integer_answer(agent.act(views.copy(), masks.copy(), rng), len(steps))
    except WrongAnswer as error:
        raise ValueError(f"agent {shown(spec)} {error}") from error
    for step, choice in zip(steps, choices.tolist(), strict=True):
        if not (0 <= choice < walk.game.num_actions and walk.legal(step) >> choice & 1):
            raise ValueError(
                f"agent {shown(spec)}: {walk.game.refusal(walk.states[step], 0, choice)}"
            )
    values, in_chips = _values(agent, views, masks, rng)
    return [
        Opinion(int(choice), _of_legal(row, mask), in_chips)
        for choice, row, mask in zip(choices, values, masks, strict=True)
    ]


def _values(
    agent: Any, views: Records, masks: NDArray[np.int8], rng: np.random.Generator
) -> tuple[NDArray[np.float64], bool]:
    """(decisions, actions) what the agent tells, and whether that is chips; NaN for nothing."""
    if hasattr(agent, "values"):
        rows = np.arange(len(views))
        chips = views["table"]["chips"][rows, views["seat"]]
        return np.asarray(agent.values(views, masks, rng)) - chips[:, np.newaxis], True
    if hasattr(agent, "distribution"):
        return np.asarray(agent.distribution(views, masks)), False
    return np.full(masks.shape, np.nan), False


def _of_legal(values: NDArray[np.float64], mask: NDArray[np.int8]) -> dict[int, float]:
    """The values of legal actions that have one."""
    legal = np.flatnonzero(mask)
    return {int(action): float(values[action]) for action in legal if np.isfinite(values[action])}
