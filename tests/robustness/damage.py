"""Ways in which a file can be damaged."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np


def damages(whole: bytes, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """A name and the damaged bytes, of any file: cut, changed, filled, replaced."""
    chance = np.random.default_rng(seed)
    yield "empty", b""
    for part in (1, len(whole) // 3, len(whole) // 2, len(whole) - 2):
        yield f"cut after {part}", whole[:part]
    yield "longer", whole + b"more"
    yield "zeros", bytes(len(whole))
    yield "noise", chance.bytes(len(whole))
    yield "a zip", b"PK\x03\x04" + bytes(60)
    yield "a text", b"not what you expect\n"
    yield "UTF-16", "{}".encode("utf-16")
    yield "nested", b"[" * 100_000
    yield "an empty object", b"{}"
    yield "a list", b"[]"
    yield "NaN", b"NaN"
    for at in chance.integers(0, len(whole), 12).tolist():
        yield f"a changed byte at {at}", whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]


def json_damages(whole: bytes) -> Iterator[tuple[str, bytes]]:
    """The same of JSON that is well-formed: keys gone, of other types, twice."""
    value = json.loads(whole)
    for key in value:
        yield f"without {key}", json.dumps({k: v for k, v in value.items() if k != key}).encode()
        other = {"a": 1} if not isinstance(value[key], dict) else "text"
        yield f"other {key}", json.dumps({**value, key: other}).encode()
    first = next(iter(value))
    yield "a key twice", whole.replace(b"{", f'{{"{first}": 0, '.encode(), 1)
