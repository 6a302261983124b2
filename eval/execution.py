"""How a command is carried out: the record of it, and the options that several commands share."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.arena.misbehavior import check_limit
from agents.arena.process_pool import check_workers
from agents.arena.ray_cluster import check_address
from agents.arena.setting import Setting
from eval.hardware import all_cores
from marriage_env.cli.options import players_of, rules_of


@dataclass(frozen=True)
class Execution:
    """How a command is carried out. Raises ValueError for a setting out of its range.

    Of these settings only the time limit can change a figure.
    """

    workers: int = 1  # processes
    time_limit: float | None = None  # of a decision, in seconds
    trusted: bool = False  # as `agents.load` has it
    fresh: bool = False  # ignore what is stored, rather than continue from it
    address: str = ""  # of the Ray cluster that plays the deals; empty: `workers` play them

    def __post_init__(self) -> None:
        check_limit(self.time_limit)
        check_workers(self.workers)
        if self.address:
            check_address(self.address)


def execution_of(options: argparse.Namespace) -> Execution:
    """The record of those options below that a command has."""
    return Execution(
        workers=getattr(options, "workers", 1),
        time_limit=options.time_limit,
        trusted=options.trust,
        fresh=getattr(options, "fresh", False),
        address=getattr(options, "address", ""),
    )


def setting_of(options: argparse.Namespace, deals: int, **more: Any) -> Setting:
    """Duplicate deals by the options of `add_game` and `--seed`; `more` are fields of a Setting."""
    return Setting(
        num_players=players_of(options),
        rules=rules_of(options),
        deals=deals,
        seed=options.seed,
        game=options.game,
        **more,
    )


def add_time_limit(parser: argparse.ArgumentParser) -> None:
    """`--time-limit`, which `agents.arena.misbehavior` enforces."""
    parser.add_argument(
        "--time-limit", type=float, metavar="SECONDS", help="of a decision, on average of a batch"
    )


def add_workers(parser: argparse._ActionsContainer) -> None:
    """`--workers`, by default one for each core."""
    cores = len(all_cores())
    parser.add_argument("--workers", type=int, default=cores, help=f"processes (default {cores})")


def add_address(parser: argparse._ActionsContainer) -> None:
    """`--address`, the Ray cluster that plays the deals."""
    parser.add_argument(
        "--address",
        default="",
        metavar="auto|local|HOST:PORT",
        help="Ray cluster that plays the deals: of this machine, a new one here, or elsewhere",
    )


def add_workers_or_address(parser: argparse.ArgumentParser) -> None:
    """`--workers` and `--address`, of which one may be given."""
    either = parser.add_mutually_exclusive_group()
    add_workers(either)
    add_address(either)


def add_trust(parser: argparse.ArgumentParser) -> None:
    """`--trust`, which permits files whose loading can run code."""
    parser.add_argument(
        "--trust",
        action="store_true",
        help="load models of Stable-Baselines3 too; loading one can run any code it contains",
    )


def add_out_folder(parser: argparse.ArgumentParser, more: str = "") -> None:
    """`--out FOLDER`, where a command stores its results, and `--fresh`."""
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help=f"store results{more} here; the same command continues from them",
    )
    add_fresh(parser)


def add_fresh(parser: argparse.ArgumentParser) -> None:
    """`--fresh`: do not continue from stored results."""
    parser.add_argument(
        "--fresh", action="store_true", help="start over, whatever results are stored there"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`: print the result as JSON rather than as text."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
