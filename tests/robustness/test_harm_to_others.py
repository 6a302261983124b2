"""Agents that misbehave change no other agent's results, and end with the command."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from agents.arena import misbehavior
from agents.arena.setting import Setting
from agents.misplay import Misplay
from eval.__main__ import main
from eval.execution import Execution
from eval.match.computation import play_match
from tests.robustness.hostile_specs import spec
from tests.robustness.left_running import left_running, running

ROOT = Path(__file__).parents[2]
QUICK = ["--deals", "2"]


@pytest.mark.parametrize("player", [spec("CatchesAll"), f"search:policy={spec('Deaf')}"])
def test_a_match_ends_for_a_player_that_hangs(player, mark, monkeypatch, capfd):
    """Also where it sits inside a search, in the command's own process."""
    monkeypatch.setattr(misbehavior, "FIRST_SECONDS", 0.5)
    assert main(["match", player, "greedy", *QUICK, "--time-limit", "0.01"]) == 2
    assert f"{player} took more than 0.01 s a decision" in capfd.readouterr().err
    assert left_running(mark) == []


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_results_of_the_others_are_those_without_the_hostile_ones(workers, mark, tmp_path, capfd):
    others = ["random", "greedy"]
    hostile = [spec(name) for name in ("GoesBeyond", "raises_type_error")]
    results = []
    for agents, out in ((others, "clean"), ([*others, *hostile], "hostile")):
        command = ["tournament", *agents, "--deals", "20", "--workers", workers, "--json"]
        assert main([*command, "--out", str(tmp_path / out)]) == 0
        results.append(json.loads(capfd.readouterr().out))
    clean, mixed = results
    assert {fault["agent"] for fault in mixed["faults"]} == set(hostile)
    for key in ("ranking", "comparisons", "cross_play"):
        assert mixed[key] == clean[key], key
    assert left_running(mark) == []


def test_a_file_that_is_not_there_is_left_out_of_a_tournament(tmp_path, capfd):
    missing = str(tmp_path / "nowhere.zip")
    command = ["tournament", "random", "greedy", missing, *QUICK, "--workers", "1", "--json"]
    assert main(command) == 0
    (fault,) = json.loads(capfd.readouterr().out)["faults"]
    assert fault["agent"] == missing
    assert "no such file" in fault["what"]
    assert (fault["deal"], fault["record"]) == (None, None)
    assert main(["tournament", "random", missing, *QUICK, "--workers", "1"]) == 2
    assert "fewer than two agents are left" in capfd.readouterr().err


def test_printing_stays_out_of_json_and_chdir_out_of_the_result(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    players = [spec("Prints"), spec("ChangesFolder")]
    assert main(["match", *players, *QUICK, "--json", "--out", "kept"]) == 0
    assert json.loads(capfd.readouterr().out)["deals"] == 2
    assert list((tmp_path / "kept").iterdir())


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Daemonises", signal.SIGKILL),
        pytest.param("Deaf", signal.SIGKILL, marks=pytest.mark.slow),
        pytest.param("Daemonises", signal.SIGINT, marks=pytest.mark.slow),
        pytest.param("Deaf", signal.SIGINT, marks=pytest.mark.slow),
        pytest.param("Daemonises", signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param("Deaf", signal.SIGTERM, marks=pytest.mark.slow),
    ],
)
def test_a_command_that_ends_takes_its_agents_with_it(number, name, mark, tmp_path):
    command = [sys.executable, "-m", "eval", "match", spec(name), "random", "--deals", "1000000"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL) as started:
        wanted = 4 if name == "Daemonises" else 3  # the command, reaper, worker, daemon
        while len(running(mark)) < wanted:
            assert started.poll() is None
            time.sleep(0.05)
        started.send_signal(number)
        status = started.wait(60)
    assert status in (-number, 128 + number)
    assert left_running(mark) == []


def in_thread(work):
    """What work returns or raises in a thread of its own."""
    found = []

    def note():
        try:
            found.append(work())
        except Exception as error:
            found.append(error)

    thread = threading.Thread(target=note)
    thread.start()
    thread.join()
    return found[0]


def test_time_limits_outside_the_main_thread(monkeypatch):
    setting = Setting(deals=2, game="mariage")
    names = spec("Prints"), spec("Mutates")
    result = in_thread(lambda: play_match(*names, setting, Execution(time_limit=30.0)))
    assert result.gain.mean == 0
    refused = in_thread(lambda: play_match(names[0], "greedy", setting, Execution(time_limit=30.0)))
    assert isinstance(refused, ValueError)
    assert "greedy can be interrupted in the main thread alone" in str(refused)
    monkeypatch.setattr(misbehavior, "FIRST_SECONDS", 0.5)
    hung = in_thread(
        lambda: play_match(spec("Deaf"), names[0], setting, Execution(time_limit=0.01))
    )
    assert isinstance(hung, Misplay)
    assert "took more than 0.01 s a decision" in str(hung)
