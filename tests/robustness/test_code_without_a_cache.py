"""Compiled code that cannot be kept on disk, wholly or in part, is compiled anew: nothing fails."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from marriage_env.compiler import jit as jit_module
from marriage_env.compiler import sources
from marriage_env.compiler.cache import cache_root
from marriage_env.compiler.hooks import compiled_with
from marriage_env.compiler.jit import JITTED, jit, one_process_at_a_time
from marriage_env.compiler.sources import sources_of
from tests.robustness.cached_code import (
    PLUS,
    as_a_new_process,
    entries,
    imported,
)

pytestmark = [
    pytest.mark.skipif(not JITTED, reason="nothing is compiled without numba's JIT"),
    pytest.mark.usefixtures("place"),
]
ROOT = Path(__file__).resolve().parent.parent.parent


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
    # Whatever takes a second to compile is announced besides: on a busy machine, this does.
    lines = capsys.readouterr().err.splitlines()
    said = [line for line in lines if "compiling what is used for the first time" not in line]
    assert len(said) == 1
    assert "compiled code is not kept" in said[0]
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
