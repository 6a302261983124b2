"""Measuring all workloads, round by round."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from eval.hardware import hardware_and_versions
from eval.speed import (
    agent_workloads,
    engine_workloads,
    game_costs,
    interface_workloads,
    peer_processes,
)
from eval.speed.result import SpeedResult
from eval.speed.targets import COMPARISONS, TARGETS, judged
from eval.speed.workload import Missing, Row, Workload
from marriage_env.core.arguments import as_float, as_int
from marriage_env.files.json_text import check_object, read_object
from marriage_env.game import DEFAULT_GAME

_OURS = ("numpy", "numba", "gymnasium", "pettingzoo")


@dataclass(frozen=True)
class Settings:
    """How much is measured."""

    rounds: int = 5
    seconds: float = 1.0
    peers_python: Path | None = None  # None: without peers
    starts: int = 3  # warm starts, after a cold one; 0: none of either
    game: str = field(kw_only=True)
    before: Path | None = None  # an earlier result, as JSON

    def __post_init__(self) -> None:
        object.__setattr__(self, "rounds", as_int("rounds", self.rounds, 1))
        object.__setattr__(self, "starts", as_int("starts", self.starts, 0))
        object.__setattr__(self, "seconds", as_float("seconds", self.seconds, 0))
        if not self.seconds > 0:
            raise ValueError(f"seconds={self.seconds!r}: expected more than 0")
        if self.peers_python and self.game != DEFAULT_GAME:
            raise ValueError(f"game={self.game!r}: peers are compared with {DEFAULT_GAME} alone")


def ours(game: str) -> list[Workload]:
    """All workloads of this package: with the game that peers are compared with, the most."""
    if game != DEFAULT_GAME:
        return [
            *engine_workloads.rollouts(game),
            *(
                engine_workloads.deals(game, players)
                for players in engine_workloads.players_measured(game)
            ),
            *interface_workloads.vector(game),
            *interface_workloads.pettingzoo_loops(game),
            *agent_workloads.decisions(game),
        ]
    return [
        *engine_workloads.rollouts(game),
        *engine_workloads.sizes(game),
        engine_workloads.deals(game, 5),
        *interface_workloads.vector(game),
        *interface_workloads.learners(game),
        *interface_workloads.pettingzoo_loops(game),
        *interface_workloads.idle_loops(game),
        *game_costs.copies(game),
        *agent_workloads.decisions(game),
    ]


def measure(settings: Settings) -> SpeedResult:
    """Measure everything."""
    before = medians_of(settings.before) if settings.before else {}
    peers = peer_processes.Peers(settings.peers_python) if settings.peers_python else None
    try:
        workloads = ours(settings.game)
        if peers:
            workloads = interleaved(workloads, peer_processes.workloads(peers))
        rows, missing = measure_all(workloads, settings.rounds, settings.seconds)
    finally:
        if peers:
            peers.close()
    by_key = {row.workload.key: row.rounds for row in rows}
    compared = settings.game == DEFAULT_GAME
    peer_settings = peers.settings if peers else {}
    return SpeedResult(
        command=_command(settings),
        seed=engine_workloads.SEED,
        machine=hardware_and_versions(_OURS),
        peers=peers.versions if peers else {},
        rounds=settings.rounds,
        seconds=settings.seconds,
        rows=[
            row.result(peer_settings.get(row.workload.key, ""), before.get(row.workload.key))
            for row in rows
        ],
        missing=missing,
        bytes=game_costs.memory(settings.game),
        starts=game_costs.starts(settings.starts, settings.game) if settings.starts else {},
        targets=[judged(target, by_key) for target in TARGETS if compared],
        comparisons=[judged(target, by_key) for target in COMPARISONS if compared],
    )


def medians_of(path: Path) -> dict[str, float]:
    """The medians of an earlier result by key of the workload; ValueError for another file."""
    medians = {}
    for row in read_object(path, {"rows": list})["rows"]:
        check_object(row, {"key": str, "median": (int, float)}, str(path))
        medians[row["key"]] = row["median"]
    return medians


def measure_all(
    workloads: list[Workload], rounds: int, seconds: float
) -> tuple[list[Row], dict[str, str]]:
    """Rows of all that could be measured; why the others could not, by key."""
    rows: dict[str, Row] = {}
    missing: dict[str, str] = {}
    for turn in range(rounds + 1):  # the first only compiles and warms up
        for workload in workloads:
            if workload.key in missing:
                continue
            try:
                sample = workload.measure(seconds if turn else 0.0)
            except Missing as error:
                missing[workload.key] = str(error)
                rows.pop(workload.key, None)
                continue
            row = rows.setdefault(workload.key, Row(workload))
            if turn:
                row.take(sample)
        print(f"round {turn} of {rounds}" if turn else "ready", file=sys.stderr, flush=True)
    return list(rows.values()), missing


def interleaved(some: list[Workload], others: list[Workload]) -> list[Workload]:
    """Both lists spread evenly over one, so that both see the same machine."""
    placed = [
        (k / len(part), workload) for part in (some, others) for k, workload in enumerate(part)
    ]
    return [workload for _, workload in sorted(placed, key=lambda pair: pair[0])]


def _command(settings: Settings) -> str:
    peers = " --peers" if settings.peers_python else ""
    starts = "" if settings.starts else " --no-starts"
    game = "" if settings.game == DEFAULT_GAME else f" --game {settings.game}"
    return (
        f"python -m eval speed{game}{peers}{starts} --rounds {settings.rounds} "
        f"--seconds {settings.seconds:g} --json"
    )
