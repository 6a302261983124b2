"""`python -m marriage_env replay`: the score sheet of one recorded match."""

from __future__ import annotations

import argparse

from marriage_env.cli.score_sheet import score_sheet
from marriage_env.core.record_errors import RecordError
from marriage_env.records.files import read_records
from marriage_env.records.parse import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", help="game records, JSON lines")
    parser.add_argument("--game", type=int, default=1, help="which match, from 1 (default 1)")


def run(options: argparse.Namespace) -> int:
    """Print the score sheet; RecordError for an invalid record."""
    record = _record_at(options.file, options.game)
    try:
        text = score_sheet(record, f"game {options.game} of {options.file}")
    except RecordError as error:
        error.path, error.line = options.file, options.game
        raise
    print(text)
    return 0


def _record_at(path: str, game: int) -> Record:
    """The record of a match by its number; those before it are not replayed."""
    if game < 1:
        raise ValueError(f"--game {game}: expected at least 1")
    number = 0
    for number, record in enumerate(read_records(path, check=False), 1):
        if number == game:
            return record
    raise ValueError(f"--game {game}: {path} has {number} games")
