"""`python -m eval match A B`: what A gains over B in duplicate deals."""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.arena.duplicate import play_duplicates
from agents.arena.duplicate_statistics import (
    DuplicateStatistics,
    concatenated,
    gain_by_distance,
    gain_by_tricks,
    independent_variance,
    statistics_of,
)
from agents.arena.estimate import bootstrap_interval, t_interval
from agents.arena.setting import Setting
from agents.arena.supervision import check_limit, supervised
from agents.isolation.agent import Guests
from agents.protocol import Agent
from eval.match.progress import Progress, begun
from eval.match.text import details, table
from eval.store.kept import add_fresh, made_of
from eval.time_limit import add_limit
from eval.trust import add_trust
from marriage_env.cli.options import add_force, add_game, rules_of
from marriage_env.files.locks import only_writer_in
from marriage_env.game import game_named
from marriage_env.records.files import writing_records
from marriage_env.records.parse import Record

_DEALS, _MOST_DEALS = 20_000, 1_000_000
# Before this many deals the width is not trusted: prizes are rare, so it starts too small.
LEAST_DEALS = 2000


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("a", help="spec of agent A: random, greedy, a checkpoint, module:factory")
    parser.add_argument("b", help="spec of agent B")
    add_game(parser)
    parser.add_argument(
        "--deals",
        type=int,
        help=f"duplicate deals (default {_DEALS}); with --precision the most ({_MOST_DEALS})",
    )
    parser.add_argument(
        "--precision",
        type=float,
        metavar="CHIPS",
        help="play until half the width of the 95 %% interval is below this",
    )
    parser.add_argument("--match-deals", type=int, default=1, help="deals of a match (default 1)")
    parser.add_argument("--seed", type=int, default=1)
    add_limit(parser)
    add_trust(parser)
    parser.add_argument("--record", type=Path, help="keep all games in this file (JSON lines)")
    add_force(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="keep results here; the same command continues"
    )
    add_fresh(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def command(options: argparse.Namespace) -> None:
    """Play and print."""
    deals = options.deals
    if deals is None:
        deals = _DEALS if options.precision is None else _MOST_DEALS
    setting = Setting(
        *(options.players, rules_of(options), deals, options.seed),
        options.match_deals,
        game=options.game,
    )
    result = play_match(
        options.a,
        options.b,
        setting,
        options.record,
        options.precision,
        options.time_limit,
        options.out,
        options.trust,
        fresh=options.fresh,
        force=options.force,
    )
    print(json.dumps(result) if options.json else f"{table([result])}\n\n{details(result)}")


def play_match(
    a: str,
    b: str,
    setting: Setting,
    record: Path | None = None,
    precision: float | None = None,
    time_limit: float | None = None,
    out: Path | None = None,
    trusted: bool = False,
    *,
    fresh: bool = False,
    force: bool = False,
) -> dict[str, Any]:
    """Play a duplicate match between two specs; the result as one JSON object.

    With `record` all games are written to that file, as JSON lines; it appears when the match is
    over, and replaces another one with `force` alone. With `precision` (chips) the match
    ends, after `LEAST_DEALS` or more, when half the width of the interval is below it: at
    `setting.deals` in any case. Looking at the width alone, never at the gain, keeps the interval
    honest: where it is small the two are independent, and nothing stops a match for what it shows.
    With `out` it is kept in that folder, and goes on from there unless it is to begin `fresh`.
    Agents of factories play in processes of their own. Raises ValueError for wrong settings,
    Misplay for what no player may do, OSError for places that cannot be written: before anything is
    played, where that can be known. A time limit of other agents can be kept in the main thread
    alone: elsewhere ValueError.
    """
    check_limit(time_limit)
    if precision is not None and not 0 < precision < math.inf:
        raise ValueError(f"precision={precision!r}: expected chips, more than 0")
    if record is not None and out is not None:
        raise ValueError("--record and --out: expected one of them, for --out keeps no games")
    settings = _settings(a, b, setting, precision, time_limit)
    with Guests() as guests, ExitStack() as held:
        players = [supervised(spec, setting, guests, time_limit, trusted) for spec in (a, b)]
        if out:
            held.enter_context(only_writer_in(out))
        write = held.enter_context(writing_records(record, replace=force)) if record else None
        progress = begun(settings, setting, out, fresh)
        _play(players, setting, write, precision, progress, out)
    result = _result(concatenated(progress.played.parts), setting, precision)
    return {"a": a, "b": b, **result, "seconds": round(progress.played.seconds, 2)}


def _settings(
    a: str, b: str, setting: Setting, precision: float | None, time_limit: float | None
) -> dict[str, Any]:
    """All that the result depends on."""
    return {
        **made_of([a, b], setting.game),
        "a": a,
        "b": b,
        **asdict(setting),
        "precision": precision,
        "time_limit": time_limit,
    }


def _play(
    players: Sequence[Agent],
    setting: Setting,
    write: Callable[[Record], None] | None,
    precision: float | None,
    progress: Progress,
    out: Path | None,
) -> None:
    """Play on, to the last deal or until the gain is precise; `write` takes all records."""
    before, start = progress.played.seconds, time.perf_counter()
    a, b = players
    title = f"{a.name} / {b.name}"
    keep: list[Record] | None = [] if write else None
    try:
        with tqdm(total=setting.deals, initial=progress.deals, unit=" deals", desc=title) as bar:
            if _enough(progress, setting, precision, bar):
                return
            for states in play_duplicates(a, b, setting, keep, progress.chances, progress.deals):
                progress.add(
                    statistics_of(setting.game, states), before + time.perf_counter() - start
                )
                bar.update(len(states))
                if out:
                    progress.save_now_and_then(out)
                if write and keep:
                    for game in keep:
                        write(game)
                    keep.clear()
                if _enough(progress, setting, precision, bar):
                    return
    finally:
        if out and progress.played.parts:
            progress.save(out)


def _enough(progress: Progress, setting: Setting, precision: float | None, bar: Any) -> bool:
    """Whether the gain is precise; else the bar is told how many deals that will take."""
    if precision is None or not progress.played.parts:
        return False
    gains = np.concatenate([part.gain for part in progress.played.parts])
    wanted = deals_wanted(gains, precision)
    bar.total = max(len(gains), min(setting.deals, wanted))
    return len(gains) >= wanted


def deals_wanted(gains: NDArray[np.float64], precision: float) -> int:
    """How many deals to play for half a width below `precision`, judged by those played."""
    half = t_interval(gains).half_width
    if len(gains) >= LEAST_DEALS and half < precision:
        return len(gains)
    return max(LEAST_DEALS, len(gains) + 1, math.ceil(len(gains) * (half / precision) ** 2))


def _result(part: DuplicateStatistics, setting: Setting, precision: float | None) -> dict[str, Any]:
    """Everything about the games that were played."""
    gains = part.gain
    gain, resampled = t_interval(gains), bootstrap_interval(gains, setting.seed_of())
    variance, independent = float(gains.var(ddof=1)), independent_variance(part)
    ratio = independent / variance if variance else None
    result = {
        "game": setting.game,
        "players": setting.num_players,
        "rules": preset_name(setting.rules, setting.game),
        "deals": len(gains),
        "distinct_deals": len(set(part.deal.tolist())),
        "match_deals": setting.match_deals,
        "seed": setting.seed,
        "gain": gain.mean,
        "ci95": gain.ci95,
        "ci95_bootstrap": resampled.ci95,
        "sd": variance**0.5,
        "variance": variance,
        "variance_independent": independent,
        "variance_ratio": ratio,
        "effective_deals": None if ratio is None else round(len(gains) * ratio),
    }
    if precision is not None:
        result.update(precision=precision, reached=gain.half_width < precision)
    if setting.match_deals == 1:  # in a longer match the dealer changes, and tricks are many deals'
        result.update(by_distance=seat_rows(part))
        if part.has_tricks:
            result.update(by_tricks=_trick_rows(part))
    return result


def seat_rows(part: DuplicateStatistics) -> list[dict[str, Any]]:
    """The gain of each seat as JSON has it."""
    return [
        {"distance": distance, "gain": gain.mean, "ci95": gain.ci95}
        for distance, gain in enumerate(gain_by_distance(part))
    ]


def _trick_rows(part: DuplicateStatistics) -> list[dict[str, Any]]:
    """The figures of each number of tricks as JSON has them."""
    return [
        {**row._asdict(), "gain": row.gain.mean, "ci95": row.gain.ci95}
        for row in gain_by_tricks(part)
    ]


def preset_name(rules: Any, game: str = "mariage") -> str | dict[str, Any]:
    """The name of a preset, or all fields of rules that are none."""
    kind = game_named(game)
    for name in kind.presets:
        if rules == kind.rules.preset(name):
            return name
    return asdict(rules)
