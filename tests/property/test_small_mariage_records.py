"""Game records of Small Mariage: a match as plain data and back, and what cannot be."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_env import RecordError, read_records, replay, replayed, small_mariage_v0
from marriage_env.cli.score_sheet import score_sheet
from marriage_env.records.build import action_count, action_numbers, reset_options
from marriage_env.records.check import verify
from marriage_env.records.files import write_records
from marriage_env.small_mariage.rules import Rules
from tests.play import over, play_out

from .strategies import steady
from .test_small_mariage_differential import ANY_KIND
from .test_trynka_records import put


def finished(players: int, rules: Rules | None, seed: int = 1) -> small_mariage_v0.raw_env:
    """A match of two deals, played at random."""
    env = small_mariage_v0.raw_env(players, rules, deals=2)
    env.reset(seed=seed)
    for _ in play_out(env, random.Random(seed)):
        pass
    return env


@settings(steady, max_examples=20)
@given(ANY_KIND, st.integers(0, 10**6))
def test_round_trip(kind: tuple[int, Rules], seed: int) -> None:
    """Record, JSON, replay: the same match, event by event, and the same record."""
    env = finished(*kind, seed)
    record = env.record()
    assert json.loads(json.dumps(record)) == record
    assert (record["env"], record["version"]) == ("small_mariage_v0", 2)
    again = replayed(record)
    assert over(again)
    assert again.record() == record
    assert again.events == env.events
    assert again.chips.tolist() == env.chips.tolist() == record["chips"]
    assert action_count(record) == verify(record) == len(action_numbers(record))
    names = [name for deal in record["deals"] for name in deal["actions"]]
    for now, name in zip(replay(record), names, strict=True):
        assert name in now.game.action_names(now._states["legal"][0])


def test_a_match_under_way_and_its_packs(tmp_path: Any) -> None:
    """What has happened so far goes into a file; other players can have the same packs."""
    env = small_mariage_v0.raw_env(3, Rules(suits=4), deals=3)
    env.reset(seed=5)
    for number, _ in enumerate(play_out(env, random.Random(5))):
        if number == 9:
            break
    record = env.record()
    assert not record["complete"]
    assert write_records(tmp_path / "one.jsonl", [record]) == 1
    assert list(read_records(tmp_path / "one.jsonl")) == [record]
    options = reset_options(record)
    assert [deal["pack"] for deal in record["deals"]] == options["deck"]
    other = small_mariage_v0.raw_env(3, Rules(suits=4), deals=3)
    other.reset(seed=9, options=options)
    assert other.record()["deals"][0]["pack"] == options["deck"][0]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (put("players", 4), "players=4: expected an integer from 2 to 3"),
        (put("players", 3), "chips="),
        (put("rules", "suits", 4), "deal 1: pack: 12 cards, expected the 16 of the pack"),
        (put("rules", "suits", 1), "rules: suits=1: expected an integer from 2 to 4"),
        (put("rules", "rank_order", "queen_high"), "rules: unknown key 'rank_order'"),
        (put("deals", 0, "accidents", {}), "deal 1: deal: unknown key 'accidents'"),
        (put("deals", 1, "dealer", 2), "deal 2: dealer=2: expected a seat from 0 to 1"),
        (put("deals", 0, "pack", 0, "QS"), "deal 1: pack: QS is not in the pack of 12 cards"),
        (put("deals", 0, "actions", 1, "DONE"), "expected a card such as 'QH' or one of WITHHOLD"),
        (put("deals", 0, "actions", 0, "WITHHOLD"), "deal 1, action 1: WITHHOLD is not legal"),
        (put("chips", 0, 99), "chips: seat 0 99, not"),
    ],
)
def test_what_cannot_be_is_named(edit: Callable[[Any], None], message: str) -> None:
    """The deal, the action, what is wrong and what was expected."""
    record = copy.deepcopy(finished(2, None).record())
    edit(record)
    with pytest.raises(RecordError) as caught:
        verify(record)
    assert message in str(caught.value)


def test_an_impossible_size_in_a_record_is_named() -> None:
    """Two suits have too few cards for three hands of three."""
    record = finished(2, Rules(suits=2, hand_cards=3)).record()
    record["players"] = 3
    with pytest.raises(RecordError, match="hand_cards=3: expected at most 2 with 3 players"):
        verify(record)


def test_the_score_sheet() -> None:
    """Every hand, trick and payment; there is no line on chips on the table."""
    env = finished(3, Rules(hand_cards=3))
    sheet = score_sheet(env.record(), "a match")
    assert sheet.startswith("SMALL MARIAGE   a match")
    assert sheet.isascii()
    for event in env.events[:-1]:
        assert env.event_text(event) in sheet
    assert "Trick 3, seat" in sheet
    assert "rules: large" in sheet
    assert "table" not in sheet
