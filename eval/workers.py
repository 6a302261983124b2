"""The option that says how many processes share the work."""

from __future__ import annotations

import argparse

from eval.timing import all_cores


def add_workers(parser: argparse.ArgumentParser) -> None:
    """`--workers`, by default one for each core."""
    cores = len(all_cores())
    parser.add_argument("--workers", type=int, default=cores, help=f"processes (default {cores})")
