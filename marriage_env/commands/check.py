"""`python -m marriage_env check`: play every record of a file again and compare."""

from __future__ import annotations

import argparse
import time

from marriage_env.commands.progress import progress
from marriage_env.game_records.checks import RecordError
from marriage_env.game_records.files import read_records
from marriage_env.game_records.make import action_count
from marriage_env.warm import compile_engine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", help="game records, JSON lines")


def run(options: argparse.Namespace) -> int:
    """0 if all records agree with the rules; 1 after saying where the first one does not."""
    total = _count_lines(options.file)
    compile_engine()
    start = time.perf_counter()
    games = actions = 0
    try:
        for record in progress(read_records(options.file), total, "games"):
            games += 1
            actions += action_count(record)
    except RecordError as error:
        print(f"game {games + 1} differs: {error}")
        return 1
    seconds = time.perf_counter() - start
    print(f"{games:,} games, {actions:,} actions: all agree ({seconds:.1f} s)")
    return 0


def _count_lines(path: str) -> int:
    """Lines of a file, for the progress line; OSError if it cannot be read."""
    with open(path, "rb") as file:
        return sum(1 for _ in file)
