"""`python -m eval speed`: how fast the engine and its interfaces are, beside other packages.

Everything is measured in the same run, round by round, each workload for a short time while nothing
else runs; figures are medians over rounds, ratios are medians of the ratios within a round.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from eval.execution import add_json
from eval.output.json_view import as_json
from eval.speed.computation import Settings, measure
from eval.speed.peer_processes import DEFAULT_PYTHON
from eval.speed.text import report
from marriage_env.cli.options import add_game_name

NAME = "speed"
HELP = "decisions a second, beside other packages"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    add_game_name(parser)
    parser.add_argument("--peers", action="store_true", help="measure other packages as well")
    parser.add_argument(
        "--peers-python",
        type=Path,
        default=DEFAULT_PYTHON,
        metavar="PATH",
        help="their interpreter (default: .venv-bench/bin/python, see make .venv-bench/installed)",
    )
    parser.add_argument("--rounds", type=int, default=5, help="default 5")
    parser.add_argument("--seconds", type=float, default=1.0, help="of a workload (default 1.0)")
    parser.add_argument("--no-starts", action="store_true", help="leave out cold and warm start")
    parser.add_argument(
        "--before",
        type=Path,
        metavar="FILE",
        help="JSON of an earlier run, whose figures stand beside the new ones",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    """Measure and print."""
    settings = Settings(
        options.rounds,
        options.seconds,
        options.peers_python if options.peers else None,
        0 if options.no_starts else Settings.starts,
        game=options.game,
        before=options.before,
    )
    result = measure(settings)
    if options.json:
        print(json.dumps(as_json(result), indent=1, ensure_ascii=False))
    else:
        print(report(result))
