"""`openhand`: exact play when every hand is open, by max^n to the end of the deal.

It is no fair player: search uses it on drawn worlds, and evaluation as a ceiling. Every player is
taken to maximise his own chips; among equal choices the lowest action number is taken. What cannot
change that answer is left out: cards that do the same as another (`alike`), choices that cannot
bring more than the best one so far (`prospects`), positions seen before (`memory`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.mariage.chips_upper_bound import chips_at_most
from agents.mariage.equivalent_cards import distinct
from agents.mariage.transposition_table import (
    begins_trick,
    find,
    forget,
    new_memory,
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

# Every card of a deal, a question and an answer for every queen, and the state asked about.
DEPTH = 64
# What the search notes of each state on its way: actions not tried yet, the one being tried, the
# best one so far, and the position's place in the memory (history 0: none).
_LEFT, _TRIED, _BEST, _HISTORY, _ROW, _NOTES = range(6)


class SolveArrays(NamedTuple):
    """What a search works in, made once for many searches: compiled code allocates nothing."""

    values: NDArray[np.int32]  # (DEPTH, players): every player's chips at the end, by depth
    notes: NDArray[np.int64]  # (DEPTH, _NOTES)
    memory: NDArray[np.int64]  # as transpositions.new_memory makes it


def new_solve_arrays() -> SolveArrays:
    """Arrays for any search, 1.4 MB."""
    values = np.zeros((DEPTH, MAX_PLAYERS), np.int32)
    return SolveArrays(values, np.zeros((DEPTH, _NOTES), np.int64), new_memory())


@jit
def play_forced(stack, depth, memory, chance, log):
    """Play on in `stack[depth]` to a choice, a position to remember, or the end of the deal.

    Returns (the distinct actions there, nodes seen).
    """
    g = stack[depth]
    left = distinct(g, g.legal)
    nodes = 1
    while left and left & (left - 1) == 0 and not (len(memory) and begins_trick(g)):
        engine.apply(stack, depth, chance, log, lowest(left))
        left = distinct(g, g.legal)
        nodes += 1
    return left, nodes


@jit
def enter(stack, depth, notes, values, memory, chance, log):
    """Note what there is to try from `stack[depth]`, or write into `values` what is known of it.

    Returns nodes seen.
    """
    left, nodes = play_forced(stack, depth, memory, chance, log)
    g = stack[depth]
    here = notes[depth]
    here[_LEFT], here[_BEST], here[_HISTORY] = left, -1, 0
    if left == 0:
        for seat in range(g.table.num_players):
            values[depth, seat] = g.table.chips[seat]
    elif len(memory) and begins_trick(g):
        here[_HISTORY], here[_ROW], known = find(g, memory)
        if known:
            recall(g, memory, here[_ROW], values[depth])
            here[_LEFT] = here[_HISTORY] = 0
    return nodes


@jit
def leave(stack, depth, notes, values):
    """The action tried in `stack[depth]` ends as `values[depth + 1]` says: keep it if better."""
    seat = stack[depth].seat
    here = notes[depth]
    if here[_BEST] < 0 or values[depth + 1, seat] > values[depth, seat]:
        copy_into(values[depth], values[depth + 1])
        here[_BEST] = here[_TRIED]


@jit
def solve(stack, top, arrays, chance, log):
    """(action, nodes): the best action at the first choice, -1 if there is none.

    Writes into `arrays.values[top]` every player's chips at the end of the deal. `stack[top]` is
    the state asked about, and is played on to that choice; deeper places are scratch. A loop and no
    recursion: numba cannot call a cached function that calls itself.
    """
    values, notes = arrays.values, arrays.notes
    memory = arrays.memory[: rows_for(stack[top])]
    forget(memory)
    nodes, depth = enter(stack, top, notes, values, memory, chance, log), top
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
                nodes += enter(stack, depth, notes, values, memory, chance, log)
            else:
                nodes += 1
            continue
        if here[_HISTORY]:
            remember(stack[depth], memory, here[_HISTORY], here[_ROW], values[depth])
        if depth == top:
            return here[_BEST], nodes
        depth -= 1
        leave(stack, depth, notes, values)


@jit
def best_action(states, i, stack, arrays, chance, log):
    """(action, nodes): the move of the seat asked in `states[i]` that brings it most chips."""
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
