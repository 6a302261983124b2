"""`python -m eval bench POLICY`: a standard suite, the same packs and opponents for everyone.

One of the policy among copies of an opponent, in duplicate deals. Fewer deals where opponents
search, so that the suite takes a fast policy a few minutes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from eval.execution import (
    add_fresh,
    add_json,
    add_time_limit,
    add_trust,
    add_workers_or_address,
    execution_of,
)
from eval.output.json_view import as_json
from eval.suite.computation import SUITE, bench
from eval.suite.text import report
from marriage_env.cli.options import add_game_name

NAME = "bench"
HELP = "the standard suite, for any policy"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "policy",
        help="package.module:factory, a checkpoint, a MaskablePPO zip (with --trust), or any other "
        "spec",
    )
    add_game_name(parser)
    parser.add_argument("--suite", choices=(SUITE,), default=SUITE)
    parser.add_argument("--scale", type=float, default=1.0, help="times the deals (default 1)")
    add_time_limit(parser)
    add_trust(parser)
    add_workers_or_address(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write the JSON here; the same command continues"
    )
    add_fresh(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    """Play and print."""
    execution = execution_of(options)
    result = bench(options.policy, options.game, options.scale, execution, options.out)
    print(json.dumps(as_json(result)) if options.json else report(result))
