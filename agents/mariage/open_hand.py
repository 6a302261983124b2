"""`openhand`: exact play when every hand is open, by max^n to the end of the deal.

It sees hidden cards: search uses it in sampled worlds, and evaluation as an upper bound. Every
player is assumed to maximise their own chips; among equal actions the lowest number is taken. What
cannot change the result is skipped: cards with the same effect as another (`equivalent_cards`),
actions that cannot bring more than the best so far (`chips_upper_bound`), and positions searched
before (`transposition_table`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.mariage.chips_upper_bound import chips_at_most
from agents.mariage.equivalent_cards import distinct
from agents.mariage.transposition_table import (
    begins_trick,
    clear,
    find,
    new_table,
    recall,
    remember,
    rows_for,
)
from marriage_env.compiler.jit import jit, records
from marriage_env.core.arguments import as_int, as_records
from marriage_env.core.bits import lowest
from marriage_env.core.table import copy_into
from marriage_env.mariage import engine
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.rules import MAX_PLAYERS
from marriage_env.mariage.state import NO_CHANCE, STATE

# Every card of a deal, a question and an answer for every queen, and the given state.
DEPTH = 64
# What the search records of each state on its path: actions not tried yet, the one being tried, the
# best one so far, and the position's row in the transposition table (history 0: none).
_LEFT, _TRIED, _BEST, _HISTORY, _ROW, _NOTES = range(6)


class SolveArrays(NamedTuple):
    """What a search works in, made once for many searches: compiled code allocates nothing."""

    values: NDArray[np.int32]  # (DEPTH, players): every player's chips at the end, by depth
    notes: NDArray[np.int64]  # (DEPTH, _NOTES)
    table: NDArray[np.int64]  # as transposition_table.new_table makes it


def new_solve_arrays() -> SolveArrays:
    """Arrays for any search, 1.4 MB."""
    values = np.zeros((DEPTH, MAX_PLAYERS), np.int32)
    return SolveArrays(values, np.zeros((DEPTH, _NOTES), np.int64), new_table())


@jit
def play_forced(stack, depth, table, chance, log):
    """Play on in `stack[depth]` to a choice, a position for the table, or the end of the deal.

    Returns (the distinct actions there, nodes seen).
    """
    g = stack[depth]
    left = distinct(g, g.legal)
    nodes = 1
    while left and left & (left - 1) == 0 and not (len(table) and begins_trick(g)):
        engine.apply(stack, depth, chance, log, lowest(left))
        left = distinct(g, g.legal)
        nodes += 1
    return left, nodes


@jit
def enter(stack, depth, notes, values, table, chance, log):
    """Record the actions to try in `stack[depth]`, or write its values if they are known.

    Returns nodes seen.
    """
    left, nodes = play_forced(stack, depth, table, chance, log)
    g = stack[depth]
    here = notes[depth]
    here[_LEFT], here[_BEST], here[_HISTORY] = left, -1, 0
    if left == 0:
        for seat in range(g.table.num_players):
            values[depth, seat] = g.table.chips[seat]
    elif len(table) and begins_trick(g):
        here[_HISTORY], here[_ROW], known = find(g, table)
        if known:
            recall(g, table, here[_ROW], values[depth])
            here[_LEFT] = here[_HISTORY] = 0
    return nodes


@jit
def leave(stack, depth, notes, values):
    """Keep the action tried in `stack[depth]` if `values[depth + 1]`, its result, is better."""
    seat = stack[depth].seat
    here = notes[depth]
    if here[_BEST] < 0 or values[depth + 1, seat] > values[depth, seat]:
        copy_into(values[depth], values[depth + 1])
        here[_BEST] = here[_TRIED]


@jit
def solve(stack, top, arrays, chance, log):
    """(action, nodes): the best action at the first choice, -1 if there is none.

    Writes into `arrays.values[top]` every player's chips at the end of the deal. `stack[top]` is
    the state to solve, and is played on to that choice; deeper places are scratch. A loop, not
    recursion: numba cannot call a cached function that calls itself.
    """
    values, notes = arrays.values, arrays.notes
    table = arrays.table[: rows_for(stack[top])]
    clear(table)
    nodes, depth = enter(stack, top, notes, values, table, chance, log), top
    while True:
        here = notes[depth]
        if here[_LEFT]:
            here[_TRIED] = lowest(here[_LEFT])
            here[_LEFT] &= here[_LEFT] - 1
            stack[depth + 1] = stack[depth]
            engine.apply(stack, depth + 1, chance, log, here[_TRIED])
            seat = stack[depth].seat
            if here[_BEST] < 0 or chips_at_most(stack[depth + 1], seat) > values[depth, seat]:
                depth += 1
                nodes += enter(stack, depth, notes, values, table, chance, log)
            else:
                nodes += 1
            continue
        if here[_HISTORY]:
            remember(stack[depth], table, here[_HISTORY], here[_ROW], values[depth])
        if depth == top:
            return here[_BEST], nodes
        depth -= 1
        leave(stack, depth, notes, values)


@jit
def best_action(states, i, stack, arrays, chance, log):
    """(action, nodes): the move in `states[i]` that brings the seat to act most chips."""
    stack[0] = states[i]
    g = stack[0]
    g.table.deals = g.table.deal + 1
    left = distinct(g, g.legal)
    action, nodes = solve(stack, 0, arrays, chance, log)
    forced = left != 0 and left & (left - 1) == 0
    return lowest(left) if forced else action, nodes


def open_hand(states: np.ndarray[Any, Any], i: int) -> tuple[int, NDArray[np.int32], int]:
    """The best action in game `i`, every player's chips at the end of the deal, and nodes searched.

    Exact, so that the time grows steeply with the cards left (docs/benchmarks.md). `states` are
    (B,) STATE; raises ValueError for a game that is not there or over.
    """
    given = as_records("states", states, STATE)
    i = as_int("i", i, 0, len(given) - 1)
    if not given["legal"][i]:
        raise ValueError(f"game {i} is over")
    stack, arrays = records(DEPTH, STATE), new_solve_arrays()
    action, nodes = best_action(given, i, stack, arrays, NO_CHANCE, NO_LOG)
    return int(action), arrays.values[0, : given["table"]["num_players"][i]].copy(), nodes
