"""`python -m eval report RUN…`: training runs and what became of them, as one HTML page.

Everything that the page says, but for the learning curves of the runs, is measured by the command;
the figures are kept beside the page as JSON, from which the same command goes on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agents.learned.game_range import parse_players
from agents.learned.run_files import agent_of, config_of, curve_of
from eval.report.computation import Plan, measure
from eval.report.page import page
from eval.store.kept import add_fresh
from eval.time_limit import add_limit
from eval.trust import add_trust
from eval.workers import add_workers
from marriage_env.cli.options import add_force
from marriage_env.files.locks import only_writer_of
from marriage_env.files.storage import checked_target, write_text

_PACKAGES = ("numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folders of runs")
    parser.add_argument(
        "--against",
        nargs="+",
        default=["random", "greedy", "expert"],
        metavar="AGENT",
        help="specs of other agents (default random greedy expert); the last one is the yardstick",
    )
    parser.add_argument(
        "--players",
        nargs="+",
        type=int,
        help="numbers of players (default: those of the first run)",
    )
    parser.add_argument("--deals", type=int, default=2000, help="duplicate deals (default 2000)")
    parser.add_argument(
        "--told-deals",
        type=int,
        default=200,
        help="deals in which disagreement is looked for (default 200)",
    )
    parser.add_argument("--seed", type=int, default=1)
    add_limit(parser)
    add_trust(parser)
    add_workers(parser)
    parser.add_argument("--out", type=Path, default=Path("report.html"), metavar="FILE")
    add_force(parser)
    add_fresh(parser)
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")


def command(options: argparse.Namespace) -> None:
    """Measure and write."""
    if options.out.suffix != ".html":
        raise ValueError(f"--out {options.out}: expected the name of an .html file")
    plan = make_plan(
        options.runs,
        options.against,
        options.players,
        options.deals,
        options.told_deals,
        options.seed,
    )
    kept = options.out.with_suffix(".json")
    runs = [_run_of(folder) for folder in options.runs]
    # A page whose figures are kept beside it was made by this command, which goes on there.
    checked_target(options.out, replace=options.force or kept.exists())
    how = (options.workers, kept, options.time_limit, options.trust, options.fresh)
    with only_writer_of(kept):
        result = measure(plan, *how)
        html = page({**result, "runs": runs, "command": _command(options, plan)})
        write_text(options.out, html)
    print(json.dumps(result) if options.json else f"written: {options.out}")


def _run_of(folder: Path) -> dict[str, Any]:
    """What the page says of a run; ValueError if it has no curve yet."""
    run = {"config": config_of(folder), "curve": curve_of(folder)}
    if not run["curve"]:
        raise ValueError(f"{folder}: expected a run with a point on its learning curve")
    return run


def _command(options: argparse.Namespace, plan: Plan) -> str:
    """The command with everything that decides the figures."""
    runs = " ".join(map(str, options.runs))
    players = " ".join(map(str, plan.players))
    return (
        f"python -m eval report {runs} --against {' '.join(options.against)} --players {players} "
        f"--deals {plan.deals} --told-deals {plan.told_deals} --seed {plan.seed}"
    )


def make_plan(
    runs: Sequence[Path],
    against: Sequence[str],
    players: Sequence[int] | None,
    deals: int,
    told_deals: int,
    seed: int,
) -> Plan:
    """What is measured of some runs; ValueError if one is none, or if their games differ."""
    configs = [config_of(run) for run in runs]
    first = configs[0]
    for run, config in zip(runs, configs, strict=True):
        for name in ("game", "rules"):
            if config[name] != first[name]:
                raise ValueError(
                    f"{run}: {name} {config[name]!r}, {runs[0]} has {first[name]!r}: "
                    "expected runs of one game"
                )
    names = [run.resolve().name for run in runs]
    labels = names if len(set(names)) == len(names) else [str(run) for run in runs]
    plan = Plan(
        (*(str(agent_of(run)) for run in runs), *against),
        (*labels, *against),
        tuple(players or parse_players(first["players"], first["game"])),
        *(first["rules"], deals, told_deals, seed, first["game"]),
    )
    for number in plan.players:
        for some in (deals, told_deals):
            plan.setting(number, some)  # checks the settings before anything is measured
    return plan
