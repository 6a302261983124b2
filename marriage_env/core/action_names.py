"""Names of actions, for every game: cards by theirs, all others by words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from marriage_env.core.arguments import as_int, shown
from marriage_env.core.cards import parse_card


def parsed(text: str, words: Mapping[str, int]) -> int:
    """The number of an action from its name; `words` are those of actions that lay no card.

    ValueError says what is expected.
    """
    if isinstance(text, str) and text.upper() in words:
        return words[text.upper()]
    try:
        return parse_card(text)
    except ValueError as error:
        raise ValueError(
            f"action {shown(text)}: expected a card or one of {', '.join(words)}"
        ) from error


def names_in(actions: int, name: Callable[[int], str], number: int) -> list[str]:
    """The names of a 64-bit set of a game's `number` actions, in order of number."""
    actions = as_int("actions", actions, 0)
    return [name(action) for action in range(number) if actions >> action & 1]
