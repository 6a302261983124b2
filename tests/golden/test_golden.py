"""Golden records: `marriage_v0` does, move by move, what it always did."""

from __future__ import annotations

import json
from typing import Any

import pytest

from marriage_env.mariage.record import Record, RecordError, read_records
from marriage_env.mariage.rules import PRESETS, Rules
from tests.golden.make import DEALS, RECORDS, TRACES, trace

CHANGED = (
    "the environment no longer does what marriage_v0 did. If that is meant, it needs a new "
    "environment version: see tests/golden/make.py"
)


def golden() -> list[tuple[Record, dict[str, Any]]]:
    """Each record with its trace."""
    records = list(read_records(RECORDS, check=False))
    return list(zip(records, json.loads(TRACES.read_text()), strict=True))


def test_every_preset_and_number_of_players_has_a_record() -> None:
    records = [record for record, _ in golden()]
    kinds = [(Rules(**record["rules"]), record["players"]) for record in records]
    assert kinds == [(Rules.preset(name), n) for name in PRESETS for n in range(5, 11)]
    assert all(record["complete"] and len(record["deals"]) == DEALS for record in records)
    happened = {name for r in records for deal in r["deals"] for name in deal["accidents"]}
    assert happened == {"missed_deal", "misdeal", "faulty_pack", "void"}


@pytest.mark.parametrize("number", range(24))
def test_golden(number: int) -> None:
    record, before = golden()[number]
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
