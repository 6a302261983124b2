"""Pipes and consoles: results outlive readers that leave and screens that lack a sign."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import agents.__main__
import eval.__main__
import marriage_env.__main__
from marriage_env import Rules, write_records
from marriage_env.cli.entry import run_command
from marriage_env.cli.random_play import random_records

MATCH = ["match", "greedy", "random", "--deals", "4"]


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> Path:
    """Two records."""
    path = tmp_path_factory.mktemp("games") / "игры.jsonl"
    write_records(path, random_records(2, 5, Rules(), None, 1, 1, game="mariage"))
    return path


@contextmanager
def nobody_reads(monkeypatch) -> Iterator[None]:
    """stdout is a pipe whose reader has left."""
    read, write = os.pipe()
    os.close(read)
    with open(write, "w", encoding="utf-8") as out, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        yield


@pytest.mark.parametrize("command", ["match", "agents", "replay", "check"])
def test_a_reader_that_leaves_is_no_error(command: str, games: Path, monkeypatch, capsys):
    monkeypatch.setattr(agents.__main__, "microseconds", lambda *_, **__: 1.0)
    run = {
        "match": lambda: eval.__main__.main(MATCH),
        "agents": lambda: agents.__main__.main([]),
        "replay": lambda: marriage_env.__main__.main(["replay", str(games)]),
        "check": lambda: marriage_env.__main__.main(["check", str(games)]),
    }[command]
    with nobody_reads(monkeypatch):
        status = run()
    assert status == 0
    said = capsys.readouterr().err
    assert "error" not in said
    assert "Traceback" not in said


def test_a_broken_pipe_of_another_kind_is_an_error(capsys):
    def command() -> None:
        raise BrokenPipeError(32, "Broken pipe")

    assert run_command(command) == 2
    assert capsys.readouterr().err == "error: [Errno 32] Broken pipe\n"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "koi8-r"])
def test_a_console_without_a_sign_shows_an_escape(encoding: str, games: Path, monkeypatch, capsys):
    for run in (
        lambda: marriage_env.__main__.main(["replay", str(games)]),
        lambda: run_command(lambda: print("игры ± 0.01 \udcff …")),
    ):
        shown = io.BytesIO()
        with monkeypatch.context() as patch:
            out = io.TextIOWrapper(shown, encoding)
            patch.setattr(sys, "stdout", out)
            assert run() == 0
            out.flush()
            out.detach()
        assert shown.getvalue()
    assert "error" not in capsys.readouterr().err


def test_a_full_disk_under_stdout_is_an_error(capsys, monkeypatch):
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    with monkeypatch.context() as patch, open("/dev/full", "w", buffering=1) as full:
        patch.setattr(sys, "stdout", full)
        status = run_command(lambda: print("result"))
    assert status == 2
    assert "No space left" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "status", "words"),
    [
        (b"", 2, "no game records in it"),
        (b"\n \n", 2, "no game records in it"),
        (b"\xef\xbb\xbf", 2, "no game records in it"),
        (b"rubbish\n", 1, "game 1 differs: "),
        (b"[]\n", 1, "game 1 differs: "),
        (None, 0, "2 games, "),
        (None, 1, "game 3 differs: "),
    ],
)
def test_check_reads_a_pipe_once_and_to_its_end(content, status, words, games, capsys):
    if content is None:
        content = games.read_bytes() + b"rubbish\n" * status
    read, write = os.pipe()
    os.write(write, content)
    os.close(write)
    try:
        assert marriage_env.__main__.main(["check", f"/dev/fd/{read}"]) == status
    finally:
        os.close(read)
    assert words in "".join(capsys.readouterr())


def test_replay_reads_a_pipe_too(games: Path, capsys):
    read, write = os.pipe()
    os.write(write, games.read_bytes())
    os.close(write)
    assert marriage_env.__main__.main(["replay", f"/dev/fd/{read}", "--game", "2"]) == 0
    os.close(read)
    assert "game 2 of /dev/fd/" in capsys.readouterr().out


def test_progress_told_to_nobody_does_not_end_the_work():
    """A process of its own: stdout is read, stderr is closed, and the console knows ASCII alone."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "eval", *MATCH]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=write, env=environment, check=False
    )
    os.close(write)
    assert done.returncode == 0
    assert b"deals that differ: 4 of 4" in done.stdout
