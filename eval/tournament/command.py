"""`python -m eval tournament A B C …`: every agent against every other, and at mixed tables."""

from __future__ import annotations

import argparse
import json

from agents.arena.matchups import Lineup
from eval.execution import (
    add_json,
    add_out_folder,
    add_time_limit,
    add_trust,
    add_workers_or_address,
    setting_of,
)
from eval.output.json_view import as_json
from eval.tournament.computation import tournament
from eval.tournament.text import report
from marriage_env.cli.options import add_game
from marriage_env.core.rng import Purpose

NAME = "tournament"
HELP = "every agent against every other, and all at mixed tables"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("agents", nargs="+", metavar="AGENT", help="specs of two agents or more")
    add_game(parser)
    parser.add_argument("--deals", type=int, default=2000, help="at every table (default 2000)")
    parser.add_argument("--seed", type=int, default=1)
    add_time_limit(parser)
    add_trust(parser)
    add_workers_or_address(parser)
    add_out_folder(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    """Play and print."""
    setting = setting_of(options, options.deals, purpose=Purpose.TOURNAMENT)
    lineup = Lineup(tuple(options.agents), setting, options.time_limit, options.trust)
    result = tournament(lineup, options.workers, options.out, options.fresh, options.address)
    print(json.dumps(as_json(result)) if options.json else report(result))
