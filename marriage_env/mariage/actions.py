"""The action layout, the only place that knows it: what each number of Discrete(62) means."""

from __future__ import annotations

from enum import IntEnum

from marriage_env.core.action_names import names_in, parsed
from marriage_env.core.arguments import as_int
from marriage_env.core.cards import NUM_CARDS, SUITS, card_name

WITHHOLD = 52
FIRST_DECLARATION = 53
DONE = 61
NUM_ACTIONS = 62


class Declaration(IntEnum):
    """M4: what a player can declare, in the order of the actions from `FIRST_DECLARATION` on."""

    POINT = 0
    MARIAGE = 1
    FOOL = 2
    KING = 3
    QUEEN = 4
    PAIR_C = 5
    PAIR_D = 6
    PAIR_S = 7


NUM_DECLARATIONS = len(Declaration)
PAIR_SUITS = tuple(SUITS.index(kind.name[-1]) for kind in Declaration if kind >= Declaration.PAIR_C)


def name(action: int) -> str:
    """The name of an action: 'QH', 'WITHHOLD', 'POINT', 'PAIR_C', 'DONE'.

    Raises ValueError for a number outside 0 to 61.
    """
    action = as_int("action", action, 0, NUM_ACTIONS - 1)
    if action < NUM_CARDS:
        return card_name(action)
    if action == WITHHOLD:
        return "WITHHOLD"
    if action == DONE:
        return "DONE"
    return Declaration(action - FIRST_DECLARATION).name


def parse(text: str) -> int:
    """The number of an action from its name; ValueError says what is expected."""
    return parsed(text, {name(action): action for action in range(NUM_CARDS, NUM_ACTIONS)})


def names(actions: int) -> list[str]:
    """The names of a 64-bit set of actions, in order of number."""
    return names_in(actions, name, NUM_ACTIONS)


def describe(action: int) -> str:
    """What choosing an action means, in words and with its clause, for the documentation.

    Raises ValueError for a number outside the action space.
    """
    action = as_int("action", action, 0, NUM_ACTIONS - 1)
    if action < NUM_CARDS:
        return f"lay {card_name(action)} (M5, M6)"
    if action == WITHHOLD:
        return "keep the queen back and pay (M6.3)"
    if action == DONE:
        return "end one's declarations (M4.6)"
    kind = Declaration(action - FIRST_DECLARATION)
    if kind >= Declaration.PAIR_C:
        return f"announce king and queen of {kind.name[-1]} in hand (M4.4)"
    clause = {Declaration.POINT: "M4.1", Declaration.MARIAGE: "M4.2"}.get(kind, "M4.3")
    return f"claim the {kind.name} box ({clause})"
