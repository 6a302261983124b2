"""Checks of what users give, in the same words for every game: rules, players, deals, actions.

The fields of a `Rules` are named variants (an IntEnum each), chips between two bounds, or flags.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.jit import record_type

Variants = Mapping[str, type[IntEnum]]
Bounds = Mapping[str, tuple[int, int]]


def is_integer(value: object) -> bool:
    """Whether `value` is a Python or numpy integer; a bool is none."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))


def variant_names(kind: type[IntEnum]) -> tuple[str, ...]:
    """The allowed names of a field with named variants, the default first."""
    return tuple(member.name.lower() for member in kind)


def check_fields(rules: Any, variants: Variants, chips: Bounds) -> None:
    """ValueError naming the first field of a dataclass of rules with a value it does not allow."""
    for field in fields(rules):
        _check_field(field.name, getattr(rules, field.name), variants, chips)


def _check_field(name: str, value: object, variants: Variants, chips: Bounds) -> None:
    if name in variants:
        names = variant_names(variants[name])
        if not isinstance(value, str) or value not in names:
            raise ValueError(f"{name}={value!r}: expected one of {', '.join(names)}")
    elif name in chips:
        low, high = chips[name]
        if not is_integer(value) or not low <= value <= high:  # type: ignore[operator]
            raise ValueError(f"{name}={value!r}: expected an integer from {low} to {high} (chips)")
    elif not isinstance(value, bool):
        raise ValueError(f"{name}={value!r}: expected True or False")


def check_players(num_players: object, low: int, high: int) -> int:
    """`num_players` as an int; ValueError unless it is an integer between the bounds."""
    if not is_integer(num_players) or not low <= num_players <= high:  # type: ignore[operator]
        raise ValueError(f"num_players={num_players!r}: expected an integer from {low} to {high}")
    return int(num_players)  # type: ignore[call-overload,no-any-return]


def check_deals(deals: object, default: int, most_chips: int) -> int:
    """The deals of a match (None: `default`); ValueError for a number that cannot be.

    `most_chips` bounds what one deal can add to anybody's chips, which are 32-bit.
    """
    if deals is None:
        deals = default
    if not is_integer(deals) or deals < 1:  # type: ignore[operator]
        raise ValueError(f"deals={deals!r}: expected an integer of at least 1, or None")
    if deals * most_chips >= 2**31:  # type: ignore[operator]
        raise ValueError(
            f"deals={deals!r}: expected at most {(2**31 - 1) // most_chips} (32-bit chips)"
        )
    return int(deals)  # type: ignore[call-overload,no-any-return]


def check_batch(actions: object, size: int) -> NDArray[np.int64]:
    """`actions` as (size,) int64; ValueError says what else they are."""
    moves = np.asarray(actions)
    if moves.shape != (size,) or not np.issubdtype(moves.dtype, np.integer):
        raise ValueError(
            f"actions of shape {moves.shape} and dtype {moves.dtype}: expected ({size},) integers"
        )
    return moves.astype(np.int64, copy=False)


def rules_record(rules: type[Any], chips: Bounds) -> np.dtype[Any]:
    """The numeric record of a dataclass of rules, as an engine reads it: one number a field."""
    return record_type(
        [(field.name, "i2" if field.name in chips else "i1") for field in fields(rules)]
    )


def fill_rules(record: Any, rules: Any, variants: Variants) -> None:
    """Write `rules` into such a record; a named variant becomes its number."""
    for field in fields(rules):
        value = getattr(rules, field.name)
        if field.name in variants:
            value = variant_names(variants[field.name]).index(value)
        record[field.name] = int(value)
