"""The option that lets a command load files which can run code."""

from __future__ import annotations

import argparse


def add_trust(parser: argparse.ArgumentParser) -> None:
    """`--trust`: what `agents.load(..., trusted=True)` says of all agents of a command."""
    parser.add_argument(
        "--trust",
        action="store_true",
        help="load models of Stable-Baselines3 too, which run whatever code their maker put in",
    )
