"""`python -m eval strength`: the built-in agents against each other, and what they cost.

Writes everything that docs/benchmarks.md says of them: gains with intervals, search strength
against worlds as a table and a picture, and the size of exact open-hand search.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from eval.output.json_view import as_json
from eval.strength.computation import measure
from eval.strength.picture import draw
from marriage_env.cli.options import add_force, add_game_name
from marriage_env.files.storage import checked_target, write_text

NAME = "strength"
HELP = "all built-in agents, for docs/benchmarks.md"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    add_game_name(parser)
    parser.add_argument("--out", type=Path, default=Path("docs"), help="folder (default docs)")
    add_force(parser)
    parser.add_argument("--scale", type=float, default=1.0, help="times the deals (default 1)")
    parser.add_argument("--seed", type=int, default=1)


def run(options: argparse.Namespace) -> None:
    """Measure, with progress on stderr, and write `strength.json` and `strength.png`."""
    options.out.mkdir(parents=True, exist_ok=True)
    figures, picture = options.out / "strength.json", options.out / "strength.png"
    for path in (figures, picture):
        checked_target(path, replace=options.force)
    result = measure(
        options.scale, options.seed, options.game, lambda line: print(line, file=sys.stderr)
    )
    write_text(figures, json.dumps(as_json(result), indent=1) + "\n")
    draw(result.matches, picture)
