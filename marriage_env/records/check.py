"""Replay a game record move by move, and report where it breaks the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from marriage_env.core.record_errors import RecordError
from marriage_env.core.record_parts import Part
from marriage_env.kernels.game_loops import OVER
from marriage_env.records.parse import Script, script_of


def walk(
    script: Script, states: np.ndarray[Any, Any], play: Callable[[int], object]
) -> Iterator[None]:
    """Make every move of a script, yielding before each.

    `states[0]` is the match as it begins by the script, `play(action)` makes a legal move in it.
    Raises RecordError naming deal, action, seat and what was legal at the first illegal move, or
    where moves are missing. `check_end` checks the end of the match.
    """
    legal, packs = states["legal"], states["packs"]
    for number, part in enumerate(script.parts):
        _check_begin(part, states)
        for place, action in enumerate(part.actions, 1):
            if packs[0] != part.packs or not int(legal[0]) >> action & 1:
                raise _refusal(script, part, place, action, states)
            yield
            play(action)
        _check_part_end(script, part, number == len(script.parts) - 1, states)


def run(script: Script) -> np.ndarray[Any, Any]:
    """Replay a script on the engine alone; returns the last state, one STATE record.

    Raises RecordError as `walk` does.
    """
    game, chance = script.game, script.chance
    accidents = game.check_accidents(None)
    states = game.new_states(1, script.players, script.rules, script.match_deals, accidents)
    states["stream"] = 1  # must not be all zero; nothing is drawn from it
    game.reset(states, 0, chance, game.no_log, script.first_dealer)
    for _ in walk(script, states, lambda a: game.apply(states, 0, chance, game.no_log, a)):
        pass
    return states


def check_end(script: Script, states: np.ndarray[Any, Any]) -> None:
    """RecordError unless the end of the match and the chips agree with the record."""
    last = script.parts[-1]
    deal, action = last.deal + 1, len(last.actions)
    over = states["phase"][0] == OVER
    if script.complete and not over:
        raise RecordError(
            f"actions are missing, for the record is complete: {_asked(script, states)}",
            deal,
            action + 1,
        )
    if over and not script.complete:
        raise RecordError("complete=false: expected true, the match is over", deal, action)
    chips = states["table"]["chips"][0][: script.players].tolist()
    if chips != script.chips:
        seats = [seat for seat in range(script.players) if chips[seat] != script.chips[seat]]
        who = ", ".join(f"seat {seat} {script.chips[seat]}, not {chips[seat]}" for seat in seats)
        raise RecordError(f"chips: {who}: expected {chips}, as played", deal, action)


def _asked(script: Script, states: np.ndarray[Any, Any]) -> str:
    """The seat to act, and what is legal."""
    if states["phase"][0] == OVER:
        return "the match is over"
    legal = ", ".join(script.game.action_names(states["legal"][0]))
    return f"seat {states['seat'][0]} is asked, legal: {legal}"


def _check_begin(part: Part, states: np.ndarray[Any, Any]) -> None:
    """The dealer of the pack just dealt is that of the record."""
    dealer = int(states["table"]["dealer"][0])
    if dealer != part.dealer:
        raise RecordError(
            f"dealer={part.dealer}: expected {dealer}, who deals after the deal before",
            part.deal + 1,
            void=part.void,
        )


def _refusal(
    script: Script, part: Part, place: int, action: int, states: np.ndarray[Any, Any]
) -> RecordError:
    """Why a move is illegal."""
    name = script.game.action_name(action)
    if states["packs"][0] != part.packs or states["phase"][0] == OVER:
        ended = f"this pack was played out with action {place - 1}"
        reason = f"{name} is one action too many: {ended}"
    else:
        reason = f"{name} is not legal: {_asked(script, states)}"
    return RecordError(reason, part.deal + 1, place, part.void)


def _check_part_end(script: Script, part: Part, last: bool, states: np.ndarray[Any, Any]) -> None:
    """After the actions of a pack the next one has been dealt; after the last pack none has."""
    deal, action = part.deal + 1, len(part.actions)
    dealt_on = states["packs"][0] != part.packs
    if last and dealt_on:
        void = states["table"]["deal"][0] == part.deal
        missing = "void, with the pack dealt again" if void else f"deal {deal + 1}"
        raise RecordError(
            f"this pack was played out: expected {missing} after it", deal, action, part.void
        )
    if not last and not dealt_on:
        raise RecordError(
            f"actions are missing: {_asked(script, states)}", deal, action + 1, part.void
        )


def verify(record: Mapping[str, Any]) -> int:
    """Check and replay a record; returns the number of its actions.

    Raises RecordError naming the deal and action that are invalid, and what was expected.
    """
    script = script_of(record)
    check_end(script, run(script))
    return sum(len(part.actions) for part in script.parts)
