"""Sampling worlds of matches: other matches in which a seat would have seen just the same.

A world that a view allows (`Game.determinize`) is a position without a past. Here it gets one: the
packs that deal its hands, and the actions that lead to it. They are those of the match but for what
the seat cannot know of: the hidden cards of every deal, and actions that others do not notice
(`Game.hidden_actions`), which depend on them. So a world can be recorded, replayed and played on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from marriage_env.core.arguments import as_generator, as_int
from marriage_env.core.record_copy import copy_records
from marriage_env.core.record_parts import Part
from marriage_env.game import Game, Records
from marriage_env.records.build import deals_of, make_record
from marriage_env.records.check import run
from marriage_env.records.parse import Record, Script, script_of

_MOST_TRIES = 10_000  # only a pack found void needs more than one, some ten


class _Told(NamedTuple):
    """An action that a seat has noticed."""

    seat: int  # whose it was
    action: int
    table: bytes  # what lay open before it


class _Goal(NamedTuple):
    """What a seat knows of the play with one pack."""

    told: list[_Told]
    view: Records  # (1,) VIEW at the end
    last: _Told | None  # what was played after that, if the pack was found void then


class _Match:
    """A match that goes on pack by pack: the last action with a pack deals the next one."""

    def __init__(self, script: Script, chance: Records) -> None:
        game = script.game
        self.game, self.chance, self._dealer = game, chance, script.first_dealer
        self._states = _fresh(script)
        self._due: int | None = None  # the action that deals the next pack

    def deal(self, alone: bool) -> Records:
        """A copy of the match as the next pack is dealt; `alone`: it ends with this deal."""
        states = copy_records(self._states)
        if self._due is None:
            self.game.reset(states, 0, self.chance, self.game.no_log, self._dealer)
        else:
            self.game.apply(states, 0, self.chance, self.game.no_log, self._due)
        if alone:
            states["table"]["deals"] = states["table"]["deal"] + 1
        return states

    def play(self, actions: list[int]) -> None:
        """Play all actions with the next pack but the last, which is due then."""
        states = self.deal(alone=False)
        for action in actions[:-1]:
            self.game.apply(states, 0, self.chance, self.game.no_log, action)
        self._states, self._due = states, actions[-1]


def sampled_record(record: Mapping[str, Any], seat: int, rng: np.random.Generator) -> Record:
    """The record of a match in which a seat would have seen the same, sampled with all its cards.

    Args:
        record: of a match under way or over.
        seat: whose knowledge is kept. Its hands, its actions and all that is public are as in
            `record`; the hidden cards of each deal are sampled uniformly from those that its view
            at the end of the deal allows (now, in the last deal). The order of the cards within a
            hand or the talon means nothing.
        rng: the source of chance.

    The last pack has no fault that nobody has noticed yet (M10.3). The record has no seed.
    `marriage_env.records.check.run` makes a STATE of its script, and
    `marriage_env.interfaces.replay.replayed` an environment. Raises RecordError for an invalid
    record, ValueError for a wrong seat or `rng`.
    """
    script = script_of(record)
    run(script)
    as_int("seat", seat, 0, script.players - 1)
    world = sample_script(script, seat, as_generator("rng", rng))
    moves = [action for part in world.parts for action in part.actions]
    states = _fresh(world)
    deals = deals_of(world.game, states, world.chance, world.first_dealer, moves)
    return make_record(world.game, world.players, world.rules, world.match_deals, None, deals)


def sample_script(script: Script, seat: int, rng: np.random.Generator) -> Script:
    """`sampled_record` of a valid script, as a script."""
    parts, chance = list(script.parts), script.chance.copy()
    truth, world = _Match(script, script.chance), _Match(script, chance)
    for place, part in enumerate(script.parts):
        last = place == len(parts) - 1
        alone = not (last or part.void)
        goal = _goal(script.game, truth.deal(alone), part, seat)
        for _ in range(_MOST_TRIES):
            _give(script, part, last, script.game.determinize(goal.view, rng), chance)
            actions = _retold(script.game, world.deal(alone), goal, seat)
            if actions is not None:
                break
        else:
            raise RuntimeError(f"pack {part.packs}: no world was found that seat {seat} allows")
        parts[place] = replace(part, actions=actions)
        if not last:
            truth.play(part.actions)
            world.play(actions)
    return replace(script, seed=None, chance=chance, parts=parts)


def _fresh(script: Script) -> Records:
    """(1,) STATE before the match; all chance is given."""
    game = script.game
    accidents = game.check_accidents(None)
    states = game.new_states(1, script.players, script.rules, script.match_deals, accidents)
    states["stream"] = 1  # must not be all zero
    return states


def _goal(game: Game, states: Records, part: Part, seat: int) -> _Goal:
    """What a seat knows of the actions with a pack; `states` is played on."""
    told = []
    for action in part.actions[:-1] if part.void else part.actions:
        step = _Told(int(states["seat"][0]), action, states["table"].tobytes())
        if step.seat == seat or not game.hidden_actions >> action & 1:
            told.append(step)
        game.apply(states, 0, game.chance_rows(None, game.players[0]), game.no_log, action)
    last = None
    if part.void:
        last = _Told(int(states["seat"][0]), part.actions[-1], b"")
    return _Goal(told, game.view_of(states, 0, seat), last)


def _give(script: Script, part: Part, last: bool, world: Records, chance: Records) -> None:
    """Let the pack of `part` be that of a world (1,) STATE.

    A deal under way has the accidents of the world, which has no fault, unless it was dealt again.
    """
    game, row = script.game, part.packs - 1
    dealt_again = any(other.void and other.deal == part.deal for other in script.parts)
    if last and not (script.complete or dealt_again):
        made = game.deals.read_deals(
            [game.deals.deal_begun(world)], script.players, script.rules, True
        )[1]
        chance[row + 1 - len(made) : row + 1] = made
    else:
        chance["pack"][row] = world["pack"][0]


def _retold(game: Game, states: Records, goal: _Goal, seat: int) -> list[int] | None:
    """The actions from the deal in `states` to the goal; None if there are none.

    The seat to act does what was noticed next, if it was the one to do it; else, or if this leads
    astray, something that the others do not notice.
    """
    no_chance = game.chance_rows(None, game.players[0])
    wanted = goal.view.tobytes()
    tries: list[tuple[Records, int, list[int]]] = [(states, 0, [])]
    while tries:
        states, done, actions = tries.pop()
        if done == len(goal.told) and game.view_of(states, 0, seat).tobytes() == wanted:
            if goal.last is None:
                return actions
            if _can(states, goal.last):
                return [*actions, goal.last.action]
            continue
        ways = []
        if int(states["seat"][0]) != seat:
            hidden = int(states["legal"][0]) & game.hidden_actions
            ways = [(action, done) for action in range(hidden.bit_length()) if hidden >> action & 1]
        if done < len(goal.told) and _can(states, goal.told[done]):
            told = goal.told[done]
            if states["table"].tobytes() == told.table:
                ways.append((told.action, done + 1))
        for action, now in ways:
            # The last way is tried first, and needs no copy.
            copy = states if len(ways) == 1 else copy_records(states)
            game.apply(copy, 0, no_chance, game.no_log, action)
            tries.append((copy, now, [*actions, action]))
    return None


def _can(states: Records, told: _Told) -> bool:
    """Whether that action is legal for that seat."""
    legal = int(states["legal"][0]) >> told.action & 1
    return bool(legal) and int(states["seat"][0]) == told.seat
