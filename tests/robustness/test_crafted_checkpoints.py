"""Checkpoints from strangers: sound ones play, all others are refused in a sentence, unexecuted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from agents import load
from agents.learned.checkpoint import MOST_BYTES, IsSB3Model, read_checkpoint
from eval.__main__ import main as evaluate
from tests.robustness.crafted_checkpoints import CASES, pickled_model, write_good
from train.__main__ import main as train

_CHECKOUT = Path(__file__).parents[2]
# What reading any of the files may take: far below what the bombs among them hold or claim.
_MOST_MEGABYTES = 96
_READ_ALL = """
import pathlib, resource, sys
from agents.learned.checkpoint import read_checkpoint
from tests.robustness.crafted_checkpoints import write_good

folder, room = pathlib.Path(sys.argv[1]), int(sys.argv[2]) * 1_000_000
write_good(folder / "good.zip")
read_checkpoint(folder / "good.zip")
used = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + room, used + room))
try:
    bytes(2 * room)
except MemoryError:
    print("the limit holds")
for path in sorted(folder.glob("case-*.zip")):
    try:
        read_checkpoint(path)
    except ValueError:
        continue
    sys.exit(f"{path} was read")
"""


def refused(path: Path) -> str:
    """Why a checkpoint is refused."""
    with pytest.raises(ValueError, match="checkpoint") as caught:
        read_checkpoint(path)
    return str(caught.value)


def test_there_are_many_cases():
    assert len(CASES) >= 150


@pytest.mark.parametrize("case", CASES)
def test_a_crafted_file_is_refused_in_a_sentence_and_runs_nothing(case, tmp_path):
    path, canary = tmp_path / "stranger.zip", tmp_path / "canary"
    path.write_bytes(CASES[case](str(canary)))
    said = refused(path)
    assert said.startswith(f"checkpoint {path}: ")
    assert "\n" not in said
    assert len(said) < len(str(path)) + 400
    assert not canary.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are checked on Linux")
def test_reading_them_takes_little_memory(tmp_path):
    for number, make in enumerate(CASES.values()):
        (tmp_path / f"case-{number}.zip").write_bytes(make(str(tmp_path / "canary")))
    done = subprocess.run(
        [sys.executable, "-c", _READ_ALL, str(tmp_path), str(_MOST_MEGABYTES)],
        cwd=_CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == "the limit holds\n"


def test_what_is_no_file_is_refused(tmp_path):
    assert "there is no such file" in refused(tmp_path / "gone.zip")
    (tmp_path / "folder.zip").mkdir()
    assert "not a regular file" in refused(tmp_path / "folder.zip")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.zip")  # reading one would wait for ever
        assert "not a regular file" in refused(tmp_path / "pipe.zip")


def test_a_file_larger_than_any_checkpoint_is_not_read(tmp_path):
    path = tmp_path / "large.zip"
    write_good(path)
    with path.open("ab") as file:
        file.truncate(MOST_BYTES + 1)
    assert "not a zip file" in refused(path)  # the end of it is looked at alone


def test_a_sound_checkpoint_is_read_and_written_again_to_the_same_bytes(tmp_path):
    from agents.learned.checkpoint import save_checkpoint

    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    write_good(first)
    save_checkpoint(read_checkpoint(first), second)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", "{}", "random"),
        ("match", "random", "search:policy={},worlds=2"),
        ("tournament", "{}", "random"),
        ("bench", "{}"),
        ("exploit", "{}", "--out", "out"),
        ("ceiling", "{}"),
        ("ppo", "--init", "{}", "--out", "out"),
        ("ppo", "--opponents", "{}", "--out", "out"),
        ("ppo", "--pool-share", "0.5", "--pool-agents", "{}", "--out", "out"),
        ("distil", "--teacher", "search:policy={},worlds=2", "--out", "out"),
    ],
)
def test_no_command_runs_what_a_pickled_model_holds(arguments, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    canary = tmp_path / "canary"
    Path("evil.zip").write_bytes(pickled_model(str(canary)))
    given = [argument.format("evil.zip") for argument in arguments]
    command = train if given[0] in ("ppo", "distil") else evaluate
    assert command(given) == 2
    said = capsys.readouterr().err
    assert "evil.zip: " in said
    assert "Traceback" not in said
    assert not canary.exists()


def test_trust_is_what_lets_code_run(tmp_path):
    path, canary = tmp_path / "evil.zip", tmp_path / "canary"
    path.write_bytes(pickled_model(str(canary)))
    with pytest.raises(ValueError, match=r"--trust, or agents.load\(..., trusted=True\)"):
        load(str(path))
    with pytest.raises(IsSB3Model):
        read_checkpoint(path)
    assert not canary.exists()
    with pytest.raises(ValueError, match="no MaskablePPO model"):
        load(str(path), trusted=True)
    assert canary.exists()  # so the refusal above was worth something
