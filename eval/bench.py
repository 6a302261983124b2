"""`python -m eval bench POLICY`: a standard suite, the same packs and opponents for everyone.

One of the policy among copies of an opponent, in duplicate deals. Fewer deals where opponents
search, so that the suite takes a fast policy a few minutes.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents import load
from agents.duplicate import Setting
from agents.files import write_text
from eval.bench_report import report
from eval.pool import in_order
from eval.significance import t_interval
from eval.sources import source_digest
from eval.tables import Fault, Field, Item, Task, compile_players, play
from eval.timing import all_cores
from eval.watch import check_limit
from marriage_env import Rules, __version__, write_records

SUITES = ("v1",)
_PLAYERS, _RULES, _SEED = (5, 7, 10), ("typical", "modern", "classic"), 1
_HEURISTICS, _SEARCH = ("random", "greedy", "expert"), "pimc:worlds=32"
_DEALS, _SEARCH_DEALS = 5000, {5: 300, 7: 150, 10: 75}
_PARTS = 20  # tasks of every table of a row
_MOST_SCALE = 1000
_NAMES = ("opponent", "players", "rules")
_ALONE, _AMONG = Item("self", (1,)), Item("pair", (0, 1))


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
    parser.add_argument(
        "--time-limit", type=float, metavar="SECONDS", help="of a decision, on average of a batch"
    )
    cores = len(all_cores())
    parser.add_argument("--workers", type=int, default=cores, help=f"processes (default {cores})")
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
    result = _begun(policy, scale, out)
    done = [tuple(row[name] for name in _NAMES) for row in result["rows"]]
    missing = [row for row in rows if (row.opponent, row.players, row.rules) not in done]
    before, start = result["seconds"], time.perf_counter()
    result["left_out"] = left_out
    with closing(_played(policy, missing, workers, time_limit)) as played:
        for row, gains in played:
            gain = t_interval(gains)
            figures = {"gain": gain.mean, "ci95": [gain.low, gain.high]}
            result["rows"].append({**vars(row), **figures})
            result["seconds"] = round(before + time.perf_counter() - start, 1)
            if out:
                write_text(out, json.dumps(result, indent=1) + "\n")
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


def _begun(policy: str, scale: float, out: Path | None) -> dict[str, Any]:
    """A result without rows, or the one in the file; ValueError if that is of something else."""
    result: dict[str, Any] = {
        "suite": "v1",
        "policy": policy,
        "source": source_digest(policy),
        "version": __version__,
        "scale": scale,
        "seed": _SEED,
        "rows": [],
        "seconds": 0.0,
    }
    if out is None or not out.exists():
        return result
    kept: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    for name in ("suite", "policy", "source", "version", "scale", "seed"):
        if kept.get(name) != result[name]:
            raise ValueError(
                f"{out} holds a result with {name}={kept.get(name)!r}, this one has "
                f"{result[name]!r}: choose another --out"
            )
    return kept


def _played(
    policy: str, rows: list[Row], workers: int, time_limit: float | None
) -> Generator[tuple[Row, NDArray[np.float64]], None, None]:
    """Row by row, what the policy gains in each deal."""
    listed = [(row, _tasks(row, policy, time_limit)) for row in rows]
    tasks = [task for _, of_row in listed for task in of_row]
    for field in {task.field.agents: task.field for task in tasks}.values():
        compile_players(
            field
        )  # compiles here alone: processes that do so at once can spoil the cache
    with (
        tqdm(total=len(tasks), unit=" parts", desc=policy) as bar,
        closing(in_order(play, tasks, workers)) as results,
    ):
        for row, of_row in listed:
            won: dict[Item, list[NDArray[np.int32]]] = {_ALONE: [], _AMONG: []}
            for task in of_row:
                won[task.item].append(_chips(next(results))[:, 0])
                bar.update()
            yield row, (np.concatenate(won[_AMONG]) - np.concatenate(won[_ALONE])) / row.players


def _tasks(row: Row, policy: str, time_limit: float | None) -> list[Task]:
    """A row in parts."""
    setting = Setting(row.players, Rules.preset(row.rules), row.deals, _SEED)
    field = Field((policy, row.opponent), setting, time_limit)
    cuts = sorted({round(row.deals * part / _PARTS) for part in range(_PARTS + 1)})
    return [Task(field, item, *cut) for cut in pairwise(cuts) for item in (_ALONE, _AMONG)]


def _chips(result: NDArray[np.int32] | Fault) -> NDArray[np.int32]:
    """The chips of a task; ValueError for a misplay, when its record is written."""
    if isinstance(result, Fault):
        path = Path("misplay-0.jsonl")
        write_records(path, [result.record])
        raise ValueError(f"{result} (record: {path})")
    return result
