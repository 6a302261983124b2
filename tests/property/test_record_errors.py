"""Game records: what is said of a record that cannot be."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import marriage_env
from marriage_env import (
    Accidents,
    RecordError,
    Rules,
    marriage_v0,
    read_records,
    replay,
    replayed,
)
from marriage_env.cli.random_play import random_records
from marriage_env.records.build import action_count
from marriage_env.records.check import verify
from marriage_env.records.parse import Record
from tests.play import play_out


@pytest.fixture(scope="module")
def plain() -> Record:
    """A match of three deals without accidents, five players, typical."""
    return next(random_records(1, 5, Rules(), Accidents(), 3, 7, game="mariage"))


@pytest.fixture(scope="module")
def void() -> Record:
    """A match whose second deal is void after its first trick, and dealt again."""
    env = marriage_v0.raw_env(num_players=5, deals=3)
    env.reset(seed=3, options={"accidents": [{}, {"faulty_pack": 1}, {}, {}]})
    for _ in play_out(env, random.Random(2)):
        pass
    return env.record()


Edit = Callable[[dict[str, Any]], object]


def edited(record: Record, edit: Edit) -> Record:
    changed = copy.deepcopy(record)
    edit(changed)
    return changed


def put(*path: Any) -> Edit:
    """Set the value at a path of keys; the last of `path` is the value."""
    *way, last, value = path

    def edit(record: dict[str, Any]) -> None:
        place: Any = record
        for key in way:
            place = place[key]
        place[last] = value

    return edit


def drop(*path: Any) -> Edit:
    """Remove what is at a path of keys."""
    *way, last = path

    def edit(record: dict[str, Any]) -> None:
        place: Any = record
        for key in way:
            place = place[key]
        del place[last]

    return edit


DEAL = ("deals", 1)
WRONG_FORM = [
    (put("format", "x"), "format='x': expected 'marriage-env-record'"),
    (put("version", 3), "version=3: expected 1 or 2"),
    (put("version", 1), "rules: unknown key 'box_put_back', expected rank_order"),
    (put("version", True), "version=True: expected 1"),
    (drop("version"), "record: key 'version' is missing, expected 1"),
    (put("env", "whist_v0"), "env='whist_v0': expected 'marriage_v0' or 'trynka_v0'"),
    (put("state", 1), "record: unknown key 'state', expected format, version"),
    (drop("chips"), "record: key 'chips' is missing"),
    (put("rules", "typical"), "rules='typical': expected an object with rank_order"),
    (drop("rules", "point"), "rules: key 'point' is missing"),
    (put("rules", "colour", 1), "rules: unknown key 'colour'"),
    (put("rules", "follow", "no"), "rules: follow='no': expected one of beat, suit"),
    (put("players", 4), "players=4: expected an integer from 5 to 10"),
    (put("players", True), "players=True: expected an integer"),
    (put("match_deals", 0), "match_deals=0: expected an integer of at least 1"),
    (put("match_deals", None), "match_deals=None: expected an integer"),
    (put("match_deals", 2), "3 deals: expected 1 to 2, as match_deals says"),
    (put("deals", []), "0 deals: expected 1 to 3"),
    (put("deals", {}), "deals={}: expected a list"),
    (put("seed", -1), "seed=-1: expected an integer of at least 0, or null"),
    (put("seed", 1.0), "seed=1.0: expected an integer"),
    (put("chips", [0, 0]), r"chips=\[0, 0\]: expected 5 integers"),
    (put("complete", 1), "complete=1: expected true or false"),
    (put("deals", 1, []), r"deal 2: deal=\[\]: expected an object with dealer, pack"),
    (drop(*DEAL, "dealer"), "deal 2: deal: key 'dealer' is missing"),
    (put(*DEAL, "trump", "H"), "deal 2: deal: unknown key 'trump'"),
    (put(*DEAL, "dealer", 5), "deal 2: dealer=5: expected a seat from 0 to 4"),
    (put(*DEAL, "pack", 3, "1H"), "deal 2: pack: '1H' is no card, expected a rank of"),
    (put(*DEAL, "pack", 3, "qh"), "deal 2: pack: 'qh' is no card"),
    (put(*DEAL, "pack", 3, ["QH"]), "deal 2: pack: .* is no card"),
    (put(*DEAL, "pack", 3, "2C"), "deal 2: pack: 2C is not in the pack of 36 cards"),
    (put(*DEAL, "pack", "QH"), "deal 2: pack='QH': expected a list"),
    (put(*DEAL, "pack", []), "deal 2: pack: 0 cards, expected the 36"),
    (drop(*DEAL, "pack", 3), "deal 2: pack: 35 cards, expected the 36"),
    (put(*DEAL, "actions", None), "deal 2: actions=None: expected a list"),
    (put(*DEAL, "actions", 6, "PASS"), "deal 2, action 7: 'PASS' is no action: expected a card"),
    (put(*DEAL, "actions", 6, 7), "deal 2, action 7: 7 is no action"),
    (put(*DEAL, "accidents", []), r"deal 2: accidents=\[\]: expected an object"),
    (put(*DEAL, "accidents", {"fire": 1}), "deal 2: accidents: unknown key 'fire'"),
    (put(*DEAL, "accidents", {"misdeal": False}), "misdeal=False: expected true, or no such key"),
    (
        put(*DEAL, "accidents", {"faulty_pack": 7}),
        "faulty_pack=7: expected the trick, 1 to 5, or 6",
    ),
    (put(*DEAL, "accidents", {"faulty_pack": 2}), "deal 2: .*faulty_pack=2 makes the deal void"),
    (put(*DEAL, "accidents", {"void": {}}), "deal 2: accidents: void without a faulty_pack"),
    (put(*DEAL, "accidents", {"faulty_pack": 1, "void": {}}), "void: key 'pack' is missing"),
]


@pytest.mark.parametrize(("edit", "words"), WRONG_FORM)
def test_wrong_form(plain: Record, tmp_path: Path, edit: Edit, words: str) -> None:
    """Said at the call of replay, and when read with file and line, checked or not."""
    wrong = edited(plain, edit)
    with pytest.raises(RecordError, match=f"^{words}" if words.startswith("deal") else words):
        replay(wrong)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{json.dumps(plain)}\n{json.dumps(wrong)}\n")
    for check in (True, False):
        records = read_records(path, check=check)
        assert next(records) == plain
        with pytest.raises(RecordError, match=rf"games.jsonl, line 2[,:] .*{words}"):
            next(records)


@pytest.mark.parametrize("record", [None, 3, [], "x"])
def test_no_record_at_all(record: Any) -> None:
    with pytest.raises(RecordError, match="expected a record, a JSON object"):
        replay(record)


def test_pack_with_a_double(plain: Record) -> None:
    wrong = edited(plain, lambda r: put(*DEAL, "pack", 3, r["deals"][1]["pack"][4])(r))
    card = wrong["deals"][1]["pack"][3]
    with pytest.raises(RecordError, match=f"^deal 2: pack: {card} stands 2 times in the pack"):
        replay(wrong)


def refusal(record: Record) -> RecordError:
    """What the replay says; the plain check and the environment must agree on it."""
    with pytest.raises(RecordError) as by_engine:
        verify(record)
    with pytest.raises(RecordError) as by_env:
        replayed(record)
    assert str(by_engine.value) == str(by_env.value)
    return by_engine.value


def test_illegal_action(plain: Record) -> None:
    """A card of another hand: deal, action, seat and what was legal are named."""
    actions = plain["deals"][1]["actions"]
    error = refusal(edited(plain, put(*DEAL, "actions", 4, actions[3])))
    assert (error.deal, error.action, error.void) == (2, 5, False)
    env = next(itertools.islice(replay(plain), action_count(plain) // 3 + 4, None))
    legal = ", ".join(marriage_env.mariage.actions.names(env._states["legal"][0]))
    seat = env.agent_selection[-1]
    assert str(error) == (
        f"deal 2, action 5: {actions[3]} is not legal: seat {seat} is asked, legal: {legal}"
    )


def test_missing_and_extra_actions(plain: Record) -> None:
    _, second, third = (len(deal["actions"]) for deal in plain["deals"])
    error = refusal(edited(plain, drop(*DEAL, "actions", -1)))
    assert str(error).startswith(f"deal 2, action {second}: actions are missing: seat ")
    error = refusal(edited(plain, drop("deals", 2, "actions", -1)))
    missing = f"deal 3, action {third}: actions are missing, for the record is complete: seat "
    assert str(error).startswith(missing)
    error = refusal(edited(plain, lambda r: r["deals"][1]["actions"].append("6C")))
    assert str(error) == (
        f"deal 2, action {second + 1}: 6C is one action too many: "
        f"this pack was played out with action {second}"
    )
    error = refusal(edited(plain, lambda r: r["deals"][2]["actions"].append("6C")))
    assert (error.deal, error.action) == (3, third + 1)
    error = refusal(edited(plain, drop("deals", 2)))
    assert str(error).startswith(f"deal 2, action {second}: this pack was played out: expected de")


def test_wrong_chips(plain: Record) -> None:
    chips, last = plain["chips"], len(plain["deals"][2]["actions"])
    error = refusal(edited(plain, put("chips", 3, chips[3] + 2)))
    assert str(error) == (
        f"deal 3, action {last}: chips: seat 3 {chips[3] + 2}, not {chips[3]}: "
        f"expected {chips}, as played"
    )


def test_wrong_dealer_complete_and_pack(plain: Record) -> None:
    dealer = plain["deals"][1]["dealer"]
    error = refusal(edited(plain, put(*DEAL, "dealer", (dealer + 1) % 5)))
    assert str(error).startswith(f"deal 2: dealer={(dealer + 1) % 5}: expected {dealer}, who deals")
    error = refusal(edited(plain, put("complete", False)))
    assert "complete=false: expected true, the match is over" in str(error)
    other = plain["deals"][0]["pack"]
    assert refusal(edited(plain, put(*DEAL, "pack", other))).deal == 2


def test_wrong_void_deals(void: Record) -> None:
    """The void pack's own actions are counted apart; nothing about it can be left out."""
    verify(void)
    accidents = ("deals", 1, "accidents")
    error = refusal(edited(void, put(*accidents, "void", "actions", 2, "DONE")))
    assert (error.deal, error.action, error.void) == (2, 3, True)
    assert str(error).startswith("deal 2 (void), action 3: DONE is not legal: seat ")
    error = refusal(edited(void, drop(*accidents, "void", "actions", 4)))
    assert str(error).startswith("deal 2 (void), action 5: actions are missing")
    error = refusal(edited(void, put(*accidents, "faulty_pack", 2)))
    assert (error.deal, error.action, error.void) == (2, 6, True)
    refusal(edited(void, put(*accidents, "void", "pack", void["deals"][0]["pack"])))
    with pytest.raises(RecordError, match=r"^deal 2 \(void\): pack: 'X' is no card"):
        verify(edited(void, put(*accidents, "void", "pack", 0, "X")))

    def stop_at_the_fault(record: Record) -> None:
        del record["deals"][2]
        deal = record["deals"][1]
        deal.update(deal["accidents"].pop("void"))
        record["complete"] = False

    error = refusal(edited(void, stop_at_the_fault))
    assert "expected void, with the pack dealt again after it" in str(error)


def test_errors_survive_pickling(plain: Record) -> None:
    error = refusal(edited(plain, put("chips", 3, 99)))
    error.path, error.line = "x.jsonl", 4
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert str(again).startswith("x.jsonl, line 4, deal 3, action 2")
