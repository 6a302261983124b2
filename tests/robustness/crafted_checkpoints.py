"""Checkpoints that are damaged or made to harm: each the bytes of a file, by what is wrong."""

from __future__ import annotations

import base64
import io
import json
import os
import pickle
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
from safetensors.numpy import save

from agents.learned.archive import SETTINGS, TENSORS
from agents.learned.checkpoint import FORMAT, Checkpoint, save_checkpoint
from agents.learned.game_range import GameRange
from agents.learned.network import Shape, fresh_network, weights_of
from marriage_env import Rules

GAME_RANGE = GameRange((5,), Rules.typical(), "mariage")


class Canary:
    """Leaves a file behind when it is unpickled."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self):
        """What unpickling calls."""
        return os.mkdir, (self.path,)


@cache
def good_weights() -> dict[str, np.ndarray]:
    """The weights of a small network."""
    import torch

    return weights_of(fresh_network(Shape.of(GAME_RANGE, 8), torch.Generator().manual_seed(1)))


def good_settings() -> dict[str, object]:
    """Settings that fit them."""
    made_by = {"decisions": 0}
    return {
        "format": FORMAT, "version": 1, **GAME_RANGE.to_dict(), "width": 8, "made_by": made_by,
    }  # fmt: skip


def write_good(path: Path) -> None:
    """A sound checkpoint."""
    import torch

    network = fresh_network(Shape.of(GAME_RANGE, 8), torch.Generator().manual_seed(1))
    save_checkpoint(Checkpoint(network, GAME_RANGE, {"decisions": 0}), path)


def zipped(members: list[tuple[str | zipfile.ZipInfo, bytes]], how: int = zipfile.ZIP_STORED):
    """A zip file of these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return file.getvalue()


def archive(settings: object = None, tensors: bytes | None = None, **changed: object) -> bytes:
    """A checkpoint with other settings, as an object or as bytes, or other tensors."""
    if settings is None:
        settings = {**good_settings(), **changed}
    text = settings if isinstance(settings, bytes) else json.dumps(settings).encode()
    return zipped(
        [(SETTINGS, text), (TENSORS, save(good_weights()) if tensors is None else tensors)]
    )


def with_weights(**changed: object) -> bytes:
    """A checkpoint with some weights changed, or without those that are None."""
    weights = {**good_weights(), **changed}
    return archive(tensors=save({k: v for k, v in weights.items() if v is not None}))


def header(listed: object, data: bytes = b"", length: int | None = None) -> bytes:
    """A safetensors file with this header."""
    text = listed if isinstance(listed, bytes) else json.dumps(listed).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + data


def end(entries: int, length: int, offset: int, comment: int = 0) -> bytes:
    """The end record of a zip file."""
    return struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, entries, entries, length, offset, comment)


def patched(data: bytes, mark: bytes, offset: int, kind: str, value: int) -> bytes:
    """A number of every record with this mark overwritten."""
    made, place = bytearray(data), data.find(mark)
    while place >= 0:
        struct.pack_into(kind, made, place + offset, value)
        place = data.find(mark, place + 4)
    return bytes(made)


def pickled_model(canary: str) -> bytes:
    """What MaskablePPO.save writes, with code to run in it."""
    payload = base64.b64encode(pickle.dumps(Canary(canary))).decode()
    data = {"policy_class": {":type:": "x", ":serialized:": payload}, "scope": GAME_RANGE.to_dict()}
    members = [("data", json.dumps(data).encode()), ("policy.pth", pickle.dumps(Canary(canary)))]
    members += [("pytorch_variables.pth", b""), ("_stable_baselines3_version", b"2.9.2")]
    return zipped([*members, ("system_info.txt", b"")])


