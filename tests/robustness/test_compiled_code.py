"""Compiled code on disk: never stale, never damaged, never from elsewhere."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from numba.core import config

from marriage_env.compiler.cache import _packed
from marriage_env.compiler.jit import JITTED
from tests.robustness.cached_code import (
    PLUS,
    entries,
    hits,
    imported,
)

pytestmark = [
    pytest.mark.skipif(not JITTED, reason="nothing is compiled without numba's JIT"),
    pytest.mark.usefixtures("place"),
]


def test_the_next_process_finds_what_was_compiled(place: Path) -> None:
    (place / "plain.py").write_text(PLUS)
    for expected in (0, 1):
        plus = imported("plain").plus
        assert plus(2) == 3
        assert plus(0.5) == 1.5
        assert hits(plus) == 2 * expected
    assert len(entries()) == 2
    assert not [*place.rglob("*.nb[ic]")]


@pytest.mark.parametrize("edited", ["outer/used.py", "other/below/constants.py", "plain.py"])
def test_an_edit_of_any_source_is_noticed(place: Path, edited: str) -> None:
    """Of the function's package, of what that imports from elsewhere, of a module beside it."""
    files = {
        "outer/__init__.py": "",
        "outer/used.py": PLUS,
        "outer/user.py": "from marriage_env.compiler.jit import jit\nfrom outer.used import plus\n"
        "from other.below import constants\nimport sys, plain\n"
        "TWO = constants.TWO\nTEN = plain.TEN\n"
        "@jit\ndef total(x):\n    return plus(x) * TWO + TEN\n",
        "other/__init__.py": "",
        "other/below/__init__.py": "",
        "other/below/constants.py": "TWO = 2\n",
        "plain.py": "TEN = 10\n",
    }
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    assert imported("outer.user").total(1) == 14
    again = imported("outer.user").total
    assert again(1) == 14
    assert hits(again) == 1
    changes = {"x + 1": "x + 7", "TWO = 2": "TWO = 3", "TEN = 10": "TEN = 50"}
    text = (place / edited).read_text()
    for old, new in changes.items():
        text = text.replace(old, new)
    (place / edited).write_text(text)
    wanted = {"outer/used.py": 26, "other/below/constants.py": 16, "plain.py": 54}[edited]
    assert imported("outer.user").total(1) == wanted


def test_a_script_that_imports_a_package_below_notices_an_edit_there(place: Path) -> None:
    (place / "other").mkdir()
    (place / "other" / "used.py").write_text(PLUS)
    (place / "plain.py").write_text(
        "from marriage_env.compiler.jit import jit\nfrom other.used import plus\n"
        "@jit\ndef twice(x):\n    return 2 * plus(x)\n"
    )
    assert imported("plain").twice(1) == 4
    (place / "other" / "used.py").write_text(PLUS.replace("x + 1", "x + 5"))
    assert imported("plain").twice(1) == 12


def test_an_edit_while_the_process_runs_is_kept_out(place: Path) -> None:
    """What is compiled after an edit may be of the sources before it."""
    (place / "plain.py").write_text(PLUS)
    plus = imported("plain").plus
    (place / "plain.py").write_text(PLUS.replace("x + 1", "x + 123"))
    assert plus(1) == 2
    assert entries() == []
    assert imported("plain").plus(1) == 124


def cut(entry: Path) -> None:
    entry.write_bytes(entry.read_bytes()[: entry.stat().st_size // 2])


def flip(entry: Path) -> None:
    content = bytearray(entry.read_bytes())
    content[-100] ^= 1
    entry.write_bytes(bytes(content))


def other_pickle(entry: Path) -> None:
    entry.write_bytes(_packed(pickle.dumps(("something", "else"))))


def no_pickle(entry: Path) -> None:
    entry.write_bytes(_packed(b"no pickle at all"))


def pipe(entry: Path) -> None:
    entry.unlink()
    os.mkfifo(entry)


@pytest.mark.parametrize(
    "damage",
    [cut, flip, other_pickle, no_pickle, pipe, lambda entry: entry.write_bytes(b"")],
)
def test_a_damaged_entry_is_compiled_again_and_replaced(
    damage: Callable[[Path], None], place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "plain.py").write_text(PLUS)
    assert imported("plain").plus(1) == 2
    (entry,) = entries()
    whole = entry.stat().st_size
    damage(entry)
    plus = imported("plain").plus
    assert plus(1) == 2
    assert hits(plus) == 0
    assert entries() == [entry]
    assert entry.stat().st_size > whole // 2
    plus = imported("plain").plus
    assert plus(1) == 2
    assert hits(plus) == 1
    assert not capsys.readouterr().err


def test_a_cache_that_vanishes_midway_is_made_again(place: Path) -> None:
    (place / "plain.py").write_text(PLUS)
    plus = imported("plain").plus
    assert plus(1) == 2
    for file in [*entries(), entries()[0].parent]:
        file.unlink() if file.is_file() else file.rmdir()
    assert plus(1.5) == 2.5
    assert len(entries()) == 1


def test_folders_are_their_owners_alone(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever can write there could have anything unpickled."""
    (place / "plain.py").write_text(PLUS)
    before = os.umask(0)
    try:
        assert imported("plain").plus(1) == 2
    finally:
        os.umask(before)
    folder = entries()[0].parent
    assert [one.stat().st_mode & 0o777 for one in (folder, folder.parent)] == [0o700, 0o700]
    folder.chmod(0o777)
    plus = imported("plain").plus
    assert plus(1) == 2
    assert hits(plus) == 0
    assert "can be written by others" in capsys.readouterr().err
    folder.chmod(0o700)
    if os.geteuid() == 0:
        os.chown(folder, 12345, 12345)
        plus = imported("plain").plus
        assert plus(1) == 2
        assert hits(plus) == 0
        assert "belongs to another user" in capsys.readouterr().err


def test_numba_is_never_asked_for_another_folder(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "CACHE_LOCATOR_CLASSES", "InTreeCacheLocator", raising=False)
    monkeypatch.setattr(config, "CACHE_DIR", str(place / "numba"))
    (place / "plain.py").write_text(PLUS)
    assert imported("plain").plus(1) == 2
    assert len(entries()) == 1
    assert not [*place.rglob("*.nb[ic]")]
