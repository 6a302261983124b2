"""Files of game records: JSON lines, read one at a time and written atomically."""

from __future__ import annotations

import codecs
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

from marriage_env.core.record_errors import RecordError
from marriage_env.files.json_text import parse_json
from marriage_env.files.storage import writing
from marriage_env.records.check import verify
from marriage_env.records.parse import Record, script_of

_MOST_BYTES = 64 * 1024 * 1024  # of a line; the longest matches take a thousandth of that


def read_records(path: str | os.PathLike[str], check: bool = True) -> Iterator[Record]:
    """The records of a file, one by one.

    Args:
        path: a file of JSON lines in UTF-8, one record a line; a pipe is as good. A byte-order mark
            before the first and blank lines after the last record are skipped.
        check: False checks only the form of each record and does not replay it; `replay` or
            `verify` then finds invalid moves and chips.

    Raises RecordError naming file, line, deal and action and what was expected, once every line
    before the bad one has been yielded; OSError if the file cannot be read.
    """
    path = os.fspath(path)  # an integer would be somebody's open file
    with open(path, "rb") as file:
        for number, line in _lines(file, path):
            try:
                record = parse_line(line)
                if check:
                    verify(record)
                else:
                    script_of(record)
            except RecordError as error:
                error.path, error.line = path, number
                raise
            yield record


def _lines(file: BinaryIO, path: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, without blank ones at its end."""
    blank: list[tuple[int, bytes]] = []  # the first blank line since the last record
    number = 0
    while line := file.readline(_MOST_BYTES + 1):
        number += 1
        line = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
        if len(line) > _MOST_BYTES:
            error = RecordError(f"a line of more than {_MOST_BYTES:,} bytes: expected a record")
            error.path, error.line = path, number
            raise error
        if not line.strip():
            blank = blank or [(number, line)]
            continue
        yield from blank
        blank = []
        yield number, line


def parse_line(line: bytes) -> Record:
    """The JSON object on a line; RecordError if there is none."""
    if not line.strip():
        raise RecordError("an empty line: expected a record")
    try:
        record = parse_json(line)
    except ValueError as error:
        reason = f"no whole JSON object ({error})"
        if not line.endswith(b"\n"):
            reason += "; the line has no end, so the file may be cut off"
        raise RecordError(reason) from error
    if not isinstance(record, dict):
        raise RecordError("expected a record, a JSON object")
    return record


def write_records(
    path: str | os.PathLike[str], records: Iterable[Mapping[str, Any]], replace: bool = True
) -> int:
    """Write records as JSON lines; returns how many.

    Every record is checked and replayed first. The file is written atomically: it appears, or
    replaces an existing one (FileExistsError without `replace`), when all records are written;
    after an error or interruption `path` is unchanged. Raises RecordError for an invalid record,
    OSError if the file cannot be written.
    """
    written = 0
    with writing_records(path, replace) as write:
        for record in records:
            write(record)
            written += 1
    return written


@contextmanager
def writing_records(
    path: str | os.PathLike[str], replace: bool = True
) -> Iterator[Callable[[Mapping[str, Any]], None]]:
    """A function that adds a record to a file, which appears when the block ends (`write_records`).

    Records are not kept in memory.
    """
    with writing(path, replace) as file:
        number = 0

        def write(record: Mapping[str, Any]) -> None:
            nonlocal number
            number += 1
            file.write(_line_of(record, number))

        yield write


def _line_of(record: Mapping[str, Any], number: int) -> bytes:
    """A checked record as one line."""
    try:
        verify(record)
    except RecordError as error:
        error.line = number
        raise
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"