def _of_zip_files() -> Iterator[tuple[str, Callable[[str], bytes]]]:
    """What is wrong with the zip file itself."""
    local, central = b"PK\x03\x04", b"PK\x01\x02"
    whole = archive()
    zeros = bytes(50_000_000)
    link = zipfile.ZipInfo(SETTINGS)
    link.external_attr = 0o120777 << 16
    good = json.dumps(good_settings()).encode()
    yield "empty", lambda _: b""
    yield "one byte", lambda _: b"P"
    yield "text", lambda _: b"Mariage\n" * 100
    yield "zeros", lambda _: bytes(1000)
    yield "a pickle", lambda canary: pickle.dumps(Canary(canary))
    yield "a model of Stable-Baselines3 with code", pickled_model
    for part in range(1, 20):
        yield f"cut at {part} of 20", lambda _, part=part: whole[: len(whole) * part // 20]
    yield "one byte short", lambda _: whole[:-1]
    yield "a byte more", lambda _: whole + b"\0"
    yield "half of it twice", lambda _: whole[: len(whole) // 2] * 2
    yield "an end alone", lambda _: end(0, 0, 0)
    yield "an end of many members", lambda _: end(65535, 0, 0)
    yield "an end with a long directory", lambda _: end(2, 2**32 - 1, 0)
    yield "an end with a comment", lambda _: whole[:-2] + b"\x04\x00oops"
    yield "more than 4 GB", lambda _: b"PK\x06\x07" + bytes(16) + end(2, 0, 20)
    yield (
        "a directory of a million members",
        lambda _: (central + bytes(42)) * 100_000 + end(65535, 46 * 100_000, 0),
    )
    yield "no members", lambda _: zipped([])
    yield "settings alone", lambda _: zipped([(SETTINGS, good)])
    yield "tensors alone", lambda _: zipped([(TENSORS, save(good_weights()))])
    yield "a member more", lambda _: zipped([(SETTINGS, good), (TENSORS, b""), ("evil.py", b"")])
    yield "a path above", lambda _: zipped([("../" + SETTINGS, good), (TENSORS, b"")])
    yield "an absolute path", lambda _: zipped([("/tmp/" + SETTINGS, good), (TENSORS, b"")])
    yield "a folder", lambda _: zipped([(SETTINGS + "/", b""), (TENSORS, b"")])
    yield "a link", lambda _: zipped([(link, b"/etc/passwd"), (TENSORS, save(good_weights()))])
    yield "many members", lambda _: zipped([(str(i), b"") for i in range(500)])
    yield (
        "compressed",
        lambda _: zipped([(SETTINGS, good), (TENSORS, save(good_weights()))], zipfile.ZIP_DEFLATED),
    )
    yield (
        "a bomb in the settings",
        lambda _: zipped([(SETTINGS, zeros), (TENSORS, b"")], zipfile.ZIP_DEFLATED),
    )
    yield (
        "a bomb in the tensors",
        lambda _: zipped([(SETTINGS, good), (TENSORS, zeros)], zipfile.ZIP_DEFLATED),
    )
    yield "encrypted", lambda _: patched(patched(whole, local, 6, "<H", 1), central, 8, "<H", 1)
    yield "an unknown method", lambda _: patched(whole, central, 10, "<H", 97)
    yield (
        "sizes that lie",
        lambda _: patched(patched(whole, central, 24, "<I", 2**31), central, 20, "<I", 2**31),
    )
    yield "sizes of almost all memory", lambda _: patched(whole, central, 24, "<I", 2**32 - 2)
    yield "a wrong sum", lambda _: patched(whole, central, 16, "<I", zlib.crc32(b"other"))
    yield "offsets beyond the end", lambda _: patched(whole, central, 42, "<I", 2**31)
    yield "offsets into the middle", lambda _: patched(whole, central, 42, "<I", 17)
    yield (
        "a local header of something else",
        lambda _: whole.replace(SETTINGS.encode(), b"x" * 13, 1),
    )


def _of_settings() -> Iterator[tuple[str, Callable[[str], bytes]]]:
    """What is wrong with the settings."""
    rules = good_settings()["rules"]
    texts = {
        "no text": b"", "no JSON": b"{", "a list": b"[]", "a number": b"5", "null": b"null",
        "not UTF-8": b'{"format": "\xff"}', "UTF-16": '{"format": 1}'.encode("utf-16"),
        "nested lists": b"[" * 50_000, "nested objects": b'{"a":' * 10_000,
        "much text": b'{"format": "' + b"x" * 10_000_000 + b'"}',
        "NaN": json.dumps({**good_settings(), "width": float("nan")}).encode(),
        "infinity": json.dumps({**good_settings(), "width": float("inf")}).encode(),
        "too large a float": b'{"width": 1e999}',
        "a huge integer": b'{"width": ' + b"9" * 5000 + b"}",
        "a key twice": b'{"width": 8, "width": 16}', "an empty object": b"{}",
    }  # fmt: skip
    for what, text in texts.items():
        yield f"settings: {what}", lambda _, text=text: archive(text)
    for name in good_settings():
        left = {key: value for key, value in good_settings().items() if key != name}
        yield f"settings without {name}", lambda _, left=left: archive(left)
        for wrong in (None, [], {}, -1, "evil", 1.5, True, [[]] * 3):
            if wrong != {} or name not in ("made_by", "rules"):  # rules may leave out the usual
                yield (
                    f"settings with {name}={wrong!r}",
                    lambda _, name=name, wrong=wrong: archive(**{name: wrong}),
                )
    changes: dict[str, dict[str, object]] = {
        "an unknown field": {"code": "import os"},
        "another game's environment": {"env": "trynka_v0"},
        "an unhashable environment": {"env": ["marriage_v0"]},
        "players that cannot be": {"players": [4]},
        "players twice": {"players": [5, 5]},
        "a thousand players": {"players": list(range(5, 1005))},
        "players as text": {"players": ["5"]},
        "more players than its weights": {"players": [5, 6]},
        "a younger version": {"version": 2},
        "an older version of features": {"features_version": 0},
        "a rule that is none": {"rules": {**rules, "__class__": 1}},  # type: ignore[dict-item]
        "a rule of another kind": {"rules": {**rules, "stake": "1"}},  # type: ignore[dict-item]
        "a rule out of range": {"rules": {**rules, "stake": 10**9}},  # type: ignore[dict-item]
        "another width than its weights": {"width": 16},
        "a width of no network": {"width": 0},
        "an odd width": {"width": 9},
        "a width of all memory": {"width": 2**40},
        "the greatest width": {"width": 2048},
    }
    for what, change in changes.items():
        yield f"settings: {what}", lambda _, change=change: archive(**change)


def _of_tensors() -> Iterator[tuple[str, Callable[[str], bytes]]]:
    """What is wrong with the weights."""
    name = "read_card.bias"
    good = good_weights()[name]
    changes = {
        "missing": None,
        "of another shape": np.zeros(5, np.float32),
        "of another rank": good[:, None],
        "empty": np.zeros(0, np.float32),
        "of half precision": good.astype(np.float16),
        "of double precision": good.astype(np.float64),
        "integers": good.astype(np.int32),
        "NaN": np.full_like(good, np.nan),
        "infinite": np.full_like(good, np.inf),
        "partly infinite": np.where(np.arange(4) == 2, -np.inf, good).astype(np.float32),
        "much too large": np.zeros((1000, 1000), np.float32),
    }
    for what, weights in changes.items():
        yield f"weights {what}", lambda _, w=weights: with_weights(**{name: w})
    yield "weights more than there are", lambda _: with_weights(backdoor=good)
    listed = {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}
    files = {
        "none": b"",
        "text": b"tensors" * 20,
        "a pickle": pickle.dumps({"a": 1}),
        "a header of all memory": header(b"{}", length=2**63),
        "a long header": header(b" " * 5_000_000),
        "a header beyond the file": header(b"{}", length=1000),
        "no header": header(b""),
        "a list as header": header([]),
        "nested lists as header": header(b"[" * 60_000),
        "offsets beyond the data": header(
            {name: {**listed, "data_offsets": [0, 2**40]}}, bytes(16)
        ),
        "offsets that go back": header({name: {**listed, "data_offsets": [16, 0]}}, bytes(16)),
        "negative offsets": header({name: {**listed, "data_offsets": [-16, 0]}}, bytes(16)),
        "a shape of all memory": header({name: {**listed, "shape": [2**62, 4]}}, bytes(16)),
        "a negative shape": header({name: {**listed, "shape": [-4]}}, bytes(16)),
        "an unknown kind": header({name: {**listed, "dtype": "PICKLE"}}, bytes(16)),
        "a shape that is none": header({name: {**listed, "shape": "4"}}, bytes(16)),
        "overlapping data": header({"a": listed, "b": listed}, bytes(16)),
        "metadata of code": header({"__metadata__": {"x": [1]}, name: listed}, bytes(16)),
    }
    for what, data in files.items():
        yield f"tensors: {what}", lambda _, data=data: archive(tensors=data)


CASES: dict[str, Callable[[str], bytes]] = {
    **dict(_of_zip_files()),
    **dict(_of_settings()),
    **dict(_of_tensors()),
}
