"""Playing a sampled world of Mariage to the end of the deal, for search and forecasts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.game_agents import Playout
from agents.mariage import expert
from agents.mariage.open_hand import DEPTH, SolveArrays, new_solve_arrays, solve
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.rng import pick
from marriage_env.mariage import engine
from marriage_env.mariage.seat_view import write_view
from marriage_env.mariage.state import NUM_TRICKS, Phase


class Playing(NamedTuple):
    """How a deal is played out."""

    exact: int  # cards a hand has left when exact play takes over
    at_random: bool  # until then random legal actions, else the expert's
    weights: NDArray[np.float64]  # of the expert
    arrays: SolveArrays  # what exact play works in


def settings(exact: int, at_random: bool) -> Playing:
    """How a deal is played out, with arrays of its own."""
    return Playing(exact, at_random, expert.WEIGHTS, new_solve_arrays())


@jit
def is_exact(g, playing):
    """Whether hands have so few cards that exact play takes over."""
    return NUM_TRICKS - g.table.trick <= playing.exact


@jit
def play_until_exact(stack, playing, scratch, stream, chance, log):
    """Play `stack[1]` by the expert or at random until exact play takes over."""
    g = stack[1]
    while g.phase != Phase.OVER and not is_exact(g, playing):
        if g.legal & (g.legal - 1) == 0:
            action = lowest(g.legal)
        elif playing.at_random:
            action = lowest(pick(stream, g.legal))
        else:
            write_view(stack, 1, g.seat, scratch, 0)
            action = expert.choose(scratch, 0, g.legal, playing.weights)
        engine.apply(stack, 1, chance, log, action)


@jit
def play_out(stack, playing, scratch, stream, chance, log, chips):
    """Play `stack[1]` to the end of the deal: every seat's chips then."""
    play_until_exact(stack, playing, scratch, stream, chance, log)
    g = stack[1]
    if g.phase == Phase.OVER:
        for seat in range(g.table.num_players):
            chips[seat] = g.table.chips[seat]
        return
    solve(stack, 1, playing.arrays, chance, log)
    for seat in range(g.table.num_players):
        chips[seat] = playing.arrays.values[1, seat]


@jit
def choose_unsearched(views, k, legal, playing):
    """The action where there is no choice, or a declaration as the expert makes it; else -1."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    if views[k].asked == Phase.DECLARE:
        return expert.choose(views, k, legal, playing.weights)
    return -1


PLAYOUT = Playout(
    settings, play_out, choose_unsearched, stack_size=DEPTH, most_exact=4, is_exact=is_exact
)
