"""Game records of Trynka: a match as plain data and back, and what cannot be."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from marriage_env import (
    RecordError,
    marriage_v0,
    read_records,
    replay,
    replayed,
    trynka_v0,
    write_records,
)
from marriage_env.records.build import action_count, action_numbers, reset_options
from marriage_env.records.check import verify
from marriage_env.trynka.rules import Rules
from tests.play import over, play_out

KINDS = [Rules(), Rules(ends="all_out", out_pay=1), Rules(offences="none", card_stake=0)]


def finished(players: int = 3, rules: Rules | None = None) -> trynka_v0.raw_env:
    """A match of two deals, played at random."""
    env = trynka_v0.raw_env(num_players=players, rules=rules, deals=2)
    env.reset(seed=players)
    for _ in play_out(env, random.Random(1)):
        pass
    return env


@pytest.mark.parametrize("players", range(3, 11))
@pytest.mark.parametrize("rules", KINDS)
def test_round_trip(rules: Rules, players: int) -> None:
    """Record, JSON, replay: the same match, event by event, and the same record."""
    env = finished(players, rules)
    record = env.record()
    assert json.loads(json.dumps(record)) == record
    assert (record["env"], record["players"], record["seed"]) == ("trynka_v0", players, players)
    again = replayed(record)
    assert over(again)
    assert again.record() == record
    assert again.events == env.events
    assert again.chips.tolist() == env.chips.tolist() == record["chips"]
    assert action_count(record) == verify(record) == len(action_numbers(record))


def test_replay_stands_before_every_action() -> None:
    """At each pause the seat asked is about to do what the record says."""
    record = finished().record()
    names = [name for deal in record["deals"] for name in deal["actions"]]
    for env, name, number in zip(replay(record), names, action_numbers(record), strict=True):
        assert env.game.action_name(number) == name
        assert env.observe(env.agent_selection)["action_mask"][number]


def test_a_match_under_way() -> None:
    """What has happened so far, and its packs for other players."""
    env = trynka_v0.raw_env(num_players=4, deals=3)
    env.reset(seed=5)
    for number, _ in enumerate(play_out(env, random.Random(5))):
        if number == 60:
            break
    record = env.record()
    assert not record["complete"]
    assert replayed(record)._states["table"].tobytes() == env._states["table"].tobytes()
    options = reset_options(record)
    assert [deal["pack"] for deal in record["deals"]] == options["deck"]
    assert record["deals"][0]["dealer"] == options["dealer"]


def test_files_hold_both_games(tmp_path: Path) -> None:
    """A file may hold matches of Mariage and Trynka."""
    other = marriage_v0.raw_env(deals=1)
    other.reset(seed=1)
    records = [finished().record(), other.record()]
    assert write_records(tmp_path / "both.jsonl", records) == 2
    assert list(read_records(tmp_path / "both.jsonl")) == records


def put(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Put the last of these at the place that the others name."""
    *way, last, value = path

    def edit(record: Any) -> None:
        for key in way:
            record = record[key]
        record[last] = value

    return edit


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (put("players", 2), "players=2: expected an integer from 3 to 10"),
        (put("rules", "ends", "late"), "rules: ends='late': expected one of first_out, all_out"),
        (put("rules", "stake", 1), "rules: unknown key 'stake'"),
        (put("deals", 0, "accidents", {}), "deal 1: deal: unknown key 'accidents'"),
        (put("deals", 1, "dealer", 7), "deal 2: dealer=7: expected a seat from 0 to 2"),
        (put("deals", 1, "dealer", 1), "deal 2: dealer=1: expected"),
        (put("deals", 0, "pack", 0, "2C"), "deal 1: pack: 2C is not in the pack of 36 cards"),
        (put("deals", 0, "actions", 3, "DONE"), "deal 1, action 4: 'DONE' is no action"),
        (put("deals", 0, "actions", 0, "PASS"), "deal 1, action 1: PASS is not legal: seat"),
        (put("chips", 0, 99), "chips: seat 0 99, not"),
        (put("complete", False), "complete=false: expected true"),
        (put("env", "marriage_v0"), "rules: unknown key"),
    ],
)
def test_what_cannot_be_is_named(edit: Callable[[Any], None], message: str) -> None:
    """The deal, the action, what is wrong and what was expected."""
    record = copy.deepcopy(finished().record())
    edit(record)
    with pytest.raises(RecordError) as caught:
        verify(record)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("cut", "message"),
    [(-1, "actions are missing, for the record is complete: seat"), (None, "one action too many")],
)
def test_missing_and_surplus_actions(cut: int | None, message: str) -> None:
    """Too few, or one too many."""
    record = finished().record()
    actions = record["deals"][-1]["actions"]
    record["deals"][-1]["actions"] = [*actions, "PASS"] if cut is None else actions[:cut]
    with pytest.raises(RecordError, match=message):
        verify(record)
