"""Playing a tournament: all tables, in tasks that processes or machines share."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

from agents.arena.agent_cache import agents_released
from agents.arena.matchups import (
    DEALS_AT_ONCE,
    Fault,
    Lineup,
    Matchup,
    MatchupPart,
    agent_of,
    play_part,
    unplayable,
)
from agents.arena.misplay_records import write_misplay
from agents.arena.shared_tasks import map_tasks
from agents.protocol import Unloadable
from eval.execution import Execution
from eval.output.json_view import as_json
from eval.output.rules_name import rules_name
from eval.store.result_file import ResultFile
from eval.tournament.progress import FILE, Progress, save, settings_of, stored_progress
from eval.tournament.result import FaultReport, TournamentResult
from eval.tournament.standings import standings
from marriage_env.files.locks import only_writer_in
from marriage_env.files.storage import write_text
from marriage_env.records.parse import Record


def tournament(
    lineup: Lineup,
    workers: int = 1,
    out: Path | None = None,
    fresh: bool = False,
    address: str = "",
) -> TournamentResult:
    """Play a tournament, whose result does not depend on the order of the agents.

    Progress is stored in the folder `out`, from which the same tournament continues unless it is
    `fresh`, and finally tournament.json. Records of misplays are written there too, else into the
    current folder. An agent that cannot be made, or that misplays, is left out. Raises ValueError
    for wrong settings, or when fewer than two agents are left, OSError if the folder cannot be
    written. `workers` and `address` are those of `map_tasks`.
    """
    execution = Execution(
        workers, lineup.time_limit, fresh=fresh, address=address
    )  # raises for wrong settings
    _check_agents(lineup)
    lineup = replace(lineup, agents=tuple(sorted(lineup.agents)))
    with agents_released(), only_writer_in(out) if out else nullcontext():
        result = _tournament(lineup, execution, out)
        if out:
            write_text(out / "tournament.json", json.dumps(as_json(result), indent=1) + "\n")
    return result


def _check_agents(lineup: Lineup) -> None:
    if len(lineup.agents) < 2:
        raise ValueError(f"agents {' '.join(lineup.agents)}: expected two or more")
    for spec in lineup.agents:
        if lineup.agents.count(spec) > 1:
            raise ValueError(f"agent {spec!r} is named twice: expected agents that differ")


def _tournament(lineup: Lineup, execution: Execution, out: Path | None) -> TournamentResult:
    """As `tournament`, by the only process that writes into the folder; the agents stay made."""
    unplayable_agents = _compiled(lineup)
    file = ResultFile(out and out / FILE, settings_of(lineup), "tournament")
    progress = stored_progress(lineup, file, execution.fresh)
    for fault in unplayable_agents:
        _leave_out(progress, fault)
    start = time.perf_counter()

    def save_if_due() -> None:
        if file.due:
            save(progress, file)

    try:
        while _play_missing(progress, execution, out or Path(), save_if_due):
            pass
    finally:
        if out:
            save(progress, file)
    return _result(progress, round(time.perf_counter() - start, 1))


def _result(progress: Progress, seconds: float) -> TournamentResult:
    """All about a tournament that is played."""
    lineup, setting = progress.lineup, progress.lineup.setting
    return TournamentResult(
        agents=list(lineup.agents),
        game=setting.game,
        players=setting.num_players,
        rules=rules_name(setting.rules, setting.game),
        deals=setting.deals,
        seed=setting.seed,
        time_limit=lineup.time_limit,
        standings=standings(progress),
        faults=[
            FaultReport(fault.agent, fault.what, fault.deal, fault.path or None)
            for fault in progress.faults
        ],
        seconds=seconds,
    )


def _compiled(lineup: Lineup) -> list[Fault]:
    """Compile all agents before several processes would; the faults of those that are none."""
    faults = []
    for spec in lineup.agents:
        try:
            agent_of(lineup, spec)
        except Unloadable as error:
            faults.append(unplayable(error, spec))
    return faults


def matchups(agents: tuple[int, ...]) -> list[Matchup]:
    """Everything that is played among these agents."""
    alone = [Matchup("self", (b,)) for b in agents]
    pairs = [Matchup("pair", (a, b)) for a in agents for b in agents if a != b]
    return [*alone, *pairs, Matchup("mixed", agents)]


def _missing(progress: Progress) -> list[MatchupPart]:
    """The parts that are left, matchups by turns, so that the time left is estimated early."""
    deals = progress.lineup.setting.deals
    listed = [(matchup, progress.deals(matchup)) for matchup in matchups(progress.agents)]
    return [
        MatchupPart(progress.lineup, matchup, first, min(first + DEALS_AT_ONCE, deals))
        for first in range(0, deals, DEALS_AT_ONCE)
        for matchup, done in listed
        if done <= first
    ]


def _play_missing(
    progress: Progress, execution: Execution, folder: Path, after_each: Callable[[], None]
) -> bool:
    """Play until all is played or an agent misplays and is disqualified: True if more is to do.

    Pairs without that agent stay as they are, mixed tables start over. ValueError if there is only
    one agent left.
    """
    if len(progress.agents) < 2:
        raise ValueError(f"fewer than two agents are left: {'; '.join(map(str, progress.faults))}")
    missing = _missing(progress)
    deals = sum(part.last - part.first for part in missing)
    with (
        tqdm(total=deals, unit=" deals", desc="tournament") as bar,
        closing(map_tasks(play_part, missing, execution.workers, execution.address)) as results,
    ):
        for part, result in zip(missing, results, strict=True):
            if isinstance(result, Fault):
                if result.record is None:
                    _leave_out(progress, result)
                else:
                    _disqualify(progress, result, folder, result.record)
                return True
            progress.add(part, result)
            bar.update(part.last - part.first)
            after_each()
    return False


def _leave_out(progress: Progress, fault: Fault) -> None:
    """Continue without an agent that cannot be made."""
    progress.leave_out(fault)
    print(f"warning: {fault}: the others play", file=sys.stderr)


def _disqualify(progress: Progress, fault: Fault, folder: Path, record: Record) -> None:
    """Continue without an agent that misplayed."""
    path = write_misplay(folder, record)
    progress.disqualify(replace(fault, path=str(path)))
    print(f"warning: {fault} (record: {path}): the others continue", file=sys.stderr)
