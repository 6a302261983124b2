"""Records of version 1: they play by the rules of their time, or are refused with the reason."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from marriage_env import (
    Accidents,
    RecordError,
    Rules,
    read_records,
    replayed,
    trynka_v0,
    write_records,
)
from marriage_env.__main__ import main
from marriage_env.cli.random_play import random_records
from marriage_env.core.rule_fields import AddedField
from marriage_env.mariage.rules import HISTORY
from marriage_env.records.check import verify
from marriage_env.records.parse import Record

ADDED = {change.name: change.before for change in HISTORY if isinstance(change, AddedField)}


def as_version_1(record: Record) -> Record:
    """The record as it was written before the fields of version 2."""
    older = copy.deepcopy(record)
    older["version"] = 1
    for name in ADDED:
        del older["rules"][name]
    return older


@pytest.fixture(scope="module")
def record() -> Record:
    """A match under the rules of `classic` as they were in version 1."""
    rules = Rules(table_marriage="king", hearts_king_pays=True, fool_beaten_by="hearts")
    return next(random_records(1, 5, rules, Accidents(), 3, 7, game="mariage"))


def test_the_fields_added_had_their_defaults() -> None:
    defaults = {name: getattr(Rules(), name) for name in ADDED}
    assert defaults == ADDED
    assert set(ADDED) == {"box_put_back", "hand_marriage_pays", "queen_fine", "revoke_fine"}


def test_an_older_record_plays_as_it_did(record: Record, tmp_path: Path) -> None:
    older = as_version_1(record)
    assert verify(older) == verify(record)
    env = replayed(older)
    assert env.rules == Rules(**record["rules"])
    assert env.chips.tolist() == older["chips"]
    again = env.record()
    assert again == {**record, "seed": again["seed"]}  # of version 2, with every field
    write_records(tmp_path / "older.jsonl", [older, record])
    assert list(read_records(tmp_path / "older.jsonl")) == [older, record]


def test_an_older_point_stake_is_refused(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older = as_version_1(record)
    older["rules"]["point_stake"] = 1
    reason = (
        r"rules: point_stake=1: expected 0 in a record of version 1: before version 2 it was "
        r"staked before the declarations, and awarded for POINT"
    )
    with pytest.raises(RecordError, match=reason):
        verify(older)
    path = tmp_path / "older.jsonl"
    with pytest.raises(RecordError, match="point_stake=1"):
        write_records(path, [older])
    assert not path.exists()


def test_a_version_has_the_fields_of_its_time(record: Record) -> None:
    for version, rules in ((1, record["rules"]), (2, as_version_1(record)["rules"])):
        mixed = {**record, "version": version, "rules": rules}
        with pytest.raises(RecordError, match=r"rules: (unknown )?key 'box_put_back'"):
            verify(mixed)
    nonsense = as_version_1(record)
    nonsense["rules"]["point_stake"] = "x"
    with pytest.raises(RecordError, match=r"rules: point_stake='x': expected 0 in a record"):
        verify(nonsense)


def test_an_older_record_is_checked_by_the_command(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "older.jsonl"
    write_records(path, [as_version_1(record)])
    assert main(["check", str(path)]) == 0
    spoilt = path.read_text().replace('"point_stake":0', '"point_stake":1')
    path.write_text(spoilt)
    assert main(["check", str(path)]) != 0
    said = capsys.readouterr()
    assert (
        "line 1: rules: point_stake=1: expected 0 in a record of version 1" in said.out + said.err
    )


def test_trynka_has_the_same_fields_in_both() -> None:
    env = trynka_v0.raw_env(num_players=3, deals=1)
    env.reset(seed=1)
    record = env.record()
    assert record["version"] == 2
    assert verify({**record, "version": 1}) == 0
