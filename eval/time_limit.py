"""The option that limits the time of a decision."""

from __future__ import annotations

import argparse


def add_limit(parser: argparse.ArgumentParser) -> None:
    """`--time-limit`, which `agents.arena.supervision` enforces."""
    parser.add_argument(
        "--time-limit", type=float, metavar="SECONDS", help="of a decision, on average of a batch"
    )
