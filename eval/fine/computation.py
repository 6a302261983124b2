"""Measuring every table of the plan, and storing each as soon as it is measured."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from tqdm import tqdm

from agents import load
from agents.learned.game_range import parse_rules
from agents.learned.torch_threads import torch_threads
from eval.fine.called_queens import measure_kept
from eval.fine.plan import (
    AGENT,
    GAME,
    SMALL_FINES,
    SMALL_GAME,
    Plan,
    folder_of,
    search_tables,
    small_tables,
    training_tables,
)
from eval.fine.prices import Judge
from eval.fine.result import SearchResult, SmallResult, SmallTable, Table, TrainedResult
from eval.fine.small import OBEY, FinedGame
from eval.fine.training import conduct, gain_over_expert, seconds_of, train
from eval.output.json_view import as_json, from_json
from eval.solve.game_tree import game_tree
from eval.store.provenance import provenance_of
from eval.store.result_file import ResultFile
from marriage_env.files.json_text import check_object
from marriage_env.files.locks import only_writer_of
from marriage_env.game import game_named

Measured = TypeVar("Measured")


@dataclass(frozen=True)
class Part(Generic[Measured]):
    """A part of the page: what is measured of which tables, and the file with the results."""

    name: str
    kind: type[Measured]  # of a result
    tables: Sequence[Any]  # Table or SmallTable
    measure: Callable[[Any], Measured]
    size: Mapping[str, Any]  # how much is played, as the file names it
    game: str = GAME
    agents: Sequence[str] = ()  # specs of those that are measured


def search_part(plan: Plan) -> Part[SearchResult]:
    """Agents that search."""

    def measure(table: Table) -> SearchResult:
        start = time.perf_counter()
        setting = plan.setting(table, plan.search_deals(table.players))
        agent = load(AGENT, setting.num_players, setting.rules, game=GAME)
        judge = Judge(setting) if table.fine == 0 else None
        kept = measure_kept(agent, setting, judge.watch if judge else None)
        prices, seconds = judge.prices() if judge else None, round(time.perf_counter() - start, 1)
        return SearchResult(table, setting.deals, kept, prices, seconds)

    deals = {str(players): plan.search_deals(players) for players in plan.players}
    tables = search_tables(plan.players)
    return Part("search", SearchResult, tables, measure, {"deals": deals}, agents=(AGENT,))


def training_part(plan: Plan, runs: Path) -> Part[TrainedResult]:
    """Agents trained by PPO in folders under `runs`."""

    def measure(table: Table) -> TrainedResult:
        folder = folder_of(table, runs)
        checkpoint = train(table, plan.decisions, plan.seed, folder)
        start = time.perf_counter()
        setting = plan.setting(table, plan.trained_deals)
        agent = load(str(checkpoint), setting.num_players, setting.rules, game=GAME)
        with torch_threads(1):
            kept = measure_kept(agent, setting)
        seconds = seconds_of(folder) + time.perf_counter() - start
        return TrainedResult(
            table=table,
            decisions=plan.decisions,
            deals=setting.deals,
            kept=kept,
            over_expert=gain_over_expert(folder),
            curve=conduct(folder),
            seconds=round(seconds, 1),
        )

    size = {"decisions": plan.decisions, "deals": plan.trained_deals}
    return Part("trained", TrainedResult, training_tables(plan.players), measure, size)


def small_part() -> Part[SmallResult]:
    """The equilibria of Small Mariage."""

    def measure(table: SmallTable) -> SmallResult:
        start = time.perf_counter()
        rules = parse_rules(f"{table.rules},queen_fine=0", SMALL_GAME)
        tree = game_tree(game_named(SMALL_GAME), table.players, rules)
        game = FinedGame(tree)
        obeying = game.solved([OBEY] * table.players).found
        # With three players equilibria may differ in their values, so that none is *the* value.
        alone = table.players == 2
        steps = [game.step(fine, obeying, alone and not fine) for fine in SMALL_FINES]
        seconds = round(time.perf_counter() - start, 1)
        return SmallResult(table, tree.form.num_sets, list(obeying.values), steps, seconds)

    size = {"fines": list(SMALL_FINES)}
    return Part("small", SmallResult, small_tables(), measure, size, SMALL_GAME)


def measure_part(part: Part[Measured], plan: Plan, folder: Path, fresh: bool) -> list[Measured]:
    """The results of a part, measured as far as `folder` does not hold them.

    Raises ValueError if it holds results of other settings or sources (unless `fresh`).
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{part.name}.json"
    settings = {
        **asdict(provenance_of(list(part.agents), part.game)),
        "game": part.game,
        **asdict(plan),
        **part.size,
        "tables": [asdict(table) for table in part.tables],
    }
    file = ResultFile(path, settings, f"part {part.name}")
    with only_writer_of(path):
        stored = file.load(fresh)
        results = [] if stored is None else _results(part.kind, stored.content, str(path))
        left = part.tables[len(results) :]
        with tqdm(total=len(part.tables), initial=len(results), unit=" tables") as bar:
            for table in left:
                bar.set_description(f"{part.name}: {table.players} players, {table.rules}")
                results.append(part.measure(table))
                file.save({**settings, "results": as_json(results)})
                bar.update()
    return results


def _results(kind: type[Measured], content: dict[str, Any], where: str) -> list[Measured]:
    """The results that a file holds."""
    check_object(content, {"results": list}, where)
    return [from_json(kind, one) for one in content["results"]]
