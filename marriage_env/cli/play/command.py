"""`python -m marriage_env play`: play a match in the terminal against agents."""

from __future__ import annotations

import argparse
import secrets
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from marriage_env.cli.entry import status_of
from marriage_env.cli.options import add_force, add_game, players_of
from marriage_env.cli.play.players_file import Players, given_anew, path_beside, read_players
from marriage_env.cli.play.wording import LANGUAGES
from marriage_env.files.locks import only_writer_of
from marriage_env.files.storage import checked_target
from marriage_env.game import game_named
from marriage_env.records.files import read_records
from marriage_env.records.parse import Record

_SEED_BITS = 31  # short enough to note down
_OF_A_NEW_MATCH = ("players", "seed", "deals", "out")
_HINTS = "pimc:worlds=64"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_game(parser)
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="a rule that differs from --rules, such as queen_fine=3; may be repeated",
    )
    parser.add_argument("--seat", type=int, help="your seat, from 0 (default 0)")
    parser.add_argument(
        "--opponents",
        nargs="+",
        metavar="AGENT",
        help="one agent for all other seats, or one for each, by seat (default: expert; random "
        "where there is no checkout of the project)",
    )
    parser.add_argument("--hints", metavar="AGENT", help=f"who gives hints (default: {_HINTS})")
    parser.add_argument("--lang", choices=LANGUAGES, help=f"language (default: {LANGUAGES[0]})")
    parser.add_argument("--seed", type=int, help="of the packs, 0 or more (default: by lot)")
    parser.add_argument("--deals", type=int, help="deals of a match (default: one a player)")
    parser.add_argument(
        "--out", metavar="FILE", help="where the match is kept (default: GAME-SEED.jsonl)"
    )
    parser.add_argument("--resume", metavar="FILE", help="go on with a match that was left")
    add_force(parser)


def run(options: argparse.Namespace) -> int:
    """Play or go on; ValueError for a wrong option, OSError if the match cannot be kept.

    Returns 0 when the match is over or was left, 130 after Ctrl-C.
    """
    if find_spec("rich") is None:
        raise ValueError(
            "play needs the package rich, of the extra 'play': pip install 'marriage-env[play]'"
        )
    tables = import_module("marriage_env.cli.play.table")  # imports rich
    if options.resume is not None:
        path = Path(options.resume)
        with only_writer_of(checked_target(path)):
            return _played(tables, tables.table_again(*_match_kept(options, path), path))
    seed = secrets.randbits(_SEED_BITS) if options.seed is None else options.seed
    path = Path(options.out or f"{options.game}-{seed}.jsonl")
    for file in (path, path_beside(path)):
        checked_target(file, replace=options.force)
    match = game_named(options.game).match(
        players_of(options), _rules(options), None, options.deals
    )
    with only_writer_of(path):
        return _played(tables, tables.new_table(options.game, match, seed, _players(options), path))


def _played(tables: Any, table: Any) -> int:
    """Play, and say where the match is kept if it is left."""
    try:
        tables.play(table)
    except KeyboardInterrupt as stop:
        with suppress(OSError):  # the terminal was closed
            tables.say_kept(table)
        return status_of(stop)
    except (EOFError, tables.Left):
        tables.say_kept(table)
    return 0


def _rules(options: argparse.Namespace) -> dict[str, object]:
    """The preset, and what `--rule` changes; ValueError for what is no FIELD=VALUE."""
    rules: dict[str, object] = {"preset": options.rules}
    for text in options.rule:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--rule {text}: expected FIELD=VALUE")
        words = {"true": True, "false": False}
        rules[name] = words.get(value.lower(), int(value) if value.isdecimal() else value)
    return rules


def _players(options: argparse.Namespace) -> Players:
    """Who plays a new match."""
    return Players(
        seat=options.seat or 0,
        language=options.lang or LANGUAGES[0],
        opponents=tuple(options.opponents or ()),
        hints=options.hints or _HINTS,
    )


def _match_kept(options: argparse.Namespace, path: Path) -> tuple[Record, Players]:
    """The match that goes on, and who plays it."""
    for name in _OF_A_NEW_MATCH:
        if getattr(options, name) is not None:
            raise ValueError(f"--{name} is of a new match: --resume goes on with that of {path}")
    records = list(read_records(path))
    if len(records) != 1:
        raise ValueError(f"{path} has {len(records)} matches: expected one, as play keeps it")
    if not path_beside(path).exists() and options.seat is not None and options.opponents:
        return records[0], _players(options)
    given = {
        "seat": options.seat,
        "language": options.lang,
        "opponents": tuple(options.opponents) if options.opponents else None,
        "hints": options.hints,
    }
    return records[0], given_anew(path, read_players(path), given)
