"""Writing files atomically, and never overwriting one by mistake.

Every file that the project keeps is written here: under a temporary name in the same folder, synced
to the disk, then renamed. Whenever the process ends, by a power cut included, the name refers to
the complete old file or the complete new one.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_SUFFIX = ".unfinished"


@contextmanager
def writing(path: str | os.PathLike[str], replace: bool = True) -> Iterator[BinaryIO]:
    """A binary file that replaces `path` atomically when the block ends.

    Args:
        path: if it is a symbolic link, its target is replaced.
        replace: False raises FileExistsError if the path exists, at the start or at the end.

    If the block raises, `path` is unchanged and the temporary file is removed. Raises OSError,
    before the block begins where possible: no such folder, not a regular file, FileExistsError.
    """
    target = checked_target(path, replace)
    temporary = target.with_name(_temporary_name(target))
    try:
        with open(temporary, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _publish(temporary, target, replace)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()
    sync_folder(target.parent)


def write_text(path: str | os.PathLike[str], text: str, replace: bool = True) -> None:
    """Write `text` in UTF-8 as `writing` does; lone surrogates are written as `\\udc..`."""
    with writing(path, replace) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def checked_target(path: str | os.PathLike[str], replace: bool = True) -> Path:
    """The file to write, links followed; OSError if writing it is bound to fail."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(f"{os.fspath(path)}: not a regular file")
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(target.parent))
    if not os.access(target.parent, os.W_OK):
        raise PermissionError(errno.EACCES, "the folder cannot be written", str(target.parent))
    if not replace and target.exists():
        raise _exists(path)
    return target


def remove_unfinished(folder: Path, name: str = "*") -> None:
    """Remove the temporary files of killed writers of a file, or of all files in a folder.

    The caller must hold the lock of the folder or file: others may be writing.
    """
    for file in folder.glob(f".{name}.*{_SUFFIX}"):
        with suppress(OSError):
            file.unlink()


def sync_folder(folder: Path) -> None:
    """Make renames in a folder durable, where the system can."""
    with suppress(OSError):  # not on Windows, nor on some network file systems
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _temporary_name(target: Path) -> str:
    """A unique name for every writer; file systems allow 255 bytes."""
    return f".{target.name[:40]}.{os.getpid()}-{secrets.token_hex(4)}{_SUFFIX}"


def _publish(temporary: Path, target: Path, replace: bool) -> None:
    """Rename a finished file; FileExistsError if it must not replace another."""
    if replace:
        os.replace(temporary, target)
        return
    try:
        os.link(temporary, target)  # the one way to rename that never replaces a file
    except FileExistsError as error:
        raise _exists(target) from error
    except OSError:  # no hard links here
        if target.exists():
            raise _exists(target) from None
        os.replace(temporary, target)


def _exists(path: str | os.PathLike[str]) -> FileExistsError:
    return FileExistsError(f"{os.fspath(path)} exists; --force replaces it")
