"""A recorded match, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marriage_env.core.events import Event
from marriage_env.core.record_copy import copy_records
from marriage_env.game import Game, Match, Records
from marriage_env.interfaces.replay import replay, replayed


@dataclass(frozen=True)
class Walk:
    """A match: how it stood before every action and after the last, so many "steps"."""

    game: Game
    match: Match
    seed: int | None
    states: list[Records]  # (1,) STATE, one a step
    counts: list[int]  # events since the match began, one a step
    events: list[Event]  # all of them
    actions: list[int]  # one fewer than steps

    def seat(self, step: int) -> int:
        """The seat to act; -1 when the match is over."""
        return int(self.states[step]["seat"][0])

    def legal(self, step: int) -> int:
        """The legal actions, a set."""
        return int(self.states[step]["legal"][0])

    def acts(self, step: int, onlooker: int | None) -> bool:
        """Whether an action follows which an onlooker may know as such: None sees everyone's."""
        return step < len(self.actions) and onlooker in (None, self.seat(step))


def walked(record: Mapping[str, Any]) -> Walk:
    """The match of a record; RecordError for an invalid one."""
    states: list[Records] = []
    counts: list[int] = []
    env: Any = None
    for env in replay(record):
        states.append(copy_records(env._states))
        counts.append(len(env.events))
    env = replayed(record) if env is None else env
    events: list[Event] = env.events
    states.append(copy_records(env._states))
    counts.append(len(events))
    match = Match(env.max_num_agents, env.rules, None, env.num_deals)
    return Walk(env.game, match, record["seed"], states, counts, events, list(env._actions))
