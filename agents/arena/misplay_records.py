"""Game records of misplays, each in a file of its own that never replaces another."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from pathlib import Path

from marriage_env import read_records, write_records
from marriage_env.records.parse import Record


def write_misplay(folder: Path, record: Record) -> Path:
    """Write the record to the first `misplay-N.jsonl` in the folder that is free or has it already.

    Returns the path.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for number in count():
        path = folder / f"misplay-{number}.jsonl"
        try:
            write_records(path, [record], replace=False)
        except FileExistsError:
            if not _contains(path, record):
                continue
        return path
    raise AssertionError  # count() has no end


def _contains(path: Path, record: Record) -> bool:
    """Whether a file contains just this record: an interrupted run may have written it."""
    with suppress(ValueError, OSError):
        return list(read_records(path, check=False)) == [record]
    return False
