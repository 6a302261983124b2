"""Replaying game records in the environment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from marriage_env.interfaces.aec import GameEnv
from marriage_env.records.check import check_end, walk
from marriage_env.records.parse import Script, script_of


def replay(record: Mapping[str, Any]) -> Iterator[Any]:
    """The environment of a record as it was before every action, then a check of the chips.

    It is one environment (the game's `raw_env`), stepped between the yields: `clone()` it to keep a
    position, and do not step it yourself. At the end it stands after the last action (`replayed`
    returns that). It has the seed of the record and no random accidents.

    Raises RecordError for an invalid record: at the call if its form is wrong; in the iteration, at
    the first illegal move, naming deal, action, seat and what was legal.
    """
    script = script_of(record)
    return _walk(script, _begun(script))


def replayed(record: Mapping[str, Any]) -> Any:
    """The environment as a record leaves it, over or in the middle of a match.

    Raises RecordError as `replay` does.
    """
    script = script_of(record)
    env = _begun(script)
    for _ in _walk(script, env):
        pass
    return env


def _begun(script: Script) -> GameEnv:
    raw_env = import_module(f"marriage_env.{script.game.env}").raw_env
    env: GameEnv = raw_env(num_players=script.players, rules=script.rules, deals=script.match_deals)
    env.reset(seed=script.seed, options=script.options())
    return env


def _walk(script: Script, env: GameEnv) -> Iterator[GameEnv]:
    for _ in walk(script, env._states, env.step):
        yield env
    check_end(script, env._states)
