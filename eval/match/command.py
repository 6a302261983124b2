"""`python -m eval match A B`: what A gains over B in duplicate deals."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from eval.execution import (
    add_address,
    add_json,
    add_out_folder,
    add_time_limit,
    add_trust,
    execution_of,
    setting_of,
)
from eval.match.computation import play_match
from eval.match.text import details, table
from eval.output.json_view import as_json
from marriage_env.cli.options import add_force, add_game

NAME = "match"
HELP = "what agent A gains over agent B in duplicate deals"
_DEALS, _MOST_DEALS = 20_000, 1_000_000


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("a", help="spec of agent A: random, greedy, a checkpoint, module:factory")
    parser.add_argument("b", help="spec of agent B")
    add_game(parser)
    parser.add_argument(
        "--deals",
        type=int,
        help=f"duplicate deals (default {_DEALS}); with --precision the most ({_MOST_DEALS})",
    )
    parser.add_argument(
        "--precision",
        type=float,
        metavar="CHIPS",
        help="play until half the width of the 95 %% interval is below this",
    )
    parser.add_argument("--match-deals", type=int, default=1, help="deals of a match (default 1)")
    parser.add_argument("--seed", type=int, default=1)
    add_time_limit(parser)
    add_trust(parser)
    add_address(parser)
    parser.add_argument("--record", type=Path, help="write all games to this file (JSON lines)")
    add_force(parser)
    add_out_folder(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    """Play and print."""
    deals = options.deals
    if deals is None:
        deals = _DEALS if options.precision is None else _MOST_DEALS
    setting = setting_of(options, deals, match_deals=options.match_deals)
    result = play_match(
        options.a,
        options.b,
        setting,
        execution_of(options),
        precision=options.precision,
        out=options.out,
        record=options.record,
        force=options.force,
    )
    if options.json:
        print(json.dumps(as_json(result)))
    else:
        print(f"{table([result])}\n\n{details(result)}")
