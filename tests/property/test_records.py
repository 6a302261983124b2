"""Game records: a match as plain data and back."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import marriage_env
from marriage_env import (
    Accidents,
    RecordError,
    Rules,
    marriage_v0,
    replay,
    replayed,
)
from marriage_env.cli.random_play import random_records
from marriage_env.mariage.game import GAME
from marriage_env.records.build import action_count, action_numbers, make_record, reset_options
from marriage_env.records.check import verify
from marriage_env.records.parse import Record
from tests.play import KINDS, over, play_out

RATES = Accidents(misdeal=0.3, faulty_pack=0.4, missed_deal=0.3)


def begun(
    players: int = 5, rules: Rules | None = None, deals: int = 2, seed: int | None = 1
) -> marriage_v0.raw_env:
    env = marriage_v0.raw_env(num_players=players, rules=rules, deals=deals, accidents=RATES)
    env.reset(seed=seed)
    return env


def finished(
    players: int = 5, rules: Rules | None = None, deals: int = 2, seed: int | None = 1
) -> marriage_v0.raw_env:
    env = begun(players, rules, deals, seed)
    for _ in play_out(env, random.Random(1)):
        pass
    return env


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("rules", KINDS)
def test_round_trip(rules: Rules, players: int) -> None:
    """Record, JSON, replay: the same match, event by event, and the same record."""
    env = finished(players, rules, deals=3, seed=players)
    record = env.record()
    assert json.loads(json.dumps(record)) == record
    again = replayed(record)
    assert again.record() == record
    assert again.events == env.events
    assert again.chips.tolist() == env.chips.tolist() == record["chips"]
    assert again.boxes == env.boxes
    assert over(again)
    assert record["complete"]
    assert (record["players"], record["match_deals"], record["seed"]) == (players, 3, players)


def test_accidents_of_every_kind_come_back() -> None:
    """Missed deals, misdeals, void deals and faults noticed late, with stakes counted once."""
    happened = set()
    for seed in range(40):
        record = finished(seed=seed).record()
        for deal in record["deals"]:
            happened |= set(deal["accidents"])
            happened |= {deal["accidents"].get("faulty_pack")}
        assert replayed(record).record() == record
    assert {"missed_deal", "misdeal", "faulty_pack", "void", 6} <= happened


def test_given_packs_and_forced_accidents() -> None:
    """Packs and accidents given to reset are recorded as those drawn by chance are."""
    env = marriage_v0.raw_env(num_players=5, deals=1)
    pack = reset_options(finished().record())["deck"][0]
    misdealt, faulty = pack[::-1], pack[3:] + pack[:3]
    accidents = [{"missed_deal": 1, "misdeal": 1}, {"faulty_pack": 5}]
    env.reset(options={"deck": [misdealt, faulty, pack], "dealer": 4, "accidents": accidents})
    for _ in play_out(env, random.Random(3)):
        pass
    record = env.record()
    (deal,) = record["deals"]
    assert (deal["dealer"], deal["pack"], record["seed"]) == (0, pack, None)
    assert deal["accidents"].pop("void")["pack"] == faulty
    assert deal["accidents"] == {"missed_deal": True, "misdeal": True, "faulty_pack": 5}
    assert replayed(env.record()).events == env.events


@pytest.mark.parametrize("rules", KINDS)
def test_every_moment_has_a_record(rules: Rules) -> None:
    """A record can be taken before any action; it is then that of the match so far."""
    env = begun(rules=rules)
    before = env.record()
    assert not before["complete"]
    assert action_count(before) == 0
    for number, _ in enumerate(play_out(env, random.Random(1))):
        record = env.record()
        assert action_count(record) == number
        assert replayed(record).record() == record
        if number % 10 == 0:
            twin = replayed(record)
            assert twin.hands == env.hands
            assert twin.chips.tolist() == env.chips.tolist()
            assert (twin.phase, twin.agent_selection) == (env.phase, env.agent_selection)


def test_replay_yields_the_environment_before_every_action() -> None:
    env = begun()
    seen = []
    for action in play_out(env, random.Random(1)):
        seen.append((env.agent_selection, env.observe(env.agent_selection), action))
    record = env.record()
    steps = list(zip(replay_seen(record), action_numbers(record), strict=True))
    assert len(steps) == len(seen) == action_count(record)
    for (agent, observation, action), ((agent_now, now), action_now) in zip(seen, steps):
        assert (agent, action) == (agent_now, action_now)
        np.testing.assert_equal(now, observation)


def replay_seen(record: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    for env in replay(record):
        yield env.agent_selection, env.observe(env.agent_selection)


def test_copies_have_their_own_record() -> None:
    """clone, deepcopy and pickle keep the past; what is played on stays apart."""
    env = begun()
    moves = play_out(env, random.Random(1))
    for _ in itertools.islice(moves, 30):
        pass
    before = env.record()
    for twin in (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.record() == before
        for _ in play_out(twin, random.Random(5)):
            pass
        assert replayed(twin.record()).chips.tolist() == twin.chips.tolist()
    assert env.record() == before


def test_record_shares_nothing_with_the_environment() -> None:
    env = finished()
    env.record()["deals"][0]["actions"].clear()
    verify(env.record())


def test_record_before_reset() -> None:
    with pytest.raises(RuntimeError, match="reset"):
        marriage_v0.raw_env().record()


def test_a_refused_action_is_not_recorded() -> None:
    env = begun()
    before = env.record()
    with pytest.raises(marriage_env.IllegalAction):
        env.step(61)
    assert env.record() == before


def test_record_through_the_wrappers_and_after_another_reset() -> None:
    env = marriage_v0.env(num_players=6, deals=1)
    env.reset(seed=5)
    env.reset(seed=np.random.SeedSequence(5))
    assert env.unwrapped.record()["seed"] is None
    first = env.unwrapped.record()
    env.reset(seed=9)
    assert env.unwrapped.record()["seed"] == 9
    env.reset()  # the stream goes on: no seed deals this again
    assert env.unwrapped.record()["seed"] is None
    assert first["deals"][0]["pack"] != env.unwrapped.record()["deals"][0]["pack"]


def test_reset_options_deal_the_match_again() -> None:
    """Other players can be given the packs and accidents of a record."""
    record = finished(deals=3, seed=4).record()
    env = marriage_v0.raw_env(num_players=5, deals=3)
    env.reset(options=reset_options(record))
    for _ in play_out(env, random.Random(99)):
        pass
    for mine, theirs in zip(env.record()["deals"], record["deals"], strict=True):
        assert mine["pack"] == theirs["pack"]
        assert mine["dealer"] == theirs["dealer"]
        assert set(mine["accidents"]) == set(theirs["accidents"])


def test_make_record_derives_chips() -> None:
    record = finished().record()
    rules = Rules(stake=np.int64(1))  # type: ignore[arg-type]
    made = make_record(GAME, np.int64(5), rules, 2, np.int64(1), record["deals"])  # type: ignore[arg-type]
    assert made == record
    assert json.loads(json.dumps(made)) == record
    with pytest.raises(ValueError, match="seed=-1"):
        make_record(GAME, 5, Rules(), 2, -1, record["deals"])
    with pytest.raises(RecordError, match="expected a seat from 0 to 4"):
        make_record(GAME, 5, Rules(), 2, 1, [{**record["deals"][0], "dealer": 5}])


def test_random_records_come_from_child_seeds() -> None:
    """Game i is the same in every batch, and its own seed deals its packs again."""
    many = list(random_records(4, 6, Rules(), RATES, 2, 3, game="mariage"))
    assert many[:2] == list(random_records(2, 6, Rules(), RATES, 2, 3, game="mariage"))
    assert len({record["seed"] for record in many}) == 4
    env = marriage_v0.raw_env(num_players=6, deals=2, accidents=RATES)
    for record in many:
        env.reset(seed=record["seed"])
        for action in action_numbers(record):
            env.step(action)
        assert env.record() == record
