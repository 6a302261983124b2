"""`python -m eval fine`: when called queens are kept back, and what the fine has to do with it.

Solves Small Mariage, and measures agents that search and agents that are trained, table by table;
stores every result in OUT/fine as soon as it is known, and draws the pictures there. The same
command continues where it was stopped; `docs/build_tables.py` fills docs/fine.md from docs/fine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eval.execution import add_fresh
from eval.fine.computation import measure_part, search_part, small_part, training_part
from eval.fine.pictures import draw_all
from eval.fine.plan import Plan
from eval.fine.stored import stored_results

NAME = "fine"
HELP = "when called queens are kept back, for docs/fine.md"
_PARTS = ("small", "search", "trained")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--out", type=Path, default=Path("docs"), help="folder (default docs)")
    parser.add_argument(
        "--runs",
        type=Path,
        default=Path("runs/fine"),
        metavar="FOLDER",
        help="where agents are trained (default runs/fine)",
    )
    parser.add_argument(
        "--parts",
        nargs="*",
        choices=_PARTS,
        default=_PARTS,
        help="default: all; no name: only draw",
    )
    parser.add_argument(
        "--scale", type=float, default=1.0, help="times the deals and decisions (default 1)"
    )
    parser.add_argument("--seed", type=int, default=1)
    add_fresh(parser)


def run(options: argparse.Namespace) -> None:
    """Measure, with progress on stderr, and draw the pictures."""
    plan, folder = Plan(options.scale, options.seed), options.out / "fine"
    if "small" in options.parts:
        measure_part(small_part(), plan, folder, options.fresh)
    if "search" in options.parts:
        measure_part(search_part(plan), plan, folder, options.fresh)
    if "trained" in options.parts:
        measure_part(training_part(plan, options.runs), plan, folder, options.fresh)
    missing = [part for part in _PARTS if not (folder / f"{part}.json").is_file()]
    if missing and options.parts:
        print(f"pictures are drawn when {', '.join(missing)} are measured too", file=sys.stderr)
    else:
        draw_all(stored_results(folder), folder)
