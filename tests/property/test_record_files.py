"""Files of game records: read line by line, written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from marriage_env import (
    Accidents,
    RecordError,
    Rules,
    read_records,
    write_records,
)
from marriage_env.cli.random_play import random_records
from marriage_env.records.parse import Record

RATES = Accidents(misdeal=0.3, faulty_pack=0.4, missed_deal=0.3)


@pytest.fixture(scope="module")
def plain() -> Record:
    """A match of three deals without accidents."""
    return next(random_records(1, 5, Rules(), Accidents(), 3, 7, game="mariage"))


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Six matches in a file."""
    path = tmp_path / "games.jsonl"
    assert write_records(path, random_records(6, 5, Rules(), RATES, 2, 1, game="mariage")) == 6
    return path


def test_files_round_trip(games: Path) -> None:
    assert list(read_records(games)) == list(
        random_records(6, 5, Rules(), RATES, 2, 1, game="mariage")
    )
    again = games.with_name("again.jsonl")
    write_records(again, read_records(games))
    assert again.read_bytes() == games.read_bytes()
    assert sorted(path.name for path in games.parent.iterdir()) == ["again.jsonl", "games.jsonl"]


def read_until_error(path: Path) -> tuple[int, str]:
    """How many records can be read, and what is said then."""
    good = 0
    with pytest.raises(RecordError) as caught:  # noqa: PT012
        for _ in read_records(path):
            good += 1
    return good, str(caught.value)


def test_truncated_file(games: Path) -> None:
    """Wherever a file is cut: the whole lines come, then the cut is named."""
    whole = games.read_bytes()
    lines = whole.splitlines(keepends=True)
    start = sum(map(len, lines[:4]))
    for cut in (start + 1, start + 700, start + len(lines[4]) - 2):
        games.write_bytes(whole[:cut])
        good, said = read_until_error(games)
        assert good == 4
        assert said.startswith(f"{games}, line 5: no whole JSON object (")
        assert said.endswith("the file may be cut off")
    games.write_bytes(whole[:-1])  # only the last line's end is gone
    assert len(list(read_records(games))) == 6


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"\n", "an empty line"),
        (b"[1]\n", "expected a record, a JSON object"),
        (b"{'a': 1}\n", "no whole JSON object"),
        (b"\xff\xfe\n", "no whole JSON object"),
        (b"[" * 100_000 + b"\n", "no whole JSON object"),
        (b'{"version": 1, "version": 2}\n', "key 'version' stands twice in one object"),
    ],
)
def test_lines_that_are_no_record(games: Path, line: bytes, words: str) -> None:
    lines = games.read_bytes().splitlines(keepends=True)
    games.write_bytes(b"".join([*lines[:3], line, *lines[3:]]))
    good, said = read_until_error(games)
    assert good == 3
    assert said.startswith(f"{games}, line 4: ")
    assert words in said


def test_hand_edited_action_names_the_place(games: Path) -> None:
    records = list(read_records(games))
    records[3]["deals"][1]["actions"][2] = "WITHHOLD"
    games.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    good, said = read_until_error(games)
    assert good == 3
    assert said.startswith(f"{games}, line 4, deal 2, action 3: WITHHOLD is not legal: seat ")
    assert ", legal: " in said
    assert len(list(read_records(games, check=False))) == 6


@pytest.mark.parametrize("trouble", [RecordError("x"), KeyboardInterrupt()])
def test_interrupted_write_leaves_the_old_file(games: Path, trouble: BaseException) -> None:
    before = games.read_bytes()

    def stopping() -> Iterator[Record]:
        yield from random_records(2, 5, Rules(), RATES, 2, 9, game="mariage")
        raise trouble

    for path in (games, games.with_name("new.jsonl")):
        with pytest.raises(type(trouble)):
            write_records(path, stopping())
    assert games.read_bytes() == before
    assert list(games.parent.iterdir()) == [games]


def test_wrong_records_are_not_written(games: Path, plain: Record) -> None:
    before = games.read_bytes()
    wrong = {**plain, "chips": [99, *plain["chips"][1:]]}
    with pytest.raises(RecordError, match=r"^line 2, deal 3, action 2\d: chips: seat 0"):
        write_records(games, [plain, wrong])
    assert games.read_bytes() == before
    with pytest.raises(OSError, match="no such folder"):
        write_records(games / "x" / "y.jsonl", [plain])
    with pytest.raises(OSError, match="not a regular file"):
        write_records(games.parent, [plain])
    with pytest.raises(FileNotFoundError):
        next(read_records(games.with_name("none.jsonl")))


def test_link_stays_a_link(games: Path, plain: Record) -> None:
    link = games.with_name("link.jsonl")
    link.symlink_to(games)
    write_records(link, [plain])
    assert link.is_symlink()
    assert list(read_records(games)) == [plain]
