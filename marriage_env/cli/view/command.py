"""`python -m marriage_env view`: recorded matches as one HTML page to step through."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from marriage_env.cli.options import add_force
from marriage_env.cli.progress import progress
from marriage_env.cli.view.opinions import Asked, opinions_on
from marriage_env.cli.view.page import page
from marriage_env.cli.view.pictures import Pieces
from marriage_env.cli.view.told import Shown, told
from marriage_env.cli.view.walk import Walk, walked
from marriage_env.core.record_errors import RecordError
from marriage_env.core.rng import check_seed
from marriage_env.files.storage import checked_target, write_text
from marriage_env.records.files import read_records
from marriage_env.records.parse import Record
from marriage_env.render.themes import THEMES

_MOST_MATCHES = 20  # on a page whose matches were not chosen
_OPEN = "open"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", help="game records, JSON lines")
    parser.add_argument("--out", required=True, metavar="FILE", help="the .html file to write")
    parser.add_argument(
        "--game",
        nargs="+",
        type=int,
        metavar="N",
        help=f"which matches, from 1 (default: all, if they are {_MOST_MATCHES} at most)",
    )
    parser.add_argument(
        "--view",
        default=_OPEN,
        metavar="SEAT",
        help="player_0 …: the page has the view of that seat and nothing that it cannot know; "
        "open: all views and open cards (default)",
    )
    parser.add_argument(
        "--opinions",
        nargs="+",
        default=[],
        metavar="AGENT",
        help="agents that say what they would do at every decision; the wheel has random alone, "
        "others come with a checkout of the project",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the agents' randomness (default 0)")
    parser.add_argument("--names", nargs="+", metavar="NAME", help="of the players, by seat")
    parser.add_argument("--theme", choices=THEMES, help="default: as the reader's system prefers")
    add_force(parser)


def run(options: argparse.Namespace) -> int:
    """Write the page; ValueError for a wrong option, RecordError for an invalid record."""
    if Path(options.out).suffix != ".html":
        raise ValueError(f"--out {options.out}: expected the name of an .html file")
    checked_target(options.out, replace=options.force)
    asked = Asked(options.opinions, options.seed)
    check_seed(options.seed)
    pieces, matches = Pieces(), []
    source = Path(options.file).name
    chosen = _chosen(options.file, options.game)
    for number, record in chosen.items():
        walk = _walk(record, options.file, number)
        shown = Shown(_onlooker(options.view, walk), options.names)
        opinions = list(
            progress(opinions_on(walk, asked, shown.onlooker), len(asked.specs), "agents")
        )
        matches.append(told(walk, f"{number}", shown, opinions, pieces))
    made = page(_title(source, list(chosen)), matches, pieces, asked.specs, options.theme)
    write_text(options.out, made, replace=options.force)
    steps = sum(len(match["decisions"]) for match in matches)
    print(f"{len(matches)} matches, {steps:,} steps, {_size(made)}: {options.out}")
    return 0


def _chosen(path: str, games: Sequence[int] | None) -> dict[int, Record]:
    """The records of the chosen matches by number; those between are not replayed."""
    numbered = enumerate(read_records(path, check=False), 1)
    if games is None:
        found = dict(islice(numbered, _MOST_MATCHES + 1))
        if len(found) > _MOST_MATCHES:
            raise ValueError(
                f"{path} has more than {_MOST_MATCHES} matches: choose some with --game"
            )
        if not found:
            raise ValueError(f"{path}: no game records in it")
        return found
    if min(games) < 1:
        raise ValueError(f"--game {min(games)}: expected at least 1")
    last, records = 0, {}
    for last, record in islice(numbered, max(games)):
        if last in games:
            records[last] = record
    if max(games) > last:
        raise ValueError(f"--game {max(games)}: {path} has {last} matches")
    return {number: records[number] for number in dict.fromkeys(games)}


def _walk(record: Record, path: str, number: int) -> Walk:
    try:
        return walked(record)
    except RecordError as error:
        error.path, error.line = path, number
        raise


def _onlooker(view: str, walk: Walk) -> int | None:
    """The seat of `--view`; None for open cards."""
    if view == _OPEN:
        return None
    seats = [f"player_{seat}" for seat in range(walk.match.num_players)]
    if view not in seats:
        raise ValueError(f"--view {view}: expected {_OPEN}, or {seats[0]} to {seats[-1]}")
    return seats.index(view)


def _title(source: str, numbers: Sequence[int]) -> str:
    return f"{source}, match {numbers[0]}" if len(numbers) == 1 else source


def _size(text: str) -> str:
    return f"{len(text.encode('utf-8', 'backslashreplace')) / 1e6:.1f} MB"
