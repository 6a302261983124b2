"""The action layout, the only place that knows it: what each number of Discrete(53) means."""

from __future__ import annotations

from marriage_env.core.action_names import names_in, parsed
from marriage_env.core.arguments import as_int
from marriage_env.core.cards import NUM_CARDS, card_name

WITHHOLD = 52
NUM_ACTIONS = 53


def name(action: int) -> str:
    """The name of an action: 'QC', 'WITHHOLD'; ValueError for a number outside 0 to 52."""
    action = as_int("action", action, 0, NUM_ACTIONS - 1)
    return card_name(action) if action < NUM_CARDS else "WITHHOLD"


def parse(text: str) -> int:
    """The number of an action from its name; ValueError says what is expected."""
    return parsed(text, {"WITHHOLD": WITHHOLD})


def names(actions: int) -> list[str]:
    """The names of a 64-bit set of actions, in order of number."""
    return names_in(actions, name, NUM_ACTIONS)


def describe(action: int) -> str:
    """What choosing an action means, in words and with its clause, for the documentation.

    Raises ValueError for a number outside the action space.
    """
    action = as_int("action", action, 0, NUM_ACTIONS - 1)
    if action < NUM_CARDS:
        return f"lay {card_name(action)} (S4, S5)"
    return "keep the queen back and pay (S5.3)"
