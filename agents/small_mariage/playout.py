"""Playing a sampled world of small Mariage to the end of the deal, for search and forecasts."""

from __future__ import annotations

from typing import NamedTuple

from agents.game_agents import Playout
from agents.small_mariage import expert
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.rng import pick
from marriage_env.small_mariage import engine
from marriage_env.small_mariage.seat_view import write_view
from marriage_env.small_mariage.state import Phase


class Playing(NamedTuple):
    """How a deal is played out."""

    at_random: bool  # random legal actions, else the expert's


def settings(exact: int, at_random: bool) -> Playing:
    """How a deal is played out; there is no exact play."""
    return Playing(at_random)


@jit
def play_out(stack, playing, scratch, stream, chance, log, chips):
    """Play `stack[1]` to the end of the deal by the expert or at random: every seat's chips."""
    g = stack[1]
    while g.phase != Phase.OVER:
        if g.legal & (g.legal - 1) == 0:
            action = lowest(g.legal)
        elif playing.at_random:
            action = lowest(pick(stream, g.legal))
        else:
            write_view(stack, 1, g.seat, scratch, 0)
            action = expert.choose(scratch, 0, g.legal)
        engine.apply(stack, 1, chance, log, action)
    for seat in range(g.table.num_players):
        chips[seat] = g.table.chips[seat]


@jit
def choose_unsearched(views, k, legal, playing):
    """The only legal action; -1 where there is a choice."""
    return lowest(legal) if legal & (legal - 1) == 0 else -1


@jit
def is_exact(g, playing):
    """Never: a tree search goes down to the last card."""
    return False


PLAYOUT = Playout(settings, play_out, choose_unsearched, is_exact=is_exact)
