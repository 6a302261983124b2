"""`python -m eval convergence RUN …`: how near training runs come to an equilibrium, exactly.

For a game small enough to be solved: the exploitability of every checkpoint of the runs (which
`train … --keep all` keeps), of the heuristics, and of the solver after more and more iterations,
as JSON, a picture and a table. All runs must be for the same game.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from eval.convergence.computation import measure
from eval.convergence.picture import draw
from eval.convergence.text import page_table
from eval.output.json_view import as_json
from marriage_env.cli.options import add_force
from marriage_env.files.storage import checked_target, write_text

NAME = "convergence"
HELP = "exact exploitability of training runs against decisions"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="folder of a run")
    parser.add_argument("--out", type=Path, required=True, help="file of the result, .json")
    parser.add_argument("--picture", type=Path, help="file of the picture, .png")
    parser.add_argument(
        "--iterations", type=int, default=1000, help="most iterations of the solver (default 1000)"
    )
    add_force(parser)


def run(options: argparse.Namespace) -> None:
    """Measure, write the files, and print the table."""
    for path in filter(None, (options.out, options.picture)):
        checked_target(path, replace=options.force)
    runs = " ".join(str(one) for one in options.runs)
    command = f"python -m eval convergence {runs} --iterations {options.iterations}"
    result = measure(options.runs, options.iterations, command)
    write_text(options.out, json.dumps(as_json(result), indent=1) + "\n", options.force)
    if options.picture is not None:
        draw(result, options.picture, options.force)
    print(page_table(result))
