"""Factories of agents: which keywords they get, in this process and in one of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents import load
from agents.isolation.agent import CAN_ISOLATE, AgentProcesses
from agents.protocol import Unloadable
from agents.uniform import UniformAgent
from marriage_env import Rules
from marriage_env.trynka import Rules as TrynkaRules


class Telling(UniformAgent):
    """An agent whose actions tell what its factory was given: all are the number that it holds."""

    def __init__(self, number: int) -> None:
        self.number = number

    def act(self, views: Any, masks: Any, rng: Any) -> Any:
        return np.full(len(masks), self.number)


def with_nothing() -> Telling:
    return Telling(1)


def with_players(num_players: int) -> Telling:
    return Telling(num_players)


def with_all(*, game: str, rules: Any, num_players: int, other: int = 100) -> Telling:
    stake = rules.stake if game == "mariage" else rules.card_stake
    return Telling(other * num_players + stake)


def with_any(**given: Any) -> Telling:
    return Telling(len(given))  # none is declared by its name


def by_position(num_players: int = 3, /) -> Telling:
    return Telling(num_players)


class Five(Telling):
    """A class is a factory too."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(5 + rules.stake)


def refusing(num_players: int) -> Telling:
    if num_players > 5:
        raise ValueError(f"not with {num_players}")
    return Telling(num_players)


def told(agent: Any) -> int:
    """The number that a `Telling` holds."""
    return int(agent.act(np.zeros(1), np.ones((1, 62), np.int8), np.random.default_rng(1))[0])


CASES = [
    ("with_nothing", 1),
    ("with_players", 7),
    ("with_all", 702),
    ("with_any", 0),
    ("by_position", 3),
    ("Five", 7),
]


@pytest.mark.parametrize(("factory", "expected"), CASES)
def test_a_factory_gets_the_keywords_that_it_declares(factory, expected):
    agent = load(f"{__name__}:{factory}", 7, Rules(stake=2))
    assert told(agent) == expected


def test_a_factory_is_told_the_game():
    agent = load(f"{__name__}:with_all", 4, TrynkaRules(card_stake=3), "trynka")
    assert told(agent) == 403
    assert told(load(f"{__name__}:with_all", 4, None, "trynka")) == 400 + TrynkaRules().card_stake


@pytest.mark.skipif(not CAN_ISOLATE, reason="agents of factories play in the command here")
def test_factories_in_other_processes_get_the_same():
    with AgentProcesses() as processes:
        for factory, expected in CASES[:3]:
            spec = f"{__name__}:{factory}"
            assert told(load(spec, 7, Rules(stake=2), processes=processes)) == expected
        same = [load(f"{__name__}:with_nothing", n, processes=processes) for n in (5, 6)]
        assert same[0] is same[1]
        of_five, of_six = (load(f"{__name__}:with_players", n, processes=processes) for n in (5, 6))
        assert (told(of_five), told(of_six)) == (5, 6)
        assert load(f"{__name__}:with_players", 5, Rules(stake=2), processes=processes) is of_five
        of_six.close()
        assert told(of_six) == 6  # begun anew, it is told the same


@pytest.mark.skipif(not CAN_ISOLATE, reason="agents of factories play in the command here")
def test_a_factory_that_refuses_a_match_makes_agents_of_others():
    with AgentProcesses() as processes:
        for _ in range(2):
            with pytest.raises(Unloadable, match="ValueError: not with 6"):
                load(f"{__name__}:refusing", 6, processes=processes)
        assert told(load(f"{__name__}:refusing", 5, processes=processes)) == 5
