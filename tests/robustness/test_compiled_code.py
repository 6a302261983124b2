"""Compiled code on disk: never stale, never from elsewhere, and nowhere a reason to fail."""

from __future__ import annotations

import errno
import importlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from numba.core import config

from marriage_env.compiler import jit as jit_module
from marriage_env.compiler import notices, sources
from marriage_env.compiler.cache import _packed, cache_root
from marriage_env.compiler.hooks import compiled_with
from marriage_env.compiler.jit import JITTED, jit, one_process_at_a_time
from marriage_env.compiler.sources import sources_of

pytestmark = pytest.mark.skipif(not JITTED, reason="nothing is compiled without numba's JIT")
ROOT = Path(__file__).resolve().parent.parent.parent
PLUS = """
from marriage_env.compiler.jit import jit

@jit
def plus(x):
    return x + 1
"""


def as_a_new_process(*modules: str) -> None:
    """Forget what a process remembers of sources and what it has said."""
    for known in (sources._found, sources._root_of, sources._roots_of_module):
        known.cache_clear()
    notices._SAID.why_uncached, notices._SAID.compiled = "", 0
    for name in [*sys.modules]:
        if name.partition(".")[0] in modules:
            del sys.modules[name]
    importlib.invalidate_caches()


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of the test's own, and a folder to import from."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("MARRIAGE_ENV_QUIET", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path / "code"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # edits come faster than a clock's tick
    (tmp_path / "code").mkdir()
    as_a_new_process()
    yield tmp_path / "code"
    as_a_new_process("plain", "outer", "other")


def imported(name: str) -> ModuleType:
    """A module as a new process imports it."""
    as_a_new_process("plain", "outer", "other")
    return importlib.import_module(name)


def entries() -> list[Path]:
    """All that is kept on disk."""
    root = cache_root()
    assert root is not None
    return sorted(root.rglob("*.nbc"))


def hits(function: Callable[..., object]) -> int:
    """How many versions of a function came from the disk."""
    return sum(function.stats.cache_hits.values())  # type: ignore[attr-defined]


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


def unwritable(tmp_path: Path) -> str:
    """A folder that nobody can make, not even root."""
    (tmp_path / "file").write_text("")
    return str(tmp_path / "file" / "below")


@pytest.mark.parametrize(
    "where", ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "nobody", "relative"]
)
def test_without_a_place_everything_compiles_and_one_line_says_so(
    where: str,
    place: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    if where == "nobody":  # a uid without an entry in the passwords

        def no_home() -> Path:
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.setattr(Path, "home", no_home)
    elif where == "relative":
        monkeypatch.setenv("HOME", "somewhere")
    else:
        monkeypatch.setenv(where, unwritable(tmp_path))
    (place / "plain.py").write_text(PLUS + "\n@jit\ndef minus(x):\n    return x - 1\n")
    plain = imported("plain")
    assert (plain.plus(1), plain.plus(1.0), plain.minus(1)) == (2, 2.0, 0)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "compiled code is not kept" in said
    assert not [*tmp_path.rglob("*.nb[ic]")]
    with one_process_at_a_time("compile"):
        pass
    monkeypatch.setenv("MARRIAGE_ENV_QUIET", "1")
    assert imported("plain").plus(1) == 2
    assert not capsys.readouterr().err


def test_xdg_cache_home_is_enough(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("NUMBA_CACHE_DIR", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "marriage_env"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # to be ignored
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_root() == tmp_path / ".cache" / "marriage_env"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO])
def test_a_full_disk_stops_nobody(
    number: int,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (place / "plain.py").write_text(PLUS)
    plus = imported("plain").plus

    def full(path: Path, content: bytes) -> int:
        with open(path, "wb") as file:
            file.write(content[:100])
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "write_bytes", full)
    assert (plus(1), plus(1.5)) == (2, 2.5)
    assert capsys.readouterr().err.count(os.strerror(number)) == 1
    root = cache_root()
    assert root is not None
    assert [file for file in root.rglob("*") if file.is_file()] == []


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


@pytest.mark.parametrize("name", ["<stdin>", "<string>", "<ipython-input-1-abc>", "/tmp/no/1.py"])
def test_code_without_a_source_file_is_compiled_for_the_process(name: str, place: Path) -> None:
    space: dict[str, object] = {}
    exec(compile(PLUS + "\ndef minus(x):\n    return plus(x) - 2\n", name, "exec"), space)
    assert space["plus"](1) == 2  # type: ignore[operator]
    minus = compiled_with("own", (space["minus"],), {}).minus  # type: ignore[arg-type]
    assert minus(1) == 0
    assert entries() == []


def test_a_closure_is_compiled_for_the_process(place: Path) -> None:
    def adding(number: int) -> Callable[[int], int]:
        return jit(lambda x: x + number)

    assert [adding(number)(1) for number in (1, 2)] == [2, 3]
    assert entries() == []


def test_only_regular_files_are_read(place: Path) -> None:
    (place / "plain.py").write_text(PLUS)
    whole = sources_of(place / "plain.py").digest
    os.mkfifo(place / "pipe.py")
    (place / "folder.py").mkdir()
    (place / "dangling.py").symlink_to(place / "nothing")
    (place / "loop.py").symlink_to(place / "loop.py")
    as_a_new_process()
    assert sources_of(place / "plain.py").digest == whole
    (place / "beside.py").write_text("TEN = 10")
    as_a_new_process()
    assert sources_of(place / "plain.py").digest != whole


def test_a_script_in_a_home_folder_has_nothing_below_it_read(place: Path) -> None:
    (place / "plain.py").write_text(PLUS)
    below = place / "projects" / "large"
    below.mkdir(parents=True)
    (below / "module.py").write_text("TEN = 10")
    watched = sources_of(place / "plain.py").stamps
    assert str(place / "plain.py") in watched
    assert str(below / "module.py") not in watched


def test_what_is_too_large_to_watch_is_compiled_for_the_process(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "outer").mkdir()
    (place / "outer" / "__init__.py").write_text(PLUS)
    for number in range(300):
        (place / "outer" / f"data{number}.txt").write_text("")
    monkeypatch.setattr(sources, "_MOST_ENTRIES", 280)
    assert imported("outer").plus(1) == 2
    assert entries() == []
    assert "more than 280 files below" in capsys.readouterr().err


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK])
def test_locks_that_the_file_system_has_not_are_done_without(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(jit_module.fcntl, "flock", refused)
    inside = False
    with one_process_at_a_time("compile"):
        inside = True
    assert inside


def run(code: str, *arguments: str, **settings: object) -> str:
    """What a Python of its own prints; its stderr must be empty."""
    done = subprocess.run(
        [sys.executable, *arguments], input=code, text=True, capture_output=True, check=False,
        timeout=600, **settings,  # type: ignore[call-overload]
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return str(done.stdout)


def test_standard_input_and_python_c(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    code = PLUS + "\nprint(plus(41))\n"
    assert run(code, "-", env=environment, cwd=tmp_path) == "42\n"
    code = f"exec({code!r})"
    assert run("", "-c", code, env=environment, cwd=tmp_path) == "42\n"


@pytest.mark.slow
def test_a_game_is_played_where_nothing_can_be_kept(tmp_path: Path) -> None:
    """The whole engine, as in a container without a home."""
    code = "from marriage_env import marriage_v0\nenv = marriage_v0.env()\nenv.reset(seed=1)\n"
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "MARRIAGE_ENV_QUIET": "1"}
    environment["HOME"] = unwritable(tmp_path)
    said = run(code + "print(env.agent_selection)", "-", env=environment, cwd="/")
    assert said.startswith("player_")
