"""`python -m marriage_env check`: play every record of a file again and compare."""

from __future__ import annotations

import argparse
import time

from marriage_env.commands.progress import progress
from marriage_env.game import ENVS, GAMES
from marriage_env.game_records.checks import RecordError
from marriage_env.game_records.files import read_records
from marriage_env.game_records.make import action_count
from marriage_env.warm import compile_engine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", help="game records, JSON lines")


def run(options: argparse.Namespace) -> int:
    """0 if all records agree with the rules; 1 after saying where the first one does not."""
    total, games_in = _look_through(options.file)
    for game in games_in:
        compile_engine(game)
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


def _look_through(path: str) -> tuple[int, list[str]]:
    """Lines of a file, for the progress line, and whose games; OSError if it cannot be read."""
    lines, found = 0, set()
    with open(path, "rb") as file:
        for line in file:
            lines += 1
            found |= {env for env in ENVS if f'"{env}"'.encode() in line}
    return lines, [GAMES[ENVS.index(env)] for env in ENVS if env in found]
