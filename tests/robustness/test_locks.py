"""One writer a folder: others are told who writes there, and the dead hold nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from marriage_env.files import locks
from marriage_env.files.locks import Busy, only_writer_in, only_writer_of

HOLDER = """
import sys, time
from pathlib import Path
from marriage_env.files.locks import only_writer_in
with only_writer_in(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(3600)
"""


@pytest.fixture
def impatient(monkeypatch):
    """Nobody waits for a lock."""
    monkeypatch.setattr(locks, "_PATIENCE", 0.0)


def test_the_second_writer_is_told_of_the_first(tmp_path: Path, impatient):
    folder, file = tmp_path / "kept", tmp_path / "kept.json"
    for hold, what in ((only_writer_in, folder), (only_writer_of, file)):
        with hold(what):
            words = f"process {os.getpid()} is writing there"
            with pytest.raises(Busy, match=words) as caught, hold(what):
                pytest.fail("two writers")
            assert str(what) in str(caught.value)
        with hold(what):
            pass
    assert list(tmp_path.iterdir()) == [folder]
    assert not list(folder.iterdir())


def test_a_lock_ends_with_its_process(tmp_path: Path, impatient):
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with (
            pytest.raises(Busy, match=f"process {process.pid} is writing"),
            only_writer_in(tmp_path),
        ):
            pytest.fail("two writers")
        process.send_signal(signal.SIGKILL)
        process.wait()
    with only_writer_in(tmp_path):
        pass
    assert not list(tmp_path.iterdir())


def test_a_lock_that_is_let_go_of_is_had_after_a_while(tmp_path: Path, monkeypatch):
    waits = iter([True])
    first = only_writer_in(tmp_path)
    first.__enter__()
    monkeypatch.setattr(
        locks.time, "sleep", lambda s: first.__exit__(None, None, None) if next(waits, 0) else None
    )
    with only_writer_in(tmp_path):
        pass


def test_the_holder_removes_what_killed_writers_left(tmp_path: Path):
    (tmp_path / ".kept.json.1-aa.unfinished").touch()
    (tmp_path / "kept.json").touch()
    with only_writer_in(tmp_path):
        assert {one.name for one in tmp_path.iterdir()} == {".lock", "kept.json"}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"), only_writer_in(tmp_path / "file" / "kept"):
        pass


def test_where_there_are_no_locks_a_warning_says_so(tmp_path: Path, monkeypatch, capsys):
    def refuse(*arguments):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(locks.fcntl, "flock", refuse)
    with only_writer_in(tmp_path):
        pass
    assert "no locks here" in capsys.readouterr().err
