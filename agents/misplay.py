"""What agents do wrong while they play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marriage_env.interfaces.agent_answers import WrongAnswer, integer_answer


class Misplay(ValueError):
    """What an agent did that the rules of play forbid: an illegal action, no answer, an error.

    Args:
        agent: the agent's name or spec.
        what: what it did, in words that follow its name.
        game: index of the game, among those that the agent was asked about or that are played.
    """

    def __init__(self, agent: str, what: str, game: int) -> None:
        super().__init__(agent, what, game)
        self.agent, self.what, self.game = agent, what, game

    def __str__(self) -> str:
        return f"{self.agent} {self.what}"


def as_actions(agent: str, answer: object, size: int) -> NDArray[np.int64]:
    """An agent's answer as (size,) int64 actions; Misplay if it is anything but integers."""
    try:
        return integer_answer(answer, size)
    except WrongAnswer as error:
        raise Misplay(agent, error.what, error.row) from error
