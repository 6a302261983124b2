"""Files appear whole or not at all, and replace none unasked; damage is one sentence."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

import pytest

from marriage_env import RecordError, Rules, read_records, write_records
from marriage_env.cli.random_play import random_records
from marriage_env.files.json_text import parse_json, read_object
from marriage_env.files.storage import checked_target, remove_unfinished, write_text, writing

NAMES = ["plain.json", "имя.json", "a" * 250, "\udcff\udcfe.json", ".hidden", "a*b?[c].json"]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_appears_when_the_block_ends_and_not_before(tmp_path: Path, name: str):
    path = tmp_path / name
    with writing(path) as file:
        file.write(b"new")
        assert not path.exists()
    assert [one.name for one in tmp_path.iterdir()] == [name]
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("trouble", [OSError(28, "No space left"), KeyboardInterrupt, SystemExit])
def test_a_block_that_raises_leaves_the_old_file_and_nothing_else(tmp_path: Path, trouble):
    path = tmp_path / "kept"
    path.write_text("old")
    kind = type(trouble) if isinstance(trouble, OSError) else trouble
    with pytest.raises(kind), writing(path) as file:  # noqa: PT012
        file.write(b"half")
        raise trouble
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]


def test_two_writers_of_one_file_never_meet(tmp_path: Path):
    path = tmp_path / "kept"
    with writing(path) as one, writing(path) as other:
        one.write(b"1" * 100)
        other.write(b"2")
    assert path.read_bytes() == b"1" * 100
    assert len(list(tmp_path.iterdir())) == 1


def test_no_file_is_replaced_that_came_while_another_was_written(tmp_path: Path):
    path = tmp_path / "kept"
    write_text(path, "old", replace=False)
    with pytest.raises(FileExistsError, match="kept exists; --force replaces it"):
        write_text(path, "new", replace=False)
    assert path.read_text() == "old"
    path.unlink()
    with pytest.raises(FileExistsError, match="exists"), writing(path, replace=False) as file:  # noqa: PT012
        file.write(b"mine")
        path.write_text("theirs")
    assert path.read_text() == "theirs"
    assert len(list(tmp_path.iterdir())) == 1


def test_what_cannot_be_written_is_said_before_anything_is(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match="no such folder"):
        checked_target(tmp_path / "no" / "x")
    with pytest.raises(OSError, match="not a regular file"):
        checked_target(tmp_path)


def test_what_a_killed_writer_left_is_removed(tmp_path: Path, monkeypatch):
    with monkeypatch.context() as patch, pytest.raises(RuntimeError):  # noqa: PT012
        patch.setattr(Path, "unlink", lambda self, missing_ok=False: None)
        with writing(tmp_path / "kept"):
            raise RuntimeError
    (tmp_path / ".mine").touch()
    assert len(list(tmp_path.iterdir())) == 2
    remove_unfinished(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == [".mine"]


def test_a_text_with_what_utf8_cannot_hold_is_written_all_the_same(tmp_path: Path):
    write_text(tmp_path / "page", "name \udcff ü")
    assert (tmp_path / "page").read_text("utf-8") == "name \\udcff ü"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting property name"),
        (b'{"a": 1', "Expecting ',' delimiter"),
        (b"[1,]", "line 1"),
        (b"nonsense", "Expecting value"),
        (b'{"a": 1} x', "Extra data"),
        (b"[NaN]", "NaN is no JSON number"),
        (b"-Infinity", "-Infinity is no JSON number"),
        (b'{"a": 1, "b": 2, "a": 3}', "key 'a' stands twice"),
        (b'[{"b": {"a": 1, "a": 1}}]', "key 'a' stands twice"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a":' * 200_000, "nested too deeply"),
        (b"\xff\xfe1\x00", "byte-order mark of UTF-16"),
        (b'"\xe9"', "not UTF-8: byte 0xe9 at 1"),
        (b'"\x00"', "Invalid control character"),
        (b"9" * 5000, "limit"),
    ],
)
def test_damaged_json_is_one_sentence(tmp_path: Path, text: bytes, words: str):
    with pytest.raises(ValueError, match=words):
        parse_json(text)
    path = tmp_path / "x.json"
    path.write_bytes(text)
    with pytest.raises(ValueError, match="an empty file" if not text else words) as caught:
        read_object(path, {})
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "expected a JSON object, got []"),
        ("null", "expected a JSON object, got None"),
        ("{}", "'seed' is missing"),
        ('{"seed": "1"}', "seed='1': expected an integer"),
        ('{"seed": true}', "seed=True: expected an integer"),
        ('{"seed": 1.5}', "seed=1.5: expected an integer"),
        ('{"seed": 1, "name": 2}', "name=2: expected a text or null"),
    ],
)
def test_wrong_types_and_missing_keys_are_named(tmp_path: Path, text: str, words: str):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"x\.json: ") as caught:
        read_object(path, {"seed": int, "name": (str, type(None))})
    assert words in str(caught.value)


def test_a_repeated_key_is_found_in_linear_time():
    """A million keys: looking each up in a list would take hours."""
    keys = ",".join(f'"{number}":0' for number in range(300_000))
    with pytest.raises(ValueError, match="key '299999' stands twice"):
        parse_json(f'{{{keys},"299999":1}}'.encode())


def test_json_with_a_byte_order_mark_and_blank_lines_is_read(tmp_path: Path):
    path = tmp_path / "x.json"
    path.write_bytes(codecs.BOM_UTF8 + b'\r\n{"seed": 1}\r\n\r\n')
    assert read_object(path, {"seed": int}) == {"seed": 1}


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> Path:
    """Three records."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    write_records(path, random_records(3, 5, Rules(), None, 1, 1, game="mariage"))
    return path


@pytest.mark.parametrize(
    "change",
    [
        lambda text: codecs.BOM_UTF8 + text,
        lambda text: text + b"\n",
        lambda text: text + b"  \t\n\r\n\n",
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text[:-1],
    ],
)
def test_records_with_marks_blank_ends_and_other_line_ends_are_read(games, tmp_path, change):
    path = tmp_path / "changed.jsonl"
    path.write_bytes(change(games.read_bytes()))
    assert list(read_records(path)) == list(read_records(games))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: [lines[0], b"\n", lines[1]], "line 2: an empty line"),
        (lambda lines: [b"\n", lines[0]], "line 1: an empty line"),
        (lambda lines: [lines[0], codecs.BOM_UTF8 + lines[1]], "line 2: no whole JSON object"),
        (lambda lines: ["".join(map(bytes.decode, lines)).encode("utf-16")], "UTF-16"),
        (lambda lines: [lines[0].replace(b'"', b"'")], "line 1: no whole JSON object"),
    ],
)
def test_records_that_cannot_be_read_say_why(games, tmp_path, change, words):
    path = tmp_path / "changed.jsonl"
    path.write_bytes(b"".join(change(games.read_bytes().splitlines(keepends=True))))
    with pytest.raises(RecordError, match=words):
        list(read_records(path))


def test_records_are_written_one_by_one(tmp_path: Path, games: Path):
    """What is written grows on the disk while records come, and nothing is kept in memory."""
    sizes = []

    def watched():
        for record in list(read_records(games)) * 20:
            sizes.append(sum(os.path.getsize(one) for one in tmp_path.iterdir()))
            yield record

    assert write_records(tmp_path / "out.jsonl", watched()) == 60
    assert sizes == sorted(sizes)
    assert sizes[-1] > 40 * games.stat().st_size // 3
