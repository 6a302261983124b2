"""Making game records, and reading from them what needs no playing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from marriage_env.core.rng import check_seed
from marriage_env.game import Game
from marriage_env.kernels.game_loops import OVER
from marriage_env.records.check import run
from marriage_env.records.parse import FORMAT, Record, script_of
from marriage_env.records.upgrade import VERSION


def make_record(
    game: Game,
    num_players: int,
    rules: Any,
    match_deals: int,
    seed: int | None,
    deals: Sequence[Mapping[str, Any]],
) -> Record:
    """The record of a match from its deals, as `deals_of` makes them.

    The deals are replayed to find `chips` and `complete`. Raises RecordError for invalid deals,
    ValueError for a wrong seed.
    """
    record: Record = {
        "format": FORMAT,
        "version": VERSION,
        "env": game.env,
        "rules": {field.name: _plain(getattr(rules, field.name)) for field in fields(rules)},
        "players": int(num_players),
        "match_deals": int(match_deals),
        "seed": check_seed(seed),
        "deals": [dict(deal) for deal in deals],
        "chips": [0] * int(num_players),
        "complete": False,
    }
    states = run(script_of(record))
    record["chips"] = states["table"]["chips"][0][: int(num_players)].tolist()
    record["complete"] = bool(states["phase"][0] == OVER)
    return record


def deals_of(
    game: Game,
    states: np.ndarray[Any, Any],
    chance: np.ndarray[Any, Any],
    dealer: int,
    moves: Iterable[int],
) -> list[dict[str, Any]]:
    """The deals of a match, found by replaying it from its beginning.

    Args:
        states: one STATE record as it was before `engine.reset`, its stream included; it is played
            on, so pass a copy.
        chance: CHANCE records, as given to the engine.
        dealer: the first dealer as given to `engine.reset`, -1 by lot.
        moves: every action since, in order.

    Raises ValueError if a move is illegal: then these moves belong to another beginning.
    """
    game.reset(states, 0, chance, game.no_log, dealer)
    packs, counted = states["packs"], states["table"]["deal"]
    deals: list[dict[str, Any]] = [game.deals.deal_begun(states)]
    dealt, deal = int(packs[0]), 0
    for number, move in enumerate(moves, 1):
        if not game.apply(states, 0, chance, game.no_log, move):
            raise ValueError(f"move {number}, {move}: not legal in the match begun here")
        deals[-1]["actions"].append(game.action_name(move))
        if packs[0] == dealt:
            continue
        begun = game.deals.deal_begun(states)
        if counted[0] == deal:
            faulty = deals.pop()
            void = {"pack": faulty["pack"], "actions": faulty["actions"]}
            begun["accidents"] = {**faulty["accidents"], "void": void}
        deals.append(begun)
        dealt, deal = int(packs[0]), int(counted[0])
    return deals


def reset_options(record: Mapping[str, Any]) -> dict[str, Any]:
    """The `env.reset(options=…)` that deals the packs and accidents of a record again.

    With them other players can play the same match. Raises RecordError for an invalid record.
    """
    return script_of(record).options()


def action_numbers(record: Mapping[str, Any]) -> list[int]:
    """Every action of a record in order, those of void deals included, one for each `replay` step.

    Raises RecordError for an invalid record.
    """
    return [action for part in script_of(record).parts for action in part.actions]


def action_count(record: Mapping[str, Any]) -> int:
    """How many actions a valid record has, those of void deals included."""
    return sum(
        len(deal["actions"])
        + len(deal.get("accidents", {}).get("void", {"actions": ()})["actions"])
        for deal in record["deals"]
    )


def _plain(value: Any) -> bool | int | str:
    """A rule field's value for JSON; numpy integers become ints."""
    return value if isinstance(value, (bool, str)) else int(value)
