"""The cache of compiled functions on disk, in place of numba's own.

numba's cache watches the file of a function but not those of the functions that it calls, falls
back to other folders when one cannot be written, and raises on a damaged file. Here every entry is
a file in `cache_root()/DIGEST`, where DIGEST is that of all sources that the function depends on
(`marriage_env.compiler.sources`); no other folder is used. An entry carries a checksum: a damaged
one is compiled again and replaced. Where nothing can be written, everything is compiled anew in
every process, and one line on stderr says so (`MARRIAGE_ENV_QUIET=1` silences it).

Entries are unpickled, which may run any code: so the folders are made with mode 0700, and a folder
that others own or can write is not used.

Every file below `cache_root()` belongs to the cache: in each folder DIGEST `*.nbc`, `*.unfinished`,
`*.lock` and `compiled_*`. Removing them costs the time to compile.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

from numba.core.caching import CompileResultCacheImpl, _Cache
from numba.core.serialize import dumps

from marriage_env.compiler.notices import say_uncached
from marriage_env.compiler.sources import Sources, TooMany, is_regular, relative_name, sources_of

_MAGIC = b"marriage_env 1\n"
_HASH = hashlib.sha256().digest_size
_PACKAGE_FILE = Path(__file__).resolve()
HOOKS = "_hooks"  # a function's attribute: what takes the place of its hooks, by their names


def cache_root() -> Path | None:
    """The folder of the cache, whether it exists or not; None if there is no place for it.

    `marriage_env` in the folder that NUMBA_CACHE_DIR names, else XDG_CACHE_HOME, else `~/.cache`.
    """
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        if given := os.environ.get("NUMBA_CACHE_DIR"):
            base = Path(given).absolute()
        elif not base.is_absolute():  # the XDG specification: others are ignored
            base = Path.home() / ".cache"
    except (RuntimeError, KeyError, OSError):  # no HOME, nor an entry in the passwords; no folder
        return None
    return base / "marriage_env" if base.is_absolute() else None


def cache_folder(file: Path = _PACKAGE_FILE) -> Path | None:
    """The folder for functions of a source file, made if need be; None, and a line, if none."""
    folder = folder_of(file)
    if folder is None:
        return None
    try:
        _make(folder)
    except OSError as error:
        say_uncached(error)
        return None
    return folder


def folder_of(file: Path) -> Path | None:
    """The folder for functions of a source file, whether it exists or not; None if none."""
    root = cache_root()
    if root is None:
        say_uncached("there is no home folder")
        return None
    try:
        return root / sources_of(file).digest
    except TooMany as error:
        say_uncached(f"{file}: {error} would have to be watched")
    except OSError as error:
        say_uncached(error)
    return None


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether a function can be cached: it has a source file and no closure.

    Code from a notebook, `python -c`, standard input or `exec` has no file. The same holds for the
    functions that replace its hooks (`marriage_env.compiler.hooks`).
    """
    own = function.__closure__ is None and is_regular(function.__code__.co_filename)
    return own and all(is_kept(each) for each in _hooks(function).values())


class DiskCache(_Cache):  # type: ignore[misc]
    """The compiled versions of one function on disk, by numba's interface of a cache.

    Raises nothing if folder or files are unusable: numba then compiles.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._file, self._name = _file_of(function), function.__qualname__
        self._identity = _identity(function)
        self._entries = _Entries(function)
        self._enabled = True
        self._sources = self._watched(function)

    def _watched(self, function: Callable[..., Any]) -> dict[str, Sources] | None:
        """The sources, by digest, as they are when the function is made: later ones are not its."""
        try:
            found = [sources_of(_file_of(each)) for each in _with_hooks(function)]
        except OSError:
            return None
        return {sources.digest: sources for sources in found}

    @property
    def cache_path(self) -> str | None:
        """The folder of the entries."""
        folder = folder_of(self._file)
        return None if folder is None else str(folder)

    def enable(self) -> None:
        """Read and write entries, as at first."""
        self._enabled = True

    def disable(self) -> None:
        """Neither read nor write entries."""
        self._enabled = False

    def flush(self) -> None:
        """Do nothing: outdated entries have other names."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled version for these types; None if there is none, or it is damaged.

        numba's own cache first sets up all that compiling takes, a third of a second, which only
        what is compiled here needs: so it is left until then.
        """
        rebuild: Any = self._entries.rebuild
        return self.load(sig, target_context, rebuild)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a compiled version."""
        entries: Any = self._entries
        if entries.check_cachable(data):
            self.save(sig, data.codegen, lambda: entries.reduce(data))

    def load(self, key: Any, target_context: Any, rebuild: Callable[[Any, Any], Any]) -> Any:
        """What `rebuild(target_context, payload)` makes of an entry; None without a sound one.

        `key` tells the entry from others of this function.
        """
        place = self._place(key, target_context.codegen())
        if place is None:
            return None
        path, whole_key = place
        try:
            _check(path.parent)
            written = path.read_bytes() if is_regular(path) else b""
        except FileNotFoundError:
            return None
        except OSError as error:
            say_uncached(error)
            return None
        payload = _unpacked(written)
        if payload is None:
            return None
        try:
            known, reduced = pickle.loads(payload)
            return rebuild(target_context, reduced) if known == whole_key else None
        except Exception:  # the checksum tells that bytes are as written, not that they load here
            return None

    def save(self, key: Any, codegen: Any, reduce: Callable[[], Any]) -> None:
        """Write an entry with the payload that `reduce()` gives, which can be pickled."""
        place = self._place(key, codegen)
        if place is None:
            return
        path, whole_key = place
        payload = dumps((whole_key, reduce()))  # type: ignore[no-untyped-call]
        try:
            _make(path.parent)
            _write(path, _packed(payload))
        except OSError as error:
            say_uncached(error)

    def _place(self, sig: Any, codegen: Any) -> tuple[Path, Any] | None:
        """The file of an entry and its key; None if it cannot be cached."""
        folder = folder_of(self._file) if self._enabled else None
        if folder is None or self._sources is None:
            return None
        if not all(each.unchanged() for each in self._sources.values()):
            return None
        told = str(sig)
        if " at 0x" in told:  # a function given as an argument is another one in every process
            return None
        own = (self._identity, sorted(self._sources))
        mark = hashlib.sha256(repr((own, told, codegen.magic_tuple())).encode()).hexdigest()[:24]
        kind = "".join(c if c.isalnum() or c in "._" else "-" for c in self._name[-60:])
        return folder / f"{kind}-{mark}.nbc", (own, sig, codegen.magic_tuple())


