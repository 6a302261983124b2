"""Files of game records: JSON lines, read one at a time and written whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from marriage_env.game_records.checks import RecordError
from marriage_env.game_records.script import Record, script_of
from marriage_env.game_records.walk import verify


def read_records(path: str | os.PathLike[str], check: bool = True) -> Iterator[Record]:
    """The records of a file, one by one.

    Args:
        path: a file of JSON lines in UTF-8, one record a line.
        check: False skips playing each record through (its form is checked all the same); then
            `replay` or `verify` finds moves and chips that cannot be.

    Raises RecordError naming file, line, deal and action and what was expected, once every line
    before the bad one has been yielded; OSError if the file cannot be read.
    """
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                record = parse_line(line)
                if check:
                    verify(record)
                else:
                    script_of(record)
            except RecordError as error:
                error.path, error.line = os.fspath(path), number
                raise
            yield record


def parse_line(line: bytes) -> Record:
    """The JSON object on a line; RecordError says why there is none."""
    if not line.strip():
        raise RecordError("an empty line: expected a record")
    try:
        record = json.loads(line.decode(), object_pairs_hook=_object)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        reason = f"no whole JSON object ({error})"
        if not line.endswith(b"\n"):
            reason += "; the line has no end, so the file may be cut off"
        raise RecordError(reason) from error
    if not isinstance(record, dict):
        raise RecordError("expected a record, a JSON object")
    return record


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key that stands twice would silently hide a value."""
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError(f"key {twice!r} stands twice in one object")
    return made


def write_records(path: str | os.PathLike[str], records: Iterable[Mapping[str, Any]]) -> int:
    """Write records as JSON lines; the number written.

    Every record is checked and played through first. The file appears, or replaces the one there
    was, only when all are written: if anything goes wrong or is interrupted, `path` is as before.
    Raises RecordError for a record that cannot be, OSError if the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(f"{os.fspath(path)}: not a regular file")
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(target.parent))
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    number = 0
    try:
        with open(temporary, "xb") as file:
            for record in records:
                number += 1
                file.write(_line_of(record, number))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return number


def _line_of(record: Mapping[str, Any], number: int) -> bytes:
    """A checked record as one line."""
    try:
        verify(record)
    except RecordError as error:
        error.line = number
        raise
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"
