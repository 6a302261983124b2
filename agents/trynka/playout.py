"""Playing a drawn game of Trynka to the end of the deal, and search by that."""

from __future__ import annotations

from agents.search import action_values
from agents.trynka import expert
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.rng import pick
from marriage_env.trynka import engine
from marriage_env.trynka.determinize import write_world
from marriage_env.trynka.evidence import gather
from marriage_env.trynka.state import Phase
from marriage_env.trynka.view import write_view


@jit
def play_out(stack, seat, playing, scratch, stream, chance, log):
    """Play `stack[1]` to the end of the deal, by the expert or at random: a seat's chips then."""
    at_random, weights = playing
    g = stack[1]
    while g.phase != Phase.OVER:
        if at_random:
            action = lowest(pick(stream, g.legal))
        else:
            write_view(stack, 1, g.seat, scratch, 0)
            action = expert.choose(scratch, 0, g.legal, weights)
        engine.apply(stack, 1, chance, log, action)
    return g.table.chips[seat]


TRIALS = action_values.compiled_for("trynka", gather, write_world, engine.apply, play_out)
