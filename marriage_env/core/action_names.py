"""Names of actions, for every game: card names, and words for all other actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from marriage_env.core.arguments import as_int, shown
from marriage_env.core.cards import parse_card


def parsed(text: str, words: Mapping[str, int]) -> int:
    """The number of an action from its name; `words` has the actions that are not cards.

    Raises ValueError for another name.
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
    """The names of a 64-bit set of actions out of `number`, in ascending order."""
    actions = as_int("actions", actions, 0)
    return [name(action) for action in range(number) if actions >> action & 1]