class _Entries(CompileResultCacheImpl):  # type: ignore[misc]
    """numba's serialization of a compiled version, without its search for a folder."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = SimpleNamespace(_py_file=function.__code__.co_filename)


def _hooks(function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """The functions that take the place of a function's hooks."""
    return getattr(function, HOOKS, {})


def _with_hooks(function: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """A function, the functions that take the place of its hooks, and of theirs in turn."""
    yield function
    for each in _hooks(function).values():
        yield from _with_hooks(each)


def _file_of(function: Callable[..., Any]) -> Path:
    return _resolved(function.__code__.co_filename)


@cache
def _resolved(file: str) -> Path:
    return Path(file).resolve()


def _identity(function: Callable[..., Any]) -> tuple[object, ...]:
    """What tells a function from others, the same in every process."""
    code = function.__code__
    hooks = tuple((name, _identity(each)) for name, each in sorted(_hooks(function).items()))
    own = (relative_name(_file_of(function)), function.__qualname__, code.co_firstlineno)
    return (*own, _text_of(code), hooks)


def _text_of(code: CodeType) -> str:
    """A function's code as text that is the same in every process."""
    constants = []
    for one in code.co_consts:
        if isinstance(one, CodeType):
            constants.append(_text_of(one))
        elif isinstance(one, frozenset):
            constants.append(str(sorted(map(repr, one))))
        else:
            constants.append(repr(one))
    return repr((code.co_code.hex(), code.co_names, code.co_varnames, constants))


def _packed(payload: bytes) -> bytes:
    return _MAGIC + hashlib.sha256(payload).digest() + payload


def _unpacked(written: bytes) -> bytes | None:
    """The payload of a file; None if it is damaged."""
    start = len(_MAGIC) + _HASH
    payload = written[start:]
    whole = written[:start] == _MAGIC + hashlib.sha256(payload).digest()
    return payload if whole else None


def _make(folder: Path) -> None:
    """Make an entry's folder with mode 0700; OSError if it cannot be made or trusted."""
    folder.parent.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    root = folder.parent
    root.mkdir(mode=0o700, exist_ok=True)
    found = os.stat(root)
    if hasattr(os, "geteuid") and found.st_uid == os.geteuid() and found.st_mode & 0o022:
        root.chmod(0o700)  # made by an older version; an entry's folder so open is never used
    folder.mkdir(mode=0o700, exist_ok=True)
    _check(folder)


def _check(folder: Path) -> None:
    """PermissionError if others could have written entries there; FileNotFoundError if absent.

    Folders of this user and of root are trusted, if nobody else can write them or replace them in
    the folder that contains them.
    """
    for one in (folder, folder.parent, folder.parent.parent):
        found = os.stat(one)
        if not hasattr(os, "geteuid"):  # Windows
            continue
        if found.st_uid not in (os.geteuid(), 0):
            raise PermissionError(f"{one} belongs to another user ({found.st_uid})")
        shared = 0o002 if one == folder.parent.parent else 0o022
        if found.st_mode & shared and not found.st_mode & stat.S_ISVTX:
            raise PermissionError(f"{one} can be written by others")


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically; OSError, and nothing is left behind, if it cannot be written.

    It is not synced to disk, as results are: a damaged entry is compiled again.
    """
    temporary = path.with_name(f".{os.getpid()}-{secrets.token_hex(6)}.unfinished")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
