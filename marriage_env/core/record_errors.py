"""`RecordError`, which says what is wrong with a game record and where; checks of JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class RecordError(ValueError):
    """An invalid record, and where it is wrong; attributes are None where that is not known.

    `path` and `line` say where in which file, `deal` and `action` at which move; all count from 1.
    Actions count within the pack they were played with; `void` marks a pack that was found faulty.
    """

    def __init__(
        self, reason: str, deal: int | None = None, action: int | None = None, void: bool = False
    ) -> None:
        super().__init__(reason, deal, action, void)
        self.reason, self.deal, self.action, self.void = reason, deal, action, void
        self.path: str | None = None
        self.line: int | None = None

    def __str__(self) -> str:
        deal = None if self.deal is None else f"deal {self.deal}" + " (void)" * self.void
        where = [
            self.path,
            None if self.line is None else f"line {self.line}",
            deal,
            None if self.action is None else f"action {self.action}",
        ]
        return ": ".join(filter(None, [", ".join(filter(None, where)), self.reason]))


def short(value: object) -> str:
    """`repr` of a value for a message, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def is_int(value: object) -> bool:
    """Whether a JSON value is an integer, and neither true nor false."""
    return isinstance(value, int) and not isinstance(value, bool)


def list_of(value: object, name: str) -> list[Any]:
    """`value`, which must be a list; else RecordError."""
    if not isinstance(value, list):
        raise RecordError(f"{name}={short(value)}: expected a list")
    return value


def check_keys(value: object, keys: tuple[str, ...], name: str, optional: bool = False) -> None:
    """Raise RecordError unless `value` is an object with these keys, or some if `optional`."""
    if not isinstance(value, Mapping):
        raise RecordError(f"{name}={short(value)}: expected an object with {', '.join(keys)}")
    for key in value:
        if key not in keys:
            raise RecordError(f"{name}: unknown key {key!r}, expected {', '.join(keys)}")
    for key in keys:
        if key not in value and not optional:
            raise RecordError(f"{name}: key {key!r} is missing")
