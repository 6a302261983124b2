"""The JSON form of result dataclasses, in both directions.

A field becomes a key of its name, except that annotations of these types say otherwise:

- `Estimate` becomes two keys, the mean and `[low, high]`: `chips` and `chips_ci95`;
- `EstimateCI95` is an `Estimate` whose second key is `ci95`;
- `Inline[X]` puts the keys of the dataclass X in place of the field's own;
- `OmittedIfNone[X]` leaves the key out where the value is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from agents.arena.confidence_interval import Estimate

_CI95, _INLINE, _OMIT = "key ci95", "inline", "omitted if None"
Kind = TypeVar("Kind")
Value = TypeVar("Value")

EstimateCI95 = Annotated[Estimate, _CI95]
Inline = Annotated[Value, _INLINE]
OmittedIfNone = Annotated[Value | None, _OMIT]


class _Field(NamedTuple):
    name: str
    kind: Any  # its type, without annotations
    notes: tuple[Any, ...]  # of the annotations

    @property
    def interval_key(self) -> str:
        """Where the interval of an estimate stands."""
        return "ci95" if _CI95 in self.notes else f"{self.name}_ci95"


@cache
def _fields_of(kind: Any) -> tuple[_Field, ...]:
    """The fields of a dataclass with their types."""
    hints, made = get_type_hints(kind, include_extras=True), []
    for one in fields(kind):
        hint = hints[one.name]
        if get_origin(hint) is Annotated:
            inner, *notes = get_args(hint)
            made.append(_Field(one.name, inner, tuple(notes)))
        else:
            made.append(_Field(one.name, hint, ()))
    return tuple(made)


def as_json(value: Any) -> Any:
    """A result as plain dicts, lists, strings, numbers and None, keys in the order of fields."""
    if is_dataclass(value):
        return _object_of(value)
    if isinstance(value, Mapping):
        return {key: as_json(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(one) for one in value]
    return value


def _object_of(value: Any) -> dict[str, Any]:
    made: dict[str, Any] = {}
    kind: Any = type(value)
    for one in _fields_of(kind):
        inner = getattr(value, one.name)
        if _INLINE in one.notes:
            made.update(as_json(inner))
        elif isinstance(inner, Estimate):
            made[one.name] = inner.mean
            made[one.interval_key] = inner.ci95
        elif inner is not None or _OMIT not in one.notes:
            made[one.name] = as_json(inner)
    return made


def from_json(kind: type[Kind], value: Any) -> Kind:
    """The result of a type that `as_json` gave this value; keys without a field are ignored.

    Raises ValueError where the value has not the shape of the type.
    """
    try:
        made: Kind = _read(kind, value)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"no {kind} ({type(error).__name__}: {error})") from error
    return made


def _read(kind: Any, value: Any) -> Any:
    """A value of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        kinds = [one for one in inner if one is not NoneType]
        # Unions of several types hold plain JSON values alone.
        return _read(kinds[0], value) if value is not None and len(kinds) == 1 else value
    if origin is list:
        return [_read(inner[0], one) for one in value]
    if origin is tuple:
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else list(inner)
        return tuple(_read(one, part) for one, part in zip(kinds, value, strict=True))
    if origin is dict:
        return {key: _read(inner[1], one) for key, one in value.items()}
    return _dataclass_of(kind, value) if is_dataclass(kind) else value


def _dataclass_of(kind: Any, value: Mapping[str, Any]) -> Any:
    given: dict[str, Any] = {}
    for one in _fields_of(kind):
        if _INLINE in one.notes:
            given[one.name] = _read(one.kind, value)
        elif _OMIT in one.notes and one.name not in value:
            given[one.name] = None
        elif one.kind is Estimate or (one.interval_key in value and Estimate in get_args(one.kind)):
            low, high = value[one.interval_key]
            given[one.name] = Estimate(value[one.name], low, high)
        else:
            given[one.name] = _read(one.kind, value[one.name])
    return kind(**given)
