"""Playing a drawn game of Mariage to the end of the deal, and search by that."""

from __future__ import annotations

from agents.mariage import expert
from agents.mariage.open_hand import solve
from agents.search import action_values
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.rng import pick
from marriage_env.mariage import engine
from marriage_env.mariage.determinize import write_world
from marriage_env.mariage.evidence import gather
from marriage_env.mariage.state import NUM_TRICKS, Phase
from marriage_env.mariage.view import write_view


@jit
def play_on(stack, exact, at_random, weights, scratch, stream, chance, log):
    """Play `stack[1]` until hands have `exact` cards: by the expert, or at random."""
    g = stack[1]
    while g.phase != Phase.OVER and NUM_TRICKS - g.table.trick > exact:
        if g.legal & (g.legal - 1) == 0:
            action = lowest(g.legal)
        elif at_random:
            action = lowest(pick(stream, g.legal))
        else:
            write_view(stack, 1, g.seat, scratch, 0)
            action = expert.choose(scratch, 0, g.legal, weights)
        engine.apply(stack, 1, chance, log, action)


@jit
def play_out(stack, exact, at_random, weights, scratch, values, stream, chance, log):
    """Play `stack[1]` to the end of the deal; its chips then stand in `values[1]`."""
    play_on(stack, exact, at_random, weights, scratch, stream, chance, log)
    solve(stack, 1, values, chance, log)


@jit
def chips_after(stack, seat, playing, scratch, stream, chance, log):
    """`play_out`, as search over drawn games asks for it: the chips of a seat at the end."""
    exact, at_random, weights, values = playing
    play_out(stack, exact, at_random, weights, scratch, values, stream, chance, log)
    return values[1, seat]


@jit
def chips_by_expert(stack, seat, weights, scratch, stream, chance, log):
    """Play `stack[1]` to the end of the deal by the expert alone: the chips of a seat then."""
    play_on(stack, 0, False, weights, scratch, stream, chance, log)
    return stack[1].table.chips[seat]


@jit
def choose_without_search(views, k, legal, weights):
    """The action where there is no choice, or a declaration as `expert` makes it; else -1."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    if views[k].asked == Phase.DECLARE:
        return expert.choose(views, k, legal, weights)
    return -1


TRIALS = action_values.compiled_for("mariage", gather, write_world, engine.apply, chips_after)
