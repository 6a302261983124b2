"""Measuring the figures of a report, stored as they come."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path

from tqdm import tqdm

from agents import load
from agents.arena.matchups import Lineup
from agents.arena.misbehavior import supervised
from agents.arena.process_pool import map_in_processes
from agents.isolation.agent import AgentProcesses
from agents.misplay import Misplay
from agents.protocol import Unloadable
from eval.execution import Execution
from eval.hardware import hardware_and_versions
from eval.output.json_view import as_json, from_json
from eval.report.among_copies import AmongCopies, play_among_copies
from eval.report.disagreement import disagreements
from eval.report.result import (
    Disagreement,
    Disqualified,
    Plan,
    ReportResult,
    ReportSettings,
    Unfit,
)
from eval.store.provenance import provenance_of
from eval.store.result_file import ResultFile
from eval.tournament.computation import tournament
from eval.tournament.result import TournamentResult
from marriage_env.core.rng import Purpose

_PACKAGES = ("numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")


def measure(plan: Plan, path: Path, execution: Execution) -> ReportResult:
    """Measure everything; the figures are stored in the file `path` after each step.

    An agent that cannot be made, or misplays, is left out; ValueError if that is the yardstick.
    """
    provenance = provenance_of(list(plan.agents), plan.game)
    settings = ReportSettings(provenance, plan, Purpose.REPORT, execution.time_limit)
    tasks, left_out = _tasks(plan, execution)
    file = ResultFile(path, as_json(settings))
    stored = file.load(execution.fresh)
    result = ReportResult(settings, None, [], [], None, 0.0, {}, [])
    if stored:
        result = from_json(ReportResult, stored.content)
    result.machine, result.left_out = hardware_and_versions(_PACKAGES), left_out
    measurement = _Measurement(plan, result, file, execution)
    ranked = measurement.play_tournament()
    measurement.play_among_yardsticks(tasks)
    measurement.find_disagreements(ranked)
    return result


class _Measurement:
    """A result in progress, stored after each step."""

    def __init__(
        self, plan: Plan, result: ReportResult, file: ResultFile, execution: Execution
    ) -> None:
        self._plan, self._result, self._file, self._execution = plan, result, file, execution
        self._before, self._start = result.took, time.perf_counter()

    def play_tournament(self) -> set[str]:
        """Every agent against every other; those that could be ranked."""
        if self._result.tournament is None:
            played = self._tournament()
            self._result.tournament = played
            for fault in played.faults:
                if fault.record:
                    self._leave_out(fault.agent, fault.what)
            self._save()
        return {row.agent for row in self._result.tournament.standings.ranking}

    def _tournament(self) -> TournamentResult:
        plan, how = self._plan, self._execution
        setting = plan.setting(plan.players[0], plan.deals)
        lineup = Lineup(plan.agents, setting, how.time_limit, how.trusted)
        assert self._file.path is not None
        folder = self._file.path.with_suffix(".tournament")
        return tournament(lineup, how.workers, folder, how.fresh)

    def play_among_yardsticks(self, tasks: list[AmongCopies]) -> None:
        """Every agent among copies of the yardstick."""
        done = {(row.agent, row.players) for row in self._result.company}
        missing = [
            task
            for task in tasks
            if (task.agent, task.setting.num_players) not in done
            and task.agent not in self._disqualified()
        ]
        with (
            tqdm(total=len(missing), unit=" agents", desc=f"among {self._plan.yardstick}") as bar,
            closing(map_in_processes(play_among_copies, missing, self._execution.workers)) as rows,
        ):
            for row in rows:
                if isinstance(row, Disqualified):
                    self._leave_out(row.agent, row.why)
                elif row.agent not in self._disqualified():
                    self._result.company.append(row)
                self._save()
                bar.update()

    def find_disagreements(self, ranked: set[str]) -> None:
        """The deals in which the ranked agents disagree most."""
        while self._result.told is None:
            self._result.told = self._disagreements(ranked)
            self._save()

    def _disagreements(self, ranked: set[str]) -> list[Disagreement] | None:
        """The deals, without `random`, which differs by chance.

        None if an agent misplayed; it is left out the next time.
        """
        plan, how = self._plan, self._execution
        setting = plan.setting(plan.players[0], plan.told_deals, Purpose.DISAGREEMENT)
        playing = ranked - self._disqualified() - {"random"}
        places = [k for k, spec in enumerate(plan.agents) if spec in playing]
        with AgentProcesses() as processes:
            made = (setting, processes, how.time_limit, how.trusted)
            agents = [supervised(plan.agents[k], *made) for k in places]
            judge = supervised(plan.yardstick, *made)
            try:
                return disagreements(agents, [plan.labels[k] for k in places], judge, setting)
            except Misplay as error:
                self._leave_out(error.agent, error.what)
                return None

    def _disqualified(self) -> set[str]:
        """The agents that misplayed."""
        return {fault.agent for fault in self._result.faults}

    def _leave_out(self, agent: str, why: str) -> None:
        """Continue without an agent; ValueError if it is the yardstick."""
        if agent == self._plan.yardstick:
            raise ValueError(f"the yardstick {agent} {why}: expected another last agent")
        if agent not in self._disqualified():
            print(f"warning: {agent} {why}: the others continue", file=sys.stderr)
            self._result.faults.append(Disqualified(agent, why))
        self._result.company = [row for row in self._result.company if row.agent != agent]

    def _save(self) -> None:
        self._result.took = round(self._before + time.perf_counter() - self._start, 1)
        self._file.save(as_json(self._result))


def _tasks(plan: Plan, execution: Execution) -> tuple[list[AmongCopies], list[Unfit]]:
    """Every agent among the yardstick's copies, by players; and those that do not fit.

    ValueError if the yardstick itself does not, or for a spec that names nothing.
    """
    tasks, left_out, trusted = [], [], execution.trusted
    with AgentProcesses() as processes:
        for players in plan.players:
            setting = plan.setting(players, plan.deals, Purpose.COMPANY)
            load(plan.yardstick, players, setting.rules, plan.game, processes, trusted)
            for spec in plan.agents:
                try:
                    load(spec, players, setting.rules, plan.game, processes, trusted)
                except Unloadable as error:
                    left_out.append(Unfit(spec, players, str(error)))
                else:
                    how = (execution.time_limit, trusted)
                    tasks.append(AmongCopies(spec, plan.yardstick, setting, *how))
    return tasks, left_out
