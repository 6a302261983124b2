"""The action layout, the only place that knows it: what each number of Discrete(54) means."""

from __future__ import annotations

from marriage_env.core.action_names import names_in, parsed
from marriage_env.core.arguments import as_int
from marriage_env.core.cards import NUM_CARDS, card_name

PASS = 52
STOP = 53
NUM_ACTIONS = 54
_WORDS = {"PASS": PASS, "STOP": STOP}


def name(action: int) -> str:
    """The name of an action: 'QC', 'PASS', 'STOP'; ValueError for a number outside 0 to 53."""
    action = as_int("action", action, 0, NUM_ACTIONS - 1)
    if action < NUM_CARDS:
        return card_name(action)
    return "PASS" if action == PASS else "STOP"


def parse(text: str) -> int:
    """The number of an action from its name; ValueError says what is expected."""
    return parsed(text, _WORDS)


def names(actions: int) -> list[str]:
    """The names of a 64-bit set of actions, in order of number."""
    return names_in(actions, name, NUM_ACTIONS)


def describe(action: int) -> str:
    """What choosing an action means, in words and with its clause, for the documentation.

    Raises ValueError for a number outside the action space.
    """
    action = as_int("action", action, 0, NUM_ACTIONS - 1)
    if action < NUM_CARDS:
        return f"lay {card_name(action)} (T4)"
    if action == PASS:
        return "lay nothing, though a card would fit (T4.3)"
    return "keep K♣ after one's own Q♣ (T4.1)"
