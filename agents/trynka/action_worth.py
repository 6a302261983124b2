"""The worth of each action as the expert weighs it, for the features of Trynka."""

from __future__ import annotations

from agents.trynka.expert import (
    WEIGHTS,
    fewest_cards,
    others_cards,
    worth_of_pass,
    worth_of_run,
)
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import bit
from marriage_env.trynka.actions import PASS
from marriage_env.trynka.legal import offered

NEVER = -1e9  # the worth of an illegal action
BEST = PASS + 1  # where the greatest worth stands
NUM_WORTHS = BEST + 1


@jit
def write_worths(v, worth):
    """Write into `worth` (NUM_WORTHS,) what each card and a pass should bring, in chips.

    `NEVER` for illegal actions.
    """
    worth[:] = NEVER
    others, fewest = others_cards(v), fewest_cards(v)
    legal = offered(v.table, v.asked, v.hand)
    cards = legal & v.hand
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth[card] = worth_of_run(v, card, others, fewest, WEIGHTS)
    if legal & bit(PASS):
        worth[PASS] = worth_of_pass(v, others, fewest, WEIGHTS)
    best = NEVER
    for action in range(BEST):
        best = max(best, worth[action])
    worth[BEST] = best


@jit
def scale_worth(worth, action, out, at):
    """Write three features of an action's worth from place `at` on.

    The worth in halves of a chip, from -4 to 4; then minus how far it is below the best action, in
    halves and in tenths of a chip, at least -1. An illegal action has 0, -1 and -1.
    """
    if worth[action] <= NEVER:
        out[at + 1] = -1.0
        out[at + 2] = -1.0
        return
    below = worth[action] - worth[BEST]
    out[at] = max(-4.0, min(4.0, 0.5 * worth[action]))
    out[at + 1] = max(-1.0, 0.5 * below)
    out[at + 2] = max(-1.0, 10.0 * below)
