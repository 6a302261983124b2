"""The matches of the standard suite, and playing those that are not played yet."""

from __future__ import annotations

import time
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path

from agents import load
from agents.arena.confidence_interval import t_interval
from agents.arena.parallel_duplicates import DuplicateMatch, gains_by_match
from agents.arena.setting import Setting
from agents.game_agents import agents_of, required
from agents.isolation.agent import AgentProcesses
from eval.execution import Execution
from eval.output.json_view import as_json, from_json
from eval.store.provenance import provenance_of
from eval.store.result_file import ResultFile
from eval.suite.result import SuiteResult, SuiteRow, SuiteSettings, UnfitTable
from marriage_env.core.rng import Purpose
from marriage_env.files.locks import only_writer_of
from marriage_env.game import game_named

SUITE = "v2"
_SEED, _DEALS = 1, 5000
_MOST_SCALE = 1000
_DEFAULT = Execution()


@dataclass(frozen=True)
class SuiteMatch:
    """A match of the suite: one of the policy among copies of the opponent."""

    opponent: str
    players: int
    rules: str  # a preset
    deals: int


def suite(scale: float, game: str) -> list[SuiteMatch]:
    """The matches of a game's suite, with `scale` times the deals (2 at least): the first ones."""
    tables, matches = required(agents_of(game).suite, "standard suite", game), []
    for players, search_deals in tables.search_deals.items():
        for rules in tables.rules:
            for opponent in (*tables.opponents, tables.search):
                deals = search_deals if opponent == tables.search else _DEALS
                matches.append(SuiteMatch(opponent, players, rules, max(2, round(deals * scale))))
    return matches


def bench(
    policy: str,
    game: str,
    scale: float = 1.0,
    execution: Execution = _DEFAULT,
    out: Path | None = None,
) -> SuiteResult:
    """Play the suite of a game; the result is stored in the file `out` after every match.

    The same suite continues from that file. Tables that the policy does not fit are left out, with
    the reason. Raises ValueError if it fits no table, for wrong settings, and for a misplay, whose
    record is then written; OSError if the file cannot be.
    """
    if not 0 < scale <= _MOST_SCALE:
        raise ValueError(f"scale={scale!r}: expected a number above 0, at most {_MOST_SCALE}")
    with AgentProcesses() as processes:
        matches, left_out = _fitting(policy, suite(scale, game), game, processes, execution.trusted)
    provenance = provenance_of([policy], game)
    settings = SuiteSettings(provenance, SUITE, policy, game, scale, _SEED)
    file = ResultFile(out, as_json(settings))
    with only_writer_of(out) if out else nullcontext():
        stored = file.load(execution.fresh)
        result = SuiteResult(settings, [], 0.0, [])
        if stored:
            result = from_json(SuiteResult, stored.content)
        result.left_out = left_out
        _play_missing(result, matches, execution, file)
    return result


def _play_missing(
    result: SuiteResult, matches: list[SuiteMatch], execution: Execution, file: ResultFile
) -> None:
    """Add the rows that a result lacks, storing it after each."""
    policy, game = result.settings.policy, result.settings.game
    done = {(row.opponent, row.players, row.rules) for row in result.rows}
    missing = [one for one in matches if (one.opponent, one.players, one.rules) not in done]
    before, start = result.seconds, time.perf_counter()
    duplicates = [_duplicate_match(policy, one, game, execution.trusted) for one in missing]
    with closing(
        gains_by_match(
            duplicates, execution.workers, execution.time_limit, policy, execution.address
        )
    ) as played:
        for one, gains in zip(missing, played, strict=True):
            result.rows.append(SuiteRow(**vars(one), gain=t_interval(gains)))
            result.seconds = round(before + time.perf_counter() - start, 1)
            file.save(as_json(result))


def _fitting(
    policy: str, matches: list[SuiteMatch], game: str, processes: AgentProcesses, trusted: bool
) -> tuple[list[SuiteMatch], list[UnfitTable]]:
    """The matches at tables where the policy can play, and the other tables."""
    left_out, preset = [], game_named(game).rules.preset
    for players, rules in dict.fromkeys((one.players, one.rules) for one in matches):
        try:
            load(policy, players, preset(rules), game, processes, trusted)
        except ValueError as error:
            left_out.append(UnfitTable(players, rules, str(error)))
    unfit = {(one.players, one.rules) for one in left_out}
    fitting = [one for one in matches if (one.players, one.rules) not in unfit]
    if not fitting:
        raise ValueError(left_out[0].why)
    return fitting, left_out


def _duplicate_match(policy: str, match: SuiteMatch, game: str, trusted: bool) -> DuplicateMatch:
    """A match of the suite as the arena plays it."""
    rules = game_named(game).rules.preset(match.rules)
    setting = Setting(
        num_players=match.players,
        rules=rules,
        deals=match.deals,
        seed=_SEED,
        game=game,
        purpose=Purpose.BENCH,
    )
    return DuplicateMatch(policy, match.opponent, setting, trusted)
