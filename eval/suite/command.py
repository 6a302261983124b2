"""`python -m eval bench POLICY`: a standard suite, the same packs and opponents for everyone.

One of the policy among copies of an opponent, in duplicate deals. Fewer deals where opponents
search, so that the suite takes a fast policy a few minutes.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents import load
from agents.arena.estimate import t_interval
from agents.arena.parallel_duplicates import DuplicateMatch, gains_by_match
from agents.arena.process_pool import check_workers
from agents.arena.setting import Setting
from agents.arena.supervision import check_limit
from agents.game_agents import agents_of, required
from agents.isolation.agent import Guests
from eval.store.kept import add_fresh, begun, keep, made_of
from eval.suite.text import report
from eval.time_limit import add_limit
from eval.trust import add_trust
from eval.workers import add_workers
from marriage_env.cli.options import add_game_name
from marriage_env.core.rng import Purpose
from marriage_env.files.locks import only_writer_of
from marriage_env.game import DEFAULT_GAME, game_named

SUITES = ("v2",)
_SEED, _DEALS = 1, 5000
_MOST_SCALE = 1000


_NAMES = ("opponent", "players", "rules")


@dataclass(frozen=True)
class Row:
    """A match of the suite."""

    opponent: str
    players: int
    rules: str
    deals: int


def suite(scale: float = 1.0, game: str = DEFAULT_GAME) -> list[Row]:
    """The rows of v2, with `scale` times as many deals (2 at least): the first ones of them."""
    rows, matches = [], required(agents_of(game).suite, "standard suite", game)
    for players, search_deals in matches.search_deals.items():
        for rules in matches.rules:
            for opponent in (*matches.opponents, matches.search):
                deals = search_deals if opponent == matches.search else _DEALS
                rows.append(Row(opponent, players, rules, max(2, round(deals * scale))))
    return rows


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "policy",
        help="package.module:factory, a checkpoint, a MaskablePPO zip (with --trust), or any other "
        "spec",
    )
    add_game_name(parser)
    parser.add_argument("--suite", choices=SUITES, default="v2")
    parser.add_argument("--scale", type=float, default=1.0, help="times the deals (default 1)")
    add_limit(parser)
    add_trust(parser)
    add_workers(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write the JSON here; the same command continues"
    )
    add_fresh(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def command(options: argparse.Namespace) -> None:
    """Play and print."""
    result = bench(
        *(options.policy, options.scale, options.workers, options.time_limit),
        *(options.out, options.game, options.trust, options.fresh),
    )
    print(json.dumps(result) if options.json else report(result))


def bench(
    policy: str,
    scale: float = 1.0,
    workers: int = 1,
    time_limit: float | None = None,
    out: Path | None = None,
    game: str = DEFAULT_GAME,
    trusted: bool = False,
    fresh: bool = False,
) -> dict[str, Any]:
    """Play suite v2 of a game; the result as one JSON object, kept in the file `out` row by row.

    The same suite goes on from that file unless it is to begin `fresh`. Rows of games that the
    policy does not fit are left out and say why. `trusted` is that of `agents.load`. Raises
    ValueError if there is no other row, for wrong settings, and for a misplay, whose record is then
    written; OSError if the file cannot be.
    """
    check_limit(time_limit)
    if not 0 < scale <= _MOST_SCALE:
        raise ValueError(f"scale={scale!r}: expected a number above 0, at most {_MOST_SCALE}")
    check_workers(workers)
    with Guests() as guests:
        rows, left_out = _fitting(policy, suite(scale, game), game, guests, trusted)
    settings = {
        **made_of([policy], game),
        "suite": "v2",
        "policy": policy,
        "game": game,
        "scale": scale,
        "seed": _SEED,
    }
    with only_writer_of(out) if out else nullcontext():
        result = begun(settings, {"rows": [], "seconds": 0.0}, out, fresh)
        result["left_out"] = left_out
        _play_rows(result, rows, workers, time_limit, trusted, out)
    return result


def _play_rows(
    result: dict[str, Any],
    rows: list[Row],
    workers: int,
    time_limit: float | None,
    trusted: bool,
    out: Path | None,
) -> None:
    """Add the rows that are missing to a result, keeping each."""
    policy, game = result["policy"], result["game"]
    done = [tuple(row[name] for name in _NAMES) for row in result["rows"]]
    missing = [row for row in rows if (row.opponent, row.players, row.rules) not in done]
    before, start = result["seconds"], time.perf_counter()
    matches = [_match(policy, row, game, trusted) for row in missing]
    with closing(gains_by_match(matches, workers, time_limit, policy)) as played:
        for row, gains in zip(missing, played, strict=True):
            gain = t_interval(gains)
            figures = {"gain": gain.mean, "ci95": gain.ci95}
            result["rows"].append({**vars(row), **figures})
            result["seconds"] = round(before + time.perf_counter() - start, 1)
            keep(result, out)


def _fitting(
    policy: str, rows: list[Row], game: str, guests: Guests, trusted: bool
) -> tuple[list[Row], list[dict[str, Any]]]:
    """The rows of games that the policy plays, and which games it does not, and why."""
    left_out, preset = [], game_named(game).rules.preset
    for players, rules in dict.fromkeys((row.players, row.rules) for row in rows):
        try:
            load(policy, players, preset(rules), game, guests, trusted)
        except ValueError as error:
            left_out.append({"players": players, "rules": rules, "why": str(error)})
    games = [(one["players"], one["rules"]) for one in left_out]
    fitting = [row for row in rows if (row.players, row.rules) not in games]
    if not fitting:
        raise ValueError(left_out[0]["why"])
    return fitting, left_out


def _match(policy: str, row: Row, game: str, trusted: bool) -> DuplicateMatch:
    """The match of a row."""
    rules = game_named(game).rules.preset(row.rules)
    setting = Setting(row.players, rules, row.deals, _SEED, game=game, purpose=Purpose.BENCH)
    return DuplicateMatch(policy, row.opponent, setting, trusted)
