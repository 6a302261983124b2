"""`python -m marriage_env record`: matches of random play, written as game records."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator
from typing import Any

from marriage_env.cli.options import add_force, add_game, players_of, rules_of
from marriage_env.cli.progress import progress
from marriage_env.cli.random_play import random_records
from marriage_env.files.storage import checked_target
from marriage_env.game import game_named
from marriage_env.records.build import action_count
from marriage_env.records.files import write_records
from marriage_env.records.parse import Record

_ACCIDENTS = (("misdeal", "M10.2"), ("faulty-pack", "M10.3"), ("missed-deal", "M10.1"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_game(parser)
    parser.add_argument("--games", type=int, default=100, help="matches to play (default 100)")
    parser.add_argument("--seed", type=int, default=0, help="0 or more (default 0)")
    parser.add_argument("--out", required=True, help="file of JSON lines to write")
    parser.add_argument("--deals", type=int, help="deals of a match (default: one a player)")
    for flag, clause in _ACCIDENTS:
        parser.add_argument(
            f"--{flag}",
            type=float,
            default=0.0,
            help=f"rate per deal, 0 to 1 ({clause}; default 0)",
        )
    add_force(parser)


def run(options: argparse.Namespace) -> int:
    """Play and write; ValueError for a wrong option, OSError if the file cannot be written."""
    if options.games < 1:
        raise ValueError(f"--games {options.games}: expected at least 1")
    checked_target(options.out, replace=options.force)
    rates = (options.misdeal, options.faulty_pack, options.missed_deal)
    records = random_records(
        options.games,
        players_of(options),
        rules_of(options),
        _accidents(options.game, rates),
        options.deals,
        options.seed,
        options.game,
    )
    start = time.perf_counter()
    counted = _Counted(progress(records, options.games, "games"))
    games = write_records(options.out, counted, replace=options.force)
    seconds = time.perf_counter() - start
    print(f"{games:,} games, {counted.actions:,} actions: {options.out} ({seconds:.1f} s)")
    return 0


def _accidents(game: str, rates: tuple[float, ...]) -> Any:
    """The rates as the game has them, None if all are 0; ValueError where nothing can happen."""
    if not any(rates):
        return None
    kind = game_named(game)
    if kind.accidents is None:
        raise ValueError(f"rates of accidents {rates}: none can happen in {kind.env}")
    return kind.accidents(*rates)


class _Counted:
    """Iterates over records and counts their actions."""

    def __init__(self, records: Iterable[Record]) -> None:
        self.actions = 0
        self._records = records

    def __iter__(self) -> Iterator[Record]:
        for record in self._records:
            self.actions += action_count(record)
            yield record
