"""`python marriage_env/compiler/clean_cache.py`: remove the compiled engine, and nothing else.

A script for `make clean` that needs no package: the environment that has them may be gone. What it
removes are folders that marriage_env.compiler.cache made, known by their names and by everything
that is in them, and those of older versions, which have a mark besides; `NUMBA_CACHE_DIR` may hold
the work of other projects.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

_OWN = "marriage_env"  # the name of a folder that holds nothing but our caches
MARK = "marriage_env.mark"
_NAME = re.compile(r"[0-9a-f]{16,64}")
_KNOWN = re.compile(
    rf"{re.escape(MARK)}|\w+\.lock|compiled_\w+|.*\.(nbi|nbc)(\.tmp\..*)?|\.[\w-]+\.unfinished"
)


def clean(environment: Mapping[str, str]) -> list[Path]:
    """Remove every cache of this project; the folders that are gone."""
    gone = []
    for base in _bases(environment):
        for folder in sorted(base.iterdir()) if base.is_dir() else ():
            if is_ours(folder):
                shutil.rmtree(folder)
                gone.append(folder)
        if base.name == _OWN:
            with suppress(OSError):  # something else is in it
                base.rmdir()
    return gone


def is_ours(folder: Path) -> bool:
    """Whether a folder is a cache of compiled functions, made by marriage_env.compiler.cache."""
    if not _NAME.fullmatch(folder.name) or folder.is_symlink() or not folder.is_dir():
        return False
    known = all(_KNOWN.fullmatch(file.name) for file in _files(folder))
    marked = (folder / MARK).exists() or folder.parent.name == _OWN
    return known and marked


def _files(folder: Path) -> Iterator[Path]:
    """All that is in a folder but folders; a link counts as a file."""
    for place, folders, files in os.walk(folder):
        links = [name for name in folders if (Path(place) / name).is_symlink()]
        yield from (Path(place) / name for name in [*files, *links])


def _bases(environment: Mapping[str, str]) -> list[Path]:
    """Where marriage_env.compiler.cache makes its caches."""
    home = Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    chosen = environment.get("NUMBA_CACHE_DIR")
    bases = [Path(chosen), Path(chosen) / _OWN] if chosen else []
    return [*bases, home / _OWN]


if __name__ == "__main__":
    for removed in clean(os.environ):
        print(f"removed {removed}", file=sys.stderr)
