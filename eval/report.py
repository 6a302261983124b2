"""`python -m eval report RUN…`: training runs and what became of them, as one HTML page.

Everything that the page says, but for the learning curves of the runs, is measured by the command;
the figures are kept beside the page as JSON, from which the same command goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from agents import load
from agents.duplicate import Misplay, Setting
from agents.isolation.agent import Guests
from agents.protocol import Unloadable
from agents.run_files import agent_of, config_of, curve_of
from agents.scope import parse_players, parse_rules
from agents.supervision import check_limit, supervised
from eval.company import Company, NoCompany, in_company
from eval.disagreement import disagreements
from eval.kept import add_fresh, begun, keep, made_of
from eval.machine import machine
from eval.pool import add_workers, check_workers, in_order
from eval.report_page import page
from eval.tables import Field
from eval.time_limit import add_limit
from eval.tournament import tournament
from eval.trust import add_trust
from marriage_env.commands.options import add_force
from marriage_env.game import GAMES
from marriage_env.locks import only_writer_of
from marriage_env.random import Purpose
from marriage_env.storage import checked_target, write_text

_PACKAGES = ("numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")


@dataclass(frozen=True)
class Plan:
    """What is measured."""

    agents: tuple[str, ...]  # by spec, those of the runs first
    labels: tuple[str, ...]  # how the page calls them
    players: tuple[int, ...]  # the first number is that of most of the page
    rules: str
    deals: int
    told_deals: int
    seed: int
    game: str = GAMES[0]

    @property
    def yardstick(self) -> str:
        """Among whose copies everybody sits: the last agent."""
        return self.agents[-1]

    def setting(self, players: int, deals: int, purpose: Purpose = Purpose.REPORT) -> Setting:
        """The deals with so many players, for a part of the page."""
        rules = parse_rules(self.rules, self.game)  # None, any: those that are usual
        return Setting(players, rules, deals, self.seed, game=self.game, purpose=purpose)


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


def measure(
    plan: Plan,
    workers: int,
    kept: Path,
    time_limit: float | None = None,
    trusted: bool = False,
    fresh: bool = False,
) -> dict[str, Any]:
    """Measure everything; the figures as one JSON object, kept in a file as they come.

    An agent that cannot be made, or does what no player may, is left out; ValueError if that is
    the yardstick. `trusted` is that of `agents.load`.
    """
    check_limit(time_limit)
    check_workers(workers)
    settings = {
        **made_of(list(plan.agents), plan.game),
        **json.loads(json.dumps(asdict(plan))),
        "purpose": Purpose.REPORT,
        "time_limit": time_limit,
    }
    tasks, left_out = _companies(plan, time_limit, trusted)
    nothing: dict[str, Any] = {
        "tournament": None,
        "company": [],
        "faults": [],
        "told": None,
        "took": 0.0,
    }
    result = begun(settings, nothing, kept, fresh)
    result.update(machine=machine(_PACKAGES), left_out=left_out)
    before, start = result["took"], time.perf_counter()

    def keep_all() -> None:
        result["took"] = round(before + time.perf_counter() - start, 1)
        keep(result, kept)

    if result["tournament"] is None:
        field = Field(plan.agents, plan.setting(plan.players[0], plan.deals), time_limit, trusted)
        played = tournament(field, workers, kept.with_suffix(".tournament"), fresh)
        result["tournament"] = played
        for fault in played["faults"]:
            if fault["record"]:
                _leave_out(plan, result, fault["agent"], fault["what"])
        keep_all()
    done = [(row["agent"], row["players"]) for row in result["company"]]
    missing = [
        task
        for task in tasks
        if (task.agent, task.setting.num_players) not in done and task.agent not in _faulty(result)
    ]
    with (
        tqdm(total=len(missing), unit=" agents", desc=f"among {plan.yardstick}") as bar,
        closing(in_order(in_company, missing, workers)) as rows,
    ):
        for row in rows:
            if isinstance(row, NoCompany):
                _leave_out(plan, result, row.agent, row.why)
            elif row["agent"] not in _faulty(result):
                result["company"].append(row)
            keep_all()
            bar.update()
    if result["told"] is None:
        while (told := _told(plan, result, time_limit, trusted)) is None:
            keep_all()
        result["told"] = told
        keep_all()
    return result


def _faulty(result: dict[str, Any]) -> set[str]:
    """Who did what no player may."""
    return {fault["agent"] for fault in result["faults"]}


def _leave_out(plan: Plan, result: dict[str, Any], agent: str, why: str) -> None:
    """Go on without an agent; ValueError if it is the yardstick."""
    if agent == plan.yardstick:
        raise ValueError(f"the yardstick {agent} {why}: expected another last agent")
    if agent not in _faulty(result):
        print(f"warning: {agent} {why}: the others go on", file=sys.stderr)
        result["faults"].append({"agent": agent, "why": why})
    result["company"] = [row for row in result["company"] if row["agent"] != agent]


def _companies(
    plan: Plan, time_limit: float | None, trusted: bool
) -> tuple[list[Company], list[dict[str, Any]]]:
    """Every agent among the yardstick's copies, by players; and which do not fit, and why.

    ValueError if the yardstick itself does not, or for a spec that names nothing.
    """
    tasks, left_out = [], []
    with Guests() as guests:
        for players in plan.players:
            setting = plan.setting(players, plan.deals, Purpose.COMPANY)
            load(plan.yardstick, players, setting.rules, plan.game, guests, trusted)
            for spec in plan.agents:
                try:
                    load(spec, players, setting.rules, plan.game, guests, trusted)
                except Unloadable as error:
                    left_out.append({"agent": spec, "players": players, "why": str(error)})
                else:
                    tasks.append(Company(spec, plan.yardstick, setting, time_limit, trusted))
    return tasks, left_out


def _told(
    plan: Plan, result: dict[str, Any], time_limit: float | None, trusted: bool
) -> list[dict[str, Any]] | None:
    """The deals in which the agents disagree most, but for `random`, who differs by chance.

    None if an agent did what no player may; it is left out the next time.
    """
    setting = plan.setting(plan.players[0], plan.told_deals, Purpose.DISAGREEMENT)
    playing = {row["agent"] for row in result["tournament"]["ranking"]} - _faulty(result)
    places = [k for k, spec in enumerate(plan.agents) if spec != "random" and spec in playing]
    with Guests() as guests:
        how = (setting, guests, time_limit, trusted)
        agents = [supervised(plan.agents[k], *how) for k in places]
        judge = supervised(plan.yardstick, *how)
        try:
            told = disagreements(agents, judge, setting)
        except Misplay as error:
            _leave_out(plan, result, error.agent, error.what)
            return None
    for choice in (choice for deal in told for choice in deal["choices"]):
        choice["by"] = [plan.labels[places[k]] for k in choice["by"]]
    return told
