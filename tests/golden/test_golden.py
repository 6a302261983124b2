"""Golden records: every game's environment does, move by move, what it always did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from marriage_env.core.record_errors import RecordError
from marriage_env.mariage.rules import PRESETS, Rules
from marriage_env.records.files import read_records
from marriage_env.records.parse import Record
from marriage_env.small_mariage.rules import Rules as SmallRules
from marriage_env.trynka.rules import Rules as TrynkaRules
from tests.golden.make import (
    DEALS,
    OLD_RECORDS,
    OLD_TRACES,
    RECORDS,
    SMALL_DEALS,
    SMALL_KINDS,
    SMALL_RECORDS,
    SMALL_TRACES,
    TRACES,
    TRYNKA_RECORDS,
    TRYNKA_RULES,
    TRYNKA_TRACES,
    trace,
)

Golden = list[tuple[Record, dict[str, Any]]]

CHANGED = (
    "the environment no longer does what this version did. If that is meant, it needs a new "
    "environment version: see tests/golden/make.py"
)


def golden(path: Path = RECORDS, traces: Path = TRACES) -> Golden:
    """Each record with its trace."""
    records = list(read_records(path, check=False))
    return list(zip(records, json.loads(traces.read_text()), strict=True))


def test_every_preset_and_number_of_players_has_a_record() -> None:
    records = [record for record, _ in golden()]
    kinds = [(Rules(**record["rules"]), record["players"]) for record in records]
    assert kinds == [(Rules.preset(name), n) for name in PRESETS for n in range(5, 11)]
    assert all(record["complete"] and len(record["deals"]) == DEALS for record in records)
    happened = {name for r in records for deal in r["deals"] for name in deal["accidents"]}
    assert happened == {"missed_deal", "misdeal", "faulty_pack", "void"}


def test_every_number_of_players_has_a_record_of_trynka() -> None:
    records = [record for record, _ in golden(TRYNKA_RECORDS, TRYNKA_TRACES)]
    kinds = [(record["players"], TrynkaRules(**record["rules"])) for record in records]
    assert kinds == list(zip(range(3, 11), (*TRYNKA_RULES, *TRYNKA_RULES), strict=True))
    assert all(record["complete"] and len(record["deals"]) == DEALS for record in records)
    actions = {name for r in records for deal in r["deals"] for name in deal["actions"]}
    assert {"PASS", "STOP", "KC"} <= actions


def test_every_kind_of_small_mariage_has_a_record() -> None:
    records = [record for record, _ in golden(SMALL_RECORDS, SMALL_TRACES)]
    assert [(r["players"], SmallRules(**r["rules"])) for r in records] == SMALL_KINDS
    assert all(record["complete"] and len(record["deals"]) == SMALL_DEALS for record in records)
    actions = {name for r in records for deal in r["deals"] for name in deal["actions"]}
    assert "WITHHOLD" in actions


@pytest.mark.parametrize("number", range(30))
def test_golden(number: int) -> None:
    check(*golden()[number], number)


@pytest.mark.parametrize("number", range(18))
def test_golden_of_version_1(number: int) -> None:
    """Records of older rules play as their fields say, which have had these defaults since."""
    record, before = golden(OLD_RECORDS, OLD_TRACES)[number]
    assert record["version"] == 1
    check(record, before, number)


def test_every_older_preset_has_a_record() -> None:
    """Those of version 1: `typical`, `modern`, and `classic` as it was then."""
    older = Rules(table_marriage="king", hearts_king_pays=True, fool_beaten_by="hearts")
    kinds = [(Rules(**r["rules"]), r["players"]) for r, _ in golden(OLD_RECORDS, OLD_TRACES)]
    presets = (Rules.typical(), Rules.modern(), older)
    assert kinds == [(rules, n) for rules in presets for n in range(5, 11)]


@pytest.mark.parametrize("number", range(8))
def test_golden_trynka(number: int) -> None:
    check(*golden(TRYNKA_RECORDS, TRYNKA_TRACES)[number], number)


@pytest.mark.parametrize("number", range(len(SMALL_KINDS)))
def test_golden_small_mariage(number: int) -> None:
    check(*golden(SMALL_RECORDS, SMALL_TRACES)[number], number)


def check(record: Record, before: dict[str, Any], number: int) -> None:
    """Play a record again and compare it with its trace, step by step."""
    kind = f"record {number + 1}, {record['players']} players"
    try:
        now = trace(record)
    except RecordError as error:
        pytest.fail(f"{kind}: {error}: {CHANGED}")
    for step, (seat, expected) in enumerate(zip(now["seats"], before["seats"])):
        assert seat == expected, f"{kind}: after {step} actions seat {seat} is asked: {CHANGED}"
        seen, place = now["seen"], slice(8 * step, 8 * step + 8)
        assert seen[place] == before["seen"][place], (
            f"{kind}: after {step} actions the seats see something else: {CHANGED}"
        )
    assert now == before, f"{kind}: {CHANGED}"
