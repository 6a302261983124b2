"""`python -m marriage_env check`: replay every record of a file and compare."""

from __future__ import annotations

import argparse
import time

from marriage_env.cli.progress import progress
from marriage_env.core.record_errors import RecordError
from marriage_env.game import game_of
from marriage_env.interfaces.warm_up import compile_engine
from marriage_env.records.build import action_count
from marriage_env.records.check import verify
from marriage_env.records.files import read_records


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", help="game records, JSON lines; a pipe is as good")


def run(options: argparse.Namespace) -> int:
    """Returns 0 if all records agree with the rules; else reports the first error and returns 1.

    Reads the file once. ValueError if there is no record in it.
    """
    start, compiling = time.perf_counter(), 0.0
    games = actions = 0
    try:
        # Form only at first: a game is compiled before its first record is replayed.
        for record in progress(read_records(options.file, check=False), None, "games"):
            before = time.perf_counter()
            compile_engine(game_of(record["env"]).name)
            compiling += time.perf_counter() - before
            games += 1
            _verify(record, options.file, games)
            actions += action_count(record)
    except RecordError as error:
        print(f"game {error.line} differs: {error}")
        return 1
    if not games:
        raise ValueError(f"{options.file}: no game records in it")
    seconds = time.perf_counter() - start - compiling
    print(f"{games:,} games, {actions:,} actions: all agree ({seconds:.1f} s)")
    return 0


def _verify(record: dict[str, object], path: str, line: int) -> None:
    """Replay a record; RecordError naming its place in the file."""
    try:
        verify(record)
    except RecordError as error:
        error.path, error.line = path, line
        raise
