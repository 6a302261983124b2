"""Zip files of two members, JSON settings and safetensors: data alone, never code.

Members are stored, not compressed, so that a file never unpacks to more than its own size. Every
size that a file declares is checked against a bound before anything of that size is read.
"""

from __future__ import annotations

import json
import os
import stat
import struct
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from marriage_env.core.arguments import shown
from marriage_env.files.json_text import check_object, parse_json

SETTINGS, TENSORS = "settings.json", "tensors.safetensors"
MOST_SETTINGS = 64 * 1024  # bytes
MOST_HEADER = 64 * 1024  # bytes of the list of tensors
MOST_MEMBERS = 64  # of any zip file that is opened
_END = struct.Struct("<4s4H2IH")  # the end of a zip file's directory, without a comment
_END_MARK, _ZIP64_MARK, _ZIP64_LOCATOR = b"PK\x05\x06", b"PK\x06\x07", 20
_DIRECTORY_ENTRY = 46 + 512  # bytes of a member in the directory, with its name
# What the zipfile module raises for damaged and malicious files.
_DAMAGED = (
    zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, struct.error, UnicodeError,
    OverflowError,
)  # fmt: skip
Shapes = Mapping[str, tuple[int, ...]]


@contextmanager
def blamed(what: str) -> Iterator[None]:
    """Prefix the messages of ValueErrors raised in the block: `checkpoint runs/a.zip: …`."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from error


def pack(settings: Mapping[str, Any], tensors: Mapping[str, NDArray[Any]], file: BinaryIO) -> None:
    """Write an archive; the same content gives the same bytes."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(SETTINGS), json.dumps(settings, indent=1))
        archive.writestr(zipfile.ZipInfo(TENSORS), save(dict(tensors)))


class Archive:
    """An open zip file, its directory checked. Raises ValueError saying what is wrong."""

    def __init__(self, file: BinaryIO) -> None:
        _check_end(file)
        try:
            self._zip = zipfile.ZipFile(file)
        except _DAMAGED as error:
            raise ValueError(f"a damaged zip file ({error})") from error
        self.names: Sequence[str] = self._zip.namelist()

    def settings(self) -> dict[str, Any]:
        """The JSON object in the settings."""
        with blamed(SETTINGS):
            found: dict[str, Any] = parse_json(self._read(SETTINGS, MOST_SETTINGS))
        check_object(found, {}, SETTINGS)
        return found

    def tensors(self, wanted: Shapes) -> dict[str, NDArray[np.float32]]:
        """The float32 tensors, which must have these names and shapes and be finite."""
        size = 4 * sum(int(np.prod(shape)) for shape in wanted.values())
        with blamed(TENSORS):
            return parse_tensors(self._read(TENSORS, size + MOST_HEADER), wanted)

    def declared_bytes(self) -> int:
        """The declared size of all members together."""
        return sum(member.file_size for member in self._zip.infolist())

    def _read(self, name: str, most: int) -> bytes:
        """The content of a member, of at most `most` bytes."""
        if self.names.count(name) != 1:
            raise ValueError("expected to be in the file once")
        member = self._zip.getinfo(name)
        if member.flag_bits or member.compress_type != zipfile.ZIP_STORED:
            raise ValueError("encrypted, compressed or streamed: expected to be stored as it is")
        if stat.S_ISLNK(member.external_attr >> 16):
            raise ValueError("a link: expected a file")
        if member.file_size > most or member.compress_size != member.file_size:
            raise ValueError(f"claims {member.file_size:,} bytes: expected at most {most:,}")
        try:
            with self._zip.open(member) as content:
                return content.read(most)
        except _DAMAGED as error:
            raise ValueError(f"damaged ({error or 'cut short'})") from error


@contextmanager
def opened(path: Path, most_bytes: int) -> Iterator[Archive]:
    """The archive in a file; ValueError without its name if it is none."""
    check_file(path, most_bytes)
    with path.open("rb") as file:
        yield Archive(file)


def check_file(path: Path, most_bytes: int) -> None:
    """ValueError unless there is a regular file of at most `most_bytes`."""
    if not path.exists():
        raise ValueError("there is no such file")
    if not path.is_file():
        raise ValueError("not a regular file")
    if (size := path.stat().st_size) > most_bytes:
        raise ValueError(f"{size:,} bytes: expected at most {most_bytes:,}")


def _check_end(file: BinaryIO) -> None:
    """Check the end record before zipfile, which would read a directory of any length."""
    size = file.seek(0, os.SEEK_END)
    if size < _END.size:
        raise ValueError("not a zip file, or cut short")
    tail = min(size, _END.size + _ZIP64_LOCATOR)
    file.seek(size - tail)
    data = file.read(tail)
    mark, disk, first_disk, _, entries, length, offset, comment = _END.unpack(data[-_END.size :])
    if mark != _END_MARK or comment:
        raise ValueError("not a zip file, or cut short")
    if data.startswith(_ZIP64_MARK) or disk or first_disk:
        raise ValueError("a zip file of several parts or of more than 4 GB")
    if entries > MOST_MEMBERS or length > MOST_MEMBERS * _DIRECTORY_ENTRY:
        raise ValueError(f"a zip file of {entries:,} members: expected at most {MOST_MEMBERS}")
    if offset + length != size - _END.size:
        raise ValueError("a damaged zip file (its directory is not where it should be)")


def parse_tensors(data: bytes, wanted: Shapes) -> dict[str, NDArray[np.float32]]:
    """Finite float32 arrays of these names and shapes; ValueError says what differs."""
    if len(data) < 8 or int.from_bytes(data[:8], "little") > min(MOST_HEADER, len(data) - 8):
        raise ValueError("no safetensors, or cut short")
    try:
        found = dict(deserialize(data))  # type: ignore[no-untyped-call]
    except SafetensorError as error:
        raise ValueError(f"no safetensors ({error})") from error
    if found.keys() != wanted.keys():
        missing, extra = sorted(wanted.keys() - found), sorted(found.keys() - wanted.keys())
        raise ValueError(f"tensors missing: {shown(missing)}, not expected: {shown(extra)}")
    return {name: _array(name, found[name], shape) for name, shape in wanted.items()}


def _array(name: str, found: Mapping[str, Any], shape: tuple[int, ...]) -> NDArray[np.float32]:
    """A tensor as an array."""
    if found["dtype"] != "F32" or tuple(found["shape"]) != shape:
        got = f"{found['dtype']} of shape {shown(tuple(found['shape']))}"
        raise ValueError(f"{name}: expected F32 of shape {shape}, got {got}")
    array = np.frombuffer(found["data"], "<f4").reshape(shape)
    if not np.isfinite(array).all():
        raise ValueError(f"{name}: expected finite numbers alone")
    return array
