"""Records of misplays, each in a file of its own: none ever takes the place of another."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from pathlib import Path

from marriage_env import read_records, write_records
from marriage_env.records.parse import Record


def write_misplay(folder: Path, record: Record) -> Path:
    """Write the record into the first `misplay-N.jsonl` of the folder that is free, or holds it."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in count():
        path = folder / f"misplay-{number}.jsonl"
        try:
            write_records(path, [record], replace=False)
        except FileExistsError:
            if not _holds(path, record):
                continue
        return path
    raise AssertionError  # count() has no end


def _holds(path: Path, record: Record) -> bool:
    """Whether a file holds this record: a run that was stopped may have written it."""
    with suppress(ValueError, OSError):
        return list(read_records(path, check=False)) == [record]
    return False
