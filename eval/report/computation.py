"""The figures of `python -m eval report`: gains, habits, and where agents disagree."""

from __future__ import annotations

import json
import sys
import time
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from agents import load
from agents.arena.matchups import Lineup
from agents.arena.process_pool import check_workers, map_in_processes
from agents.arena.setting import Setting
from agents.arena.supervision import check_limit, supervised
from agents.isolation.agent import Guests
from agents.learned.game_range import parse_rules
from agents.misplay import Misplay
from agents.protocol import Unloadable
from eval.hardware import machine
from eval.report.among_copies import Company, NoCompany, in_company
from eval.report.disagreement import disagreements
from eval.store.kept import begun, keep, made_of
from eval.tournament.command import tournament
from marriage_env.core.rng import Purpose
from marriage_env.game import DEFAULT_GAME

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
    game: str = DEFAULT_GAME

    @property
    def yardstick(self) -> str:
        """Among whose copies everybody sits: the last agent."""
        return self.agents[-1]

    def setting(self, players: int, deals: int, purpose: Purpose = Purpose.REPORT) -> Setting:
        """The deals with so many players, for a part of the page."""
        rules = parse_rules(self.rules, self.game)  # None, any: those that are usual
        return Setting(players, rules, deals, self.seed, game=self.game, purpose=purpose)


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
    figures = _Figures(plan, result, kept, workers, time_limit, trusted)
    figures.play_tournament(fresh)
    figures.sit_in_company(tasks)
    figures.tell()
    return result


class _Figures:
    """A result on its way to being whole, kept after each step."""

    def __init__(
        self,
        plan: Plan,
        result: dict[str, Any],
        kept: Path,
        workers: int,
        time_limit: float | None,
        trusted: bool,
    ) -> None:
        self._plan, self._result, self._kept, self._workers = plan, result, kept, workers
        self._limits = (time_limit, trusted)
        self._before, self._start = result["took"], time.perf_counter()

    def play_tournament(self, fresh: bool) -> None:
        """Everyone against everyone."""
        plan = self._plan
        if self._result["tournament"] is None:
            setting = plan.setting(plan.players[0], plan.deals)
            field = Lineup(plan.agents, setting, *self._limits)
            folder = self._kept.with_suffix(".tournament")
            played = tournament(field, self._workers, folder, fresh)
            self._result["tournament"] = played
            for fault in played["faults"]:
                if fault["record"]:
                    self._leave_out(fault["agent"], fault["what"])
            self._keep()

    def sit_in_company(self, tasks: list[Company]) -> None:
        """Everyone among copies of the yardstick."""
        done = [(row["agent"], row["players"]) for row in self._result["company"]]
        missing = [
            task
            for task in tasks
            if (task.agent, task.setting.num_players) not in done
            and task.agent not in self._faulty()
        ]
        with (
            tqdm(total=len(missing), unit=" agents", desc=f"among {self._plan.yardstick}") as bar,
            closing(map_in_processes(in_company, missing, self._workers)) as rows,
        ):
            for row in rows:
                if isinstance(row, NoCompany):
                    self._leave_out(row.agent, row.why)
                elif row["agent"] not in self._faulty():
                    self._result["company"].append(row)
                self._keep()
                bar.update()

    def tell(self) -> None:
        """The deals in which they disagree most."""
        while self._result["told"] is None:
            self._result["told"] = self._told()
            self._keep()

    def _told(self) -> list[dict[str, Any]] | None:
        """The deals, without `random`, who differs by chance.

        None if an agent did what no player may; it is left out the next time.
        """
        plan = self._plan
        setting = plan.setting(plan.players[0], plan.told_deals, Purpose.DISAGREEMENT)
        ranked = {row["agent"] for row in self._result["tournament"]["ranking"]}
        playing = ranked - self._faulty() - {"random"}
        places = [k for k, spec in enumerate(plan.agents) if spec in playing]
        with Guests() as guests:
            how = (setting, guests, *self._limits)
            agents = [supervised(plan.agents[k], *how) for k in places]
            judge = supervised(plan.yardstick, *how)
            try:
                told = disagreements(agents, judge, setting)
            except Misplay as error:
                self._leave_out(error.agent, error.what)
                return None
        for choice in (choice for deal in told for choice in deal["choices"]):
            choice["by"] = [plan.labels[places[k]] for k in choice["by"]]
        return told

    def _faulty(self) -> set[str]:
        """Who did what no player may."""
        return {fault["agent"] for fault in self._result["faults"]}

    def _leave_out(self, agent: str, why: str) -> None:
        """Go on without an agent; ValueError if it is the yardstick."""
        if agent == self._plan.yardstick:
            raise ValueError(f"the yardstick {agent} {why}: expected another last agent")
        if agent not in self._faulty():
            print(f"warning: {agent} {why}: the others go on", file=sys.stderr)
            self._result["faults"].append({"agent": agent, "why": why})
        rows = self._result["company"]
        self._result["company"] = [row for row in rows if row["agent"] != agent]

    def _keep(self) -> None:
        """Write what there is."""
        took = self._before + time.perf_counter() - self._start
        self._result["took"] = round(took, 1)
        keep(self._result, self._kept)


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
