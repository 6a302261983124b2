"""The source files that a compiled function depends on, and a digest of them.

Compiled code contains all functions that it calls and the values of the globals that it reads. So
the digest covers every source file that these can come from:

- all of `marriage_env`;
- the function's package, from the outermost folder with an `__init__.py` down; for a script or a
  module outside of any package its own file and the modules beside it, but no folders below, since
  the folder may be a home;
- recursively, what these files import, unless it is in the standard library or installed.

Of installed packages the versions of Python, numpy, numba and llvmlite count. A global whose value
comes from elsewhere (the environment, a data file) is not noticed: pass such values as arguments.
Only regular files are read.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import llvmlite
import numba
import numpy as np
from numba.core import config

_PACKAGE = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import|import[ \t]+([^\n;#]+))", re.M)
_MOST_FILES, _MOST_ENTRIES, _MOST_BYTES = 5000, 50_000, 1 << 28
_INSTALLED = {"site-packages", "dist-packages"}
# What numba compiles differently for, besides the processor.
_OPTIONS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "DISABLE_INTEL_SVML")


class Stamp(NamedTuple):
    """What distinguishes a regular file from a later one of the same name."""

    inode: int
    size: int
    changed: int  # ns


class TooMany(OSError):
    """A function depends on too many files."""


@dataclass(frozen=True)
class Sources:
    """The source files and their digest, as they were read."""

    digest: str  # 32 hexadecimal digits
    stamps: dict[str, Stamp]

    def unchanged(self) -> bool:
        """Whether all files are unchanged since they were read."""
        return all(_stamp(name) == stamp for name, stamp in self.stamps.items())


def is_regular(file: str | Path) -> bool:
    """Whether the file exists and is regular: no folder, pipe, socket or dangling link."""
    return _stamp(str(file)) is not None


def sources_of(file: Path) -> Sources:
    """The sources that a function in `file`, a regular file, depends on; read once a process.

    Raises OSError if a folder cannot be read, TooMany if there are too many.
    """
    found = _found(_root_of(file))
    if isinstance(found, OSError):
        raise found
    return found


def relative_name(file: Path) -> str:
    """A source file's path from its package on, wherever that is installed."""
    return file.relative_to(_root_of(file).parent).as_posix()


@cache
def _found(root: Path) -> Sources | OSError:
    try:
        return _read(tuple(sorted({_PACKAGE, root})))
    except OSError as error:
        return error


def _read(roots: tuple[Path, ...]) -> Sources:
    digest = hashlib.sha256(_versions().encode())
    stamps: dict[str, Stamp] = {}
    waiting, known, size = list(roots), set(roots), 0
    while waiting:
        root = waiting.pop(0)
        for file in _files(root):
            if (name := str(file)) in stamps:
                continue
            if len(stamps) >= _MOST_FILES:
                raise TooMany(f"more than {_MOST_FILES:,} source files")
            stamp = _stamp(name)
            if stamp is None:
                continue
            size += stamp.size
            if size > _MOST_BYTES:
                raise TooMany(f"more than {_MOST_BYTES >> 20} MiB of source files")
            try:
                text = file.read_bytes()
            except OSError:  # what cannot be read cannot be imported either
                continue
            stamps[name] = stamp
            own = file.relative_to(root.parent).as_posix()
            digest.update(f"\0{own}\0{len(text)}\0".encode("utf-8", "surrogateescape"))
            digest.update(text)
            if root == _PACKAGE:  # imports nothing but what is installed
                continue
            for other in sorted(_imported(text) - known):
                known.add(other)
                waiting.append(other)
    return Sources(digest.hexdigest()[:32], stamps)


def _versions() -> str:
    """Everything besides sources that compiled code depends on."""
    versions = [sys.version, np.__version__, numba.__version__, llvmlite.__version__]
    options = [f"{name}={getattr(config, name, None)}" for name in _OPTIONS]
    return " ".join([*versions, *options])


@cache
def _root_of(file: Path) -> Path:
    """The outermost package that contains a file, or the file if there is none."""
    folder, root = file.parent, file
    while is_regular(folder / "__init__.py") and folder != folder.parent:
        root, folder = folder, folder.parent
    return root


def _files(root: Path) -> list[Path]:
    """The source files of a package, or those beside a file outside of any, sorted."""
    if not root.is_dir():
        names = sorted(name for name in os.listdir(root.parent) if name.endswith(".py"))
        return sorted({root, *(root.parent / name for name in names)})
    files, seen, entries = [], set(), 0
    for folder, below, names in os.walk(root, followlinks=True):
        here = os.stat(folder)
        if (here.st_dev, here.st_ino) in seen:  # a link that leads back
            below.clear()
            continue
        seen.add((here.st_dev, here.st_ino))
        entries += len(below) + len(names)
        if entries > _MOST_ENTRIES:
            raise TooMany(f"more than {_MOST_ENTRIES:,} files below {root}")
        # What is no identifier cannot be imported: hidden folders, environments, data.
        below[:] = sorted(name for name in below if name.isidentifier() and name != "__pycache__")
        files += [Path(folder, name) for name in sorted(names) if name.endswith(".py")]
    return files


def _imported(text: bytes) -> set[Path]:
    """The roots of the modules that a source file imports, unless they are installed."""
    names: set[str] = set()
    for one, several in _IMPORT.findall(text):
        for name in [one] if one else several.split(b","):
            first = name.split(b".")[0].split()
            if first:
                names.add(first[0].decode("ascii", "ignore"))
    return {root for name in names for root in _roots_of_module(name)}


@cache
def _roots_of_module(name: str) -> tuple[Path, ...]:
    """The places of an imported package or module; none if it is installed or missing."""
    if not name.isidentifier() or name in sys.stdlib_module_names:
        return ()
    try:
        spec = find_spec(name)
    except (ImportError, AttributeError, ValueError):  # a module that was made by hand
        return ()
    if spec is None:
        return ()
    places = spec.submodule_search_locations
    found = list(places) if places is not None else [spec.origin] if spec.has_location else []
    return tuple(
        Path(place).resolve() for place in found if place and not _is_installed(Path(place))
    )


def _is_installed(place: Path) -> bool:
    standard = Path(sysconfig.get_path("stdlib"))
    return bool(_INSTALLED & set(place.parts)) or standard in place.parents


def _stamp(name: str) -> Stamp | None:
    """The stamp of a file; None if it is not a regular file."""
    try:
        found = os.stat(name)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return Stamp(found.st_ino, found.st_size, found.st_mtime_ns)
