"""`python -m eval report RUN…`: training runs and how their agents compare, as one HTML page.

All figures of the page but the learning curves of the runs are measured by the command; they are
stored beside the page as JSON, from which the same command continues. A second page,
NAME.deals.html, steps through the deals that the first one tells.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from agents.learned.game_range import parse_players
from agents.learned.run_files import agent_of, config_of, curve_of
from eval.execution import (
    add_fresh,
    add_json,
    add_time_limit,
    add_trust,
    add_workers,
    execution_of,
)
from eval.output.json_view import as_json
from eval.report.computation import measure
from eval.report.page import page
from eval.report.result import Plan, Run
from eval.report.told_deals import viewer_page
from marriage_env.cli.options import add_force
from marriage_env.files.locks import only_writer_of
from marriage_env.files.storage import checked_target, write_text
from marriage_env.game import game_named

NAME = "report"
HELP = "training runs and how their agents compare, as one HTML page"


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
    add_time_limit(parser)
    add_trust(parser)
    add_workers(parser)
    parser.add_argument("--out", type=Path, default=Path("report.html"), metavar="FILE")
    add_force(parser)
    add_fresh(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    """Measure and write."""
    if options.out.suffix != ".html":
        raise ValueError(f"--out {options.out}: expected the name of an .html file")
    plan, execution = plan_of(options), execution_of(options)
    figures = options.out.with_suffix(".json")
    runs = [_run_of(folder) for folder in options.runs]
    # A page whose figures are stored beside it was made by this command, which continues there.
    viewer = options.out.with_suffix(".deals.html")
    for file in (options.out, viewer):
        checked_target(file, replace=options.force or figures.exists())
    with only_writer_of(figures):
        result = measure(plan, figures, execution)
        habits_text = game_named(plan.game).statistics.habits_text
        shown = viewer_page(result)
        if shown:
            write_text(viewer, shown)
        name = viewer.name if shown else None
        write_text(options.out, page(result, runs, _command(options, plan), habits_text, name))
    print(json.dumps(as_json(result)) if options.json else f"written: {options.out}")


def _run_of(folder: Path) -> Run:
    """What the page says of a run; ValueError if it has no curve yet."""
    return Run(config_of(folder), curve_of(folder))


def _command(options: argparse.Namespace, plan: Plan) -> str:
    """The command with everything that decides the figures."""
    runs = " ".join(map(str, options.runs))
    players = " ".join(map(str, plan.players))
    return (
        f"python -m eval report {runs} --against {' '.join(options.against)} --players {players} "
        f"--deals {plan.deals} --told-deals {plan.told_deals} --seed {plan.seed}"
    )


def plan_of(options: argparse.Namespace) -> Plan:
    """What is measured of some runs; ValueError if one is none, or if their games differ."""
    runs: Sequence[Path] = options.runs
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
        agents=(*(str(agent_of(run)) for run in runs), *options.against),
        labels=(*labels, *options.against),
        players=tuple(options.players or parse_players(first["players"], first["game"])),
        rules=first["rules"],
        deals=options.deals,
        told_deals=options.told_deals,
        seed=options.seed,
        game=first["game"],
    )
    for number in plan.players:
        for deals in (plan.deals, plan.told_deals):
            plan.setting(number, deals)  # checks the settings before anything is measured
    return plan
