"""`python -m eval bench POLICY`: a standard suite, the same packs and opponents for everyone.

One of the policy among copies of an opponent, in duplicate deals. Fewer deals where opponents
search, so that the suite takes a fast policy a few minutes.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from agents import load
from agents.duplicate import Setting
from eval.bench_report import report
from eval.gains import Match, gains_of
from eval.kept import begun, keep
from eval.pool import add_workers
from eval.significance import t_interval
from eval.sources import source_digest
from eval.watch import add_limit, check_limit
from marriage_env import Rules, __version__

SUITES = ("v1",)
_PLAYERS, _RULES, _SEED = (5, 7, 10), ("typical", "modern", "classic"), 1
_HEURISTICS, _SEARCH = ("random", "greedy", "expert"), "pimc:worlds=32"
_DEALS, _SEARCH_DEALS = 5000, {5: 300, 7: 150, 10: 75}
_MOST_SCALE = 1000
_NAMES = ("opponent", "players", "rules")


@dataclass(frozen=True)
class Row:
    """A match of the suite."""

    opponent: str
    players: int
    rules: str
    deals: int


def suite(scale: float = 1.0) -> list[Row]:
    """The rows of v1, with `scale` times as many deals (2 at least): the first ones of them."""
    rows = []
    for players in _PLAYERS:
        for rules in _RULES:
            for opponent in (*_HEURISTICS, _SEARCH):
                deals = _SEARCH_DEALS[players] if opponent == _SEARCH else _DEALS
                rows.append(Row(opponent, players, rules, max(2, round(deals * scale))))
    return rows


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "policy", help="package.module:factory, a checkpoint or MaskablePPO zip, or any other spec"
    )
    parser.add_argument("--suite", choices=SUITES, default="v1")
    parser.add_argument("--scale", type=float, default=1.0, help="times the deals (default 1)")
    add_limit(parser)
    add_workers(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write the JSON here; the same command continues"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def command(options: argparse.Namespace) -> None:
    """Play and print."""
    result = bench(options.policy, options.scale, options.workers, options.time_limit, options.out)
    print(json.dumps(result) if options.json else report(result))


def bench(
    policy: str,
    scale: float = 1.0,
    workers: int = 1,
    time_limit: float | None = None,
    out: Path | None = None,
) -> dict[str, Any]:
    """Play suite v1; the result as one JSON object, kept in the file `out` row by row.

    Rows of games that the policy does not fit are left out and say why. Raises ValueError if there
    is no other row, for wrong settings, and for a misplay, whose record is then written.
    """
    check_limit(time_limit)
    if not 0 < scale <= _MOST_SCALE:
        raise ValueError(f"scale={scale!r}: expected a number above 0, at most {_MOST_SCALE}")
    if workers < 1:
        raise ValueError(f"workers={workers!r}: expected an integer of at least 1")
    rows, left_out = _fitting(policy, suite(scale))
    settings = {
        "suite": "v1",
        "policy": policy,
        "source": source_digest(policy),
        "version": __version__,
        "scale": scale,
        "seed": _SEED,
    }
    result = begun(settings, {"rows": [], "seconds": 0.0}, out)
    done = [tuple(row[name] for name in _NAMES) for row in result["rows"]]
    missing = [row for row in rows if (row.opponent, row.players, row.rules) not in done]
    before, start = result["seconds"], time.perf_counter()
    result["left_out"] = left_out
    matches = [_match(policy, row) for row in missing]
    with closing(gains_of(matches, workers, time_limit, policy)) as played:
        for row, gains in zip(missing, played, strict=True):
            gain = t_interval(gains)
            figures = {"gain": gain.mean, "ci95": [gain.low, gain.high]}
            result["rows"].append({**vars(row), **figures})
            result["seconds"] = round(before + time.perf_counter() - start, 1)
            keep(result, out)
    return result


def _fitting(policy: str, rows: list[Row]) -> tuple[list[Row], list[dict[str, Any]]]:
    """The rows of games that the policy plays, and which games it does not, and why."""
    left_out = []
    for players, rules in product(_PLAYERS, _RULES):
        try:
            load(policy, players, Rules.preset(rules))
        except ValueError as error:
            left_out.append({"players": players, "rules": rules, "why": str(error)})
    games = [(game["players"], game["rules"]) for game in left_out]
    fitting = [row for row in rows if (row.players, row.rules) not in games]
    if not fitting:
        raise ValueError(left_out[0]["why"])
    return fitting, left_out


def _match(policy: str, row: Row) -> Match:
    """The match of a row."""
    setting = Setting(row.players, Rules.preset(row.rules), row.deals, _SEED)
    return Match(policy, row.opponent, setting)
