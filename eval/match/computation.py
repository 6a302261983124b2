"""Playing a duplicate match until all its deals are played or its gain is precise."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.arena.confidence_interval import bootstrap_interval, t_interval
from agents.arena.duplicate_statistics import (
    DuplicateStatistics,
    concatenated,
    gain_by_tricks,
    independent_variance,
)
from agents.arena.misbehavior import supervised
from agents.arena.setting import Setting
from agents.isolation.agent import AgentProcesses
from eval.execution import Execution
from eval.match.parts import Match, PlayedPart, on_cluster, played_here
from eval.match.progress import FILE, Progress, stored_progress
from eval.match.result import MatchResult, TrickGain, seat_gains
from eval.output.rules_name import rules_name
from eval.store.provenance import provenance_of
from eval.store.result_file import ResultFile
from marriage_env.files.locks import only_writer_in
from marriage_env.records.files import writing_records
from marriage_env.records.parse import Record

# Before this many deals the width is not trusted: prizes are rare, so it starts too small.
LEAST_DEALS = 2000

_DEFAULT = Execution()


def play_match(
    a: str,
    b: str,
    setting: Setting,
    execution: Execution = _DEFAULT,
    *,
    precision: float | None = None,
    out: Path | None = None,
    record: Path | None = None,
    force: bool = False,
) -> MatchResult:
    """Play a duplicate match between the agents of two specs.

    Args:
        a: the agent whose gain is measured.
        b: the agent it is compared with.
        setting: the deals; their number is the most that are played.
        execution: how; agents of factories play in processes of their own in any case.
        precision: in chips: the match ends, after `LEAST_DEALS` or more, when half the width of the
            interval is below it. The width alone decides, never the gain, which keeps the interval
            honest: for many deals the two are independent.
        out: a folder in which progress is stored, and from which the match continues.
        record: a file for the records of all games (JSON lines), written when the match is over.
        force: whether `record` may replace a file.

    Raises ValueError for wrong settings, Misplay for what an agent may not do, and OSError for
    places that cannot be written: before anything is played, where that can be known. A time limit
    for an agent without a process of its own works in the main thread alone: else ValueError.
    """
    if precision is not None and not 0 < precision < math.inf:
        raise ValueError(f"precision={precision!r}: expected chips, more than 0")
    if record is not None and out is not None:
        raise ValueError("--record and --out: expected one of them, for --out stores no games")
    file = ResultFile(
        out and out / FILE, _settings(a, b, setting, precision, execution.time_limit), "match"
    )
    with AgentProcesses() as processes, ExitStack() as held:
        players = [
            supervised(spec, setting, processes, execution.time_limit, execution.trusted)
            for spec in (a, b)
        ]
        if out:
            held.enter_context(only_writer_in(out))
        write = held.enter_context(writing_records(record, replace=force)) if record else None
        progress = stored_progress(setting, file, execution.fresh)
        if execution.address:
            match = Match(a, b, setting, execution, keep=write is not None)
            parts = on_cluster(match, progress.rngs, progress.deals)
        else:
            parts = played_here(players, setting, write is not None, progress.rngs, progress.deals)
        held.enter_context(closing(parts))
        _play(f"{a} / {b}", parts, setting, write, precision, progress)
    part, seconds = concatenated(progress.played.parts), round(progress.played.seconds, 2)
    return _result(a, b, part, setting, precision, seconds)


def _settings(
    a: str, b: str, setting: Setting, precision: float | None, time_limit: float | None
) -> dict[str, Any]:
    """All that the result depends on."""
    return {
        **asdict(provenance_of([a, b], setting.game)),
        "a": a,
        "b": b,
        **asdict(setting),
        "precision": precision,
        "time_limit": time_limit,
    }


def _play(
    title: str,
    parts: Iterable[PlayedPart],
    setting: Setting,
    write: Callable[[Record], None] | None,
    precision: float | None,
    progress: Progress,
) -> None:
    """Continue to the last deal or until the gain is precise; `write` takes all records."""
    before, start = progress.played.seconds, time.perf_counter()
    try:
        with tqdm(total=setting.deals, initial=progress.deals, unit=" deals", desc=title) as bar:
            if _is_precise(progress, setting, precision, bar):
                return
            for part in parts:
                progress.rngs = part.rngs
                progress.add(part.statistics, before + time.perf_counter() - start)
                bar.update(len(part.statistics.gain))
                if progress.file.due:
                    progress.save()
                for game in part.records:
                    if write:
                        write(game)
                if _is_precise(progress, setting, precision, bar):
                    return
    finally:
        progress.save()


def _is_precise(progress: Progress, setting: Setting, precision: float | None, bar: Any) -> bool:
    """Whether the gain is precise; the progress bar gets the deals that this will take."""
    if precision is None or not progress.played.parts:
        return False
    gains = np.concatenate([part.gain for part in progress.played.parts])
    wanted = deals_wanted(gains, precision)
    bar.total = max(len(gains), min(setting.deals, wanted))
    return len(gains) >= wanted


def deals_wanted(gains: NDArray[np.float64], precision: float) -> int:
    """How many deals to play for a half width below `precision` chips, judged by those played."""
    half = t_interval(gains).half_width
    if len(gains) >= LEAST_DEALS and half < precision:
        return len(gains)
    return max(LEAST_DEALS, len(gains) + 1, math.ceil(len(gains) * (half / precision) ** 2))


def _result(
    a: str,
    b: str,
    part: DuplicateStatistics,
    setting: Setting,
    precision: float | None,
    seconds: float,
) -> MatchResult:
    """All about the games that were played."""
    gains = part.gain
    gain, resampled = t_interval(gains), bootstrap_interval(gains, setting.seed_of())
    variance, independent = float(gains.var(ddof=1)), independent_variance(part)
    ratio = independent / variance if variance else None
    # In a longer match the dealer changes, and tricks are those of several deals.
    single = setting.match_deals == 1
    return MatchResult(
        a=a,
        b=b,
        game=setting.game,
        players=setting.num_players,
        rules=rules_name(setting.rules, setting.game),
        deals=len(gains),
        distinct_deals=len(set(part.deal.tolist())),
        match_deals=setting.match_deals,
        seed=setting.seed,
        gain=gain,
        ci95_bootstrap=(resampled.low, resampled.high),
        sd=variance**0.5,
        variance=variance,
        variance_independent=independent,
        variance_ratio=ratio,
        effective_deals=None if ratio is None else round(len(gains) * ratio),
        precision=precision,
        reached=None if precision is None else gain.half_width < precision,
        by_distance=seat_gains(part) if single else None,
        by_tricks=[TrickGain(**row._asdict()) for row in gain_by_tricks(part)]
        if single and part.has_tricks
        else None,
        seconds=seconds,
    )
