"""`python -m eval tournament A B C …`: every agent against every other, and at mixed tables."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

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
from agents.arena.process_pool import check_workers, map_in_processes
from agents.arena.setting import Setting
from agents.arena.supervision import check_limit
from agents.protocol import Unloadable
from eval.match.command import preset_name
from eval.store.kept import add_fresh
from eval.time_limit import add_limit
from eval.tournament.progress import Played, resumed, save
from eval.tournament.standings import standings
from eval.tournament.text import report
from eval.trust import add_trust
from eval.workers import add_workers
from marriage_env.cli.options import add_game, rules_of
from marriage_env.core.rng import Purpose
from marriage_env.files.locks import only_writer_in
from marriage_env.files.storage import write_text
from marriage_env.records.parse import Record

_SECONDS_TO_SAVE = 20.0


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("agents", nargs="+", metavar="AGENT", help="specs of two agents or more")
    add_game(parser)
    parser.add_argument("--deals", type=int, default=2000, help="at every table (default 2000)")
    parser.add_argument("--seed", type=int, default=1)
    add_limit(parser)
    add_trust(parser)
    add_workers(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="keep results here; the same command continues"
    )
    add_fresh(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def command(options: argparse.Namespace) -> None:
    """Play and print."""
    rules = rules_of(options)
    setting = Setting(
        *(options.players, rules, options.deals, options.seed),
        game=options.game,
        purpose=Purpose.TOURNAMENT,
    )
    field = Lineup(tuple(options.agents), setting, options.time_limit, options.trust)
    result = tournament(field, options.workers, options.out, options.fresh)
    print(json.dumps(result) if options.json else report(result))


def tournament(
    field: Lineup, workers: int = 1, out: Path | None = None, fresh: bool = False
) -> dict[str, Any]:
    """Play a tournament; the result as one JSON object, whatever the order of the agents.

    With `out` results are kept in that folder, tournament.json when all is played, and the same
    tournament goes on from there unless it is to begin `fresh`. Records of misplays are written
    there too, else into the current folder. An agent whose file or factory gives none is left out.
    Raises ValueError for wrong settings, or when fewer than two agents are left, OSError if the
    folder cannot be written.
    """
    _check(field, workers)
    field = replace(field, agents=tuple(sorted(field.agents)))
    with agents_released(), only_writer_in(out) if out else nullcontext():
        result = _tournament(field, workers, out, fresh)
        if out:
            write_text(out / "tournament.json", json.dumps(result, indent=1) + "\n")
    return result


def _tournament(field: Lineup, workers: int, out: Path | None, fresh: bool) -> dict[str, Any]:
    """As `tournament`, with agents that are still there afterwards, by the only one who writes."""
    left_out = _compiled(field)
    played = resumed(field, out, fresh) if out else Played(field)
    for fault in left_out:
        _leave_out(played, fault)
    start = saved = time.perf_counter()

    def keep_now_and_then() -> None:
        nonlocal saved
        if out and time.perf_counter() - saved > _SECONDS_TO_SAVE:
            save(played, out)
            saved = time.perf_counter()

    try:
        while _play_missing(played, workers, out or Path(), keep_now_and_then):
            pass
    finally:
        if out:
            save(played, out)
    return _result(played, round(time.perf_counter() - start, 1))


def _result(played: Played, seconds: float) -> dict[str, Any]:
    """Everything about a tournament that is played."""
    field = played.field
    faults = [
        {
            "agent": fault.agent,
            "what": fault.what,
            "deal": fault.deal,
            "record": fault.path or None,
        }
        for fault in played.faults
    ]
    return {
        "agents": list(field.agents),
        "game": field.setting.game,
        "players": field.setting.num_players,
        "rules": preset_name(field.setting.rules, field.setting.game),
        "deals": field.setting.deals,
        "seed": field.setting.seed,
        "time_limit": field.time_limit,
        **standings(played),
        "faults": faults,
        "seconds": seconds,
    }


def _check(field: Lineup, workers: int) -> None:
    check_limit(field.time_limit)
    check_workers(workers)
    if len(field.agents) < 2:
        raise ValueError(f"agents {' '.join(field.agents)}: expected two or more")
    for spec in field.agents:
        if field.agents.count(spec) > 1:
            raise ValueError(f"agent {spec!r} is named twice: expected agents that differ")


def _compiled(field: Lineup) -> list[Fault]:
    """Compile all agents, before processes do so at once; those of which there are none."""
    faults = []
    for spec in field.agents:
        try:
            agent_of(field, spec)
        except Unloadable as error:
            faults.append(unplayable(error, spec))
    return faults


def items(agents: tuple[int, ...]) -> list[Matchup]:
    """Everything that is played among these agents."""
    alone = [Matchup("self", (b,)) for b in agents]
    pairs = [Matchup("pair", (a, b)) for a in agents for b in agents if a != b]
    return [*alone, *pairs, Matchup("mixed", agents)]


def _missing(played: Played) -> list[MatchupPart]:
    """The tasks to come: all items take turns, so that the time left can be told early."""
    deals = played.field.setting.deals
    listed = [(item, played.deals(item)) for item in items(played.agents)]
    return [
        MatchupPart(played.field, item, first, min(first + DEALS_AT_ONCE, deals))
        for first in range(0, deals, DEALS_AT_ONCE)
        for item, done in listed
        if done <= first
    ]


def _play_missing(
    played: Played, workers: int, folder: Path, after_each: Callable[[], None]
) -> bool:
    """Play until all is played or an agent misplays, which is sent away: True if more is to do.

    Pairs without that agent stay as they are, mixed tables begin anew. ValueError if there is only
    one agent left.
    """
    if len(played.agents) < 2:
        raise ValueError(f"fewer than two agents are left: {'; '.join(map(str, played.faults))}")
    missing = _missing(played)
    deals = sum(task.last - task.first for task in missing)
    with (
        tqdm(total=deals, unit=" deals", desc="tournament") as bar,
        closing(map_in_processes(play_part, missing, workers)) as results,
    ):
        for task, result in zip(missing, results, strict=True):
            if isinstance(result, Fault):
                if result.record is None:
                    _leave_out(played, result)
                else:
                    _send_away(played, result, folder, result.record)
                return True
            played.add(task, result)
            bar.update(task.last - task.first)
            after_each()
    return False


def _leave_out(played: Played, fault: Fault) -> None:
    """Play on without an agent that cannot be made."""
    played.leave_out(fault)
    print(f"warning: {fault}: the others play", file=sys.stderr)


def _send_away(played: Played, fault: Fault, folder: Path, record: Record) -> None:
    """Go on without an agent that misplayed."""
    path = write_misplay(folder, record)
    played.send_away(replace(fault, path=str(path)))
    print(f"warning: {fault} (record: {path}): the others go on", file=sys.stderr)
