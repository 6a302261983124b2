"""Reading JSON from untrusted or damaged files; an error says in one sentence what is wrong."""

from __future__ import annotations

import codecs
import json
import math
import os
from collections.abc import Mapping
from typing import Any

_MOST_BYTES = 256 * 1024 * 1024


def parse_json(text: bytes) -> Any:
    """The value of a JSON text in UTF-8.

    Raises ValueError saying in one sentence what is wrong: no JSON, cut short, not UTF-8, a key
    that stands twice in one object, NaN, a number beyond all floats, lists nested too deeply.
    """
    try:
        return json.loads(
            text.decode(),
            object_pairs_hook=_object,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise ValueError(_not_utf8(text, error)) from error
    except RecursionError as error:
        raise ValueError("lists or objects are nested too deeply") from error


def read_json(path: str | os.PathLike[str], most_bytes: int = _MOST_BYTES) -> Any:
    """The value in a JSON file, with or without a byte-order mark.

    Raises ValueError naming the file and what is wrong, OSError.
    """
    with open(path, "rb") as file:
        text = file.read(most_bytes + 1)
    if len(text) > most_bytes:
        raise ValueError(f"{os.fspath(path)}: more than {most_bytes:,} bytes")
    if not text.strip():
        raise ValueError(f"{os.fspath(path)}: an empty file: expected JSON")
    try:
        return parse_json(text.removeprefix(codecs.BOM_UTF8))
    except ValueError as error:
        raise ValueError(f"{os.fspath(path)}: damaged, or no JSON ({error})") from error


def read_object(path: str | os.PathLike[str], fields: Mapping[str, Any]) -> dict[str, Any]:
    """The object in a JSON file, with at least `fields`, each of its type (or one of a tuple).

    Raises ValueError naming file and field, OSError.
    """
    found = read_json(path)
    check_object(found, fields, os.fspath(path))
    return found  # type: ignore[no-any-return]


def check_object(value: Any, fields: Mapping[str, Any], where: str) -> None:
    """ValueError unless a JSON value is an object with these fields; true and false are no ints."""
    if not isinstance(value, dict):
        raise ValueError(f"{where}: expected a JSON object, got {_short(value)}")
    for name, kind in fields.items():
        if name not in value:
            raise ValueError(f"{where}: {name!r} is missing")
        kinds = kind if isinstance(kind, tuple) else (kind,)
        got = value[name]
        if not isinstance(got, kinds) or (isinstance(got, bool) and bool not in kinds):
            expected = " or ".join(_NAMES.get(one, one.__name__) for one in kinds)
            raise ValueError(f"{where}: {name}={_short(got)}: expected {expected}")


_NAMES = {
    str: "a text",
    int: "an integer",
    float: "a number",
    dict: "an object",
    list: "a list",
    type(None): "null",
}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key that stands twice would silently hide a value."""
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise ValueError(f"key {_short(name)} stands twice in one object")
            seen.add(name)
    return made


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{_short(text)} is too large a number")
    return number


def _not_utf8(text: bytes, error: UnicodeDecodeError) -> str:
    if text[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "not UTF-8: it begins with the byte-order mark of UTF-16"
    return f"not UTF-8: byte {error.object[error.start]:#04x} at {error.start}"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
