"""Validation of rules, of accident rates, and of the numbers of players and deals, for every game.

The fields of a `Rules` are named variants (an IntEnum each), chips or counts between two bounds, or
flags.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from types import MappingProxyType
from typing import Any

import numpy as np

from marriage_env.compiler.jit import record_type
from marriage_env.core.arguments import as_bool, as_float, as_int, shown


@dataclass(frozen=True)
class AddedField:
    """A field of the rules that records before a version lack: how it was played until then."""

    name: str
    version: int  # of the records that have it first
    before: bool | int | str


@dataclass(frozen=True)
class ChangedField:
    """A field of the rules that meant something else before a version, but for one value."""

    name: str
    version: int  # of the records that have it in its present meaning first
    unchanged: bool | int | str  # the value that always meant the same
    reason: str  # what the others meant, to complete "before version 2 …"


History = tuple[AddedField | ChangedField, ...]
Variants = Mapping[str, type[IntEnum]]
Bounds = Mapping[str, tuple[int, int]]


def variant_names(kind: type[IntEnum]) -> tuple[str, ...]:
    """The allowed names of a field with named variants, the default first."""
    return tuple(member.name.lower() for member in kind)


def check_fields(
    rules: Any, variants: Variants, chips: Bounds, counts: Bounds = MappingProxyType({})
) -> None:
    """Replace every field of a frozen dataclass of rules by a plain str, int or bool.

    Raises ValueError naming the first field whose value is not allowed.
    """
    for field in fields(rules):
        value = getattr(rules, field.name)
        if field.name in counts:
            value = as_int(field.name, value, *counts[field.name])
        else:
            value = _plain_field(field.name, value, variants, chips)
        object.__setattr__(rules, field.name, value)


def _plain_field(name: str, value: object, variants: Variants, chips: Bounds) -> str | int | bool:
    if name in variants:
        names = variant_names(variants[name])
        if not isinstance(value, str) or value not in names:
            raise ValueError(f"{name}={shown(value)}: expected one of {', '.join(names)}")
        return str(value)
    if name in chips:
        return as_int(name, value, *chips[name], besides=" (chips)")
    return as_bool(name, value)


def check_rates(rates: Any) -> None:
    """Replace every field of a dataclass of rates by a plain float, or raise ValueError."""
    for field in fields(rates):
        value = getattr(rates, field.name)
        rate = as_float(field.name, value, 0, 1, kind="a probability")
        object.__setattr__(rates, field.name, rate)


def rules_from(kind: type[Any], presets: Sequence[str], given: object) -> object:
    """`given` as rules: None (the default), the name of a preset, or a mapping of fields.

    In a mapping "preset" names the preset whose fields the others replace. Anything else is
    returned as it is. Raises ValueError for an unknown preset or field, and for a wrong value.
    """
    if given is None:
        return kind()
    if isinstance(given, str):
        return kind.preset(given)
    if not isinstance(given, Mapping):
        return given
    named = {name: value for name, value in given.items() if name != "preset"}
    base = kind.preset(given.get("preset", presets[0]))
    return replace(base, **check_names("rules", kind, named))


def check_names(argument: str, kind: type[Any], given: Mapping[Any, Any]) -> Mapping[str, Any]:
    """`given`, if its keys are fields of a dataclass; ValueError names the first that is none."""
    names = [field.name for field in fields(kind)]
    for name in given:
        if name not in names:
            expected = ", ".join(names)
            raise ValueError(f"{argument}: {shown(name)} is no field; expected {expected}")
    return given


def check_players(num_players: object, low: int, high: int) -> int:
    """`num_players` as an int; ValueError unless it is an integer between the bounds."""
    return as_int("num_players", num_players, low, high)


def check_deals(deals: object, default: int, most_chips: int) -> int:
    """The deals of a match (None: `default`) as an int; ValueError for an invalid number.

    `most_chips` bounds what one deal can add to a player's chips, which are 32-bit integers.
    """
    number = as_int("deals", default if deals is None else deals, 1, besides=", or None")
    most = (2**31 - 1) // most_chips
    if number > most:
        raise ValueError(f"deals={shown(deals)}: expected at most {most} (32-bit chips)")
    return number


def rules_record(rules: type[Any], chips: Bounds) -> np.dtype[Any]:
    """The dtype of a record that holds a dataclass of rules for an engine: one number per field."""
    return record_type(
        [(field.name, "i2" if field.name in chips else "i1") for field in fields(rules)]
    )


def fill_rules(record: Any, rules: Any, variants: Variants) -> None:
    """Write `rules` into a record of `rules_record`; a named variant becomes its number."""
    for field in fields(rules):
        value = getattr(rules, field.name)
        if field.name in variants:
            value = variant_names(variants[field.name]).index(value)
        record[field.name] = int(value)
