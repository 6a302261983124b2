"""Stopped at any moment, commands keep what is whole, and the same command goes on from there."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.arena import duplicate, matchups, parallel_duplicates
from eval.__main__ import main
from eval.match import parts as match
from eval.store import result_file
from eval.suite import computation as bench
from eval.tournament import computation as tournament
from marriage_env.__main__ import main as records_main
from tests.robustness.stops import killed_at_write, nothing_unfinished, stopped_at
from train import run as runs
from train.__main__ import main as train_main

STOPS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
TRAIN = ["--decisions", "900", "--games", "20", "--width", "8", "--evaluations", "3"]
TRAIN += ["--evaluation-deals", "4"]


@pytest.fixture
def small(monkeypatch) -> None:
    """Everything is kept often, and little is played at a time."""
    monkeypatch.setattr(duplicate, "_DEALS_AT_ONCE", 10)
    monkeypatch.setattr(result_file, "SECONDS_BETWEEN_SAVES", 0.0)
    for module in (matchups, tournament):
        monkeypatch.setattr(module, "DEALS_AT_ONCE", 10)
    rows = [bench.SuiteMatch(name, 5, "typical", 20) for name in ("random", "greedy", "expert")]
    monkeypatch.setattr(bench, "suite", lambda scale, game: rows)


def commands(out: Path) -> dict[str, list[str]]:
    """By name, a command that keeps results in a folder."""
    alone = ["--workers", "1"]
    table = ["tournament", "greedy", "random", "--deals", "30", "--out", str(out)]
    return {
        "match": ["match", "greedy", "random", "--deals", "50", "--out", str(out)],
        "tournament": [*table, *alone],
        "bench": ["bench", "greedy", "--out", str(out / "suite.json"), *alone],
    }


def result(run: Callable[[], int], capsys) -> dict:
    """What a command prints, without the time it took."""
    assert run() == 0
    return {**json.loads(capsys.readouterr().out), "seconds": 0}


@pytest.mark.parametrize("name", ["match", "tournament", "bench"])
def test_a_stop_loses_nothing_and_the_same_command_goes_on(
    small, name, tmp_path, monkeypatch, capsys
):
    whole = result(lambda: main([*commands(tmp_path / "whole")[name], "--json"]), capsys)
    module, function = {
        "match": (match, "statistics_of"),
        "tournament": (tournament, "play_part"),
        "bench": (parallel_duplicates, "play_part"),
    }[name]
    for moment in range(7):
        out = tmp_path / str(moment)
        command = [*commands(out)[name], "--json"]
        number, status = STOPS[moment % len(STOPS)]
        with stopped_at(monkeypatch, module, function, moment, number):
            got = main(command)
        said = capsys.readouterr()
        assert got in (0, status)
        assert got == 0 or said.err.rstrip().endswith("stopped")
        assert "Traceback" not in said.err
        assert result(lambda command=command: main(command), capsys) == whole
        assert nothing_unfinished(out)


@pytest.mark.parametrize("name", ["match", "tournament", "bench"])
def test_a_kill_at_any_write_leaves_what_can_be_gone_on_with(small, name, tmp_path, capsys):
    whole = result(lambda: main([*commands(tmp_path / "whole")[name], "--json"]), capsys)
    for moment in range(0, 40, 3):
        out = tmp_path / str(moment)
        command = [*commands(out)[name], "--json"]
        if not killed_at_write(lambda command=command: main(command), moment):
            break
        assert result(lambda command=command: main(command), capsys) == whole
        assert nothing_unfinished(out)
    assert moment > 6


def test_a_kill_while_records_are_written_leaves_the_old_file(tmp_path: Path, capsys):
    file = tmp_path / "games.jsonl"
    command = ["record", "--out", str(file), "--games", "2", "--deals", "1"]
    assert records_main([*command, "--seed", "1"]) == 0
    before = file.read_bytes()
    again = [*command, "--seed", "2", "--force"]
    for moment in range(3):
        assert killed_at_write(lambda: records_main(again), moment)
        if moment < 2:
            assert file.read_bytes() == before
    assert records_main(again) == 0
    assert file.read_bytes() != before


def agent_of(run: Path, capsys) -> tuple:
    """What a finished run came to: its curve without times, and its last network's gains."""
    curve = json.loads((run / "curve.json").read_text())
    command = ["match", str(run / "final.zip"), "random", "--deals", "20", "--json"]
    return [(p["decisions"], p["gains"]) for p in curve], result(lambda: main(command), capsys)[
        "gain"
    ]


@pytest.fixture(scope="module")
def trained(tmp_path_factory) -> Path:
    """A run that nobody stopped."""
    out = tmp_path_factory.mktemp("runs") / "whole"
    assert train_main(["ppo", *TRAIN, "--out", str(out)]) == 0
    return out


@pytest.mark.slow
def test_a_training_killed_at_any_write_goes_on_by_the_same_command(trained, tmp_path, capsys):
    whole = agent_of(trained, capsys)
    out = tmp_path / "run"
    command = ["ppo", *TRAIN, "--out", str(out)]
    for moment in (1, 4, 9, 14):  # of what is left to do
        killed_at_write(lambda: train_main(command), moment)
    assert train_main(command) == 0
    assert agent_of(out, capsys) == whole


@pytest.mark.parametrize(("number", "status"), STOPS[:2])
def test_a_training_stopped_while_it_compiles_begins_anew(
    trained, number, status, tmp_path, monkeypatch, capsys
):
    out = tmp_path / "run"
    command = ["ppo", *TRAIN, "--out", str(out)]
    with stopped_at(monkeypatch, runs, "compile_trainer", 0, number):
        assert train_main(command) == status
    assert f"to resume: python -m train ppo --resume {out}" in capsys.readouterr().err
    assert train_main(["ppo", "--resume", str(out)]) == 0
    assert agent_of(out, capsys) == agent_of(trained, capsys)


def test_a_finished_training_stays_as_it_is(trained, capsys):
    before = {file: file.read_bytes() for file in trained.iterdir()}
    for command in (["ppo", "--resume", str(trained)], ["ppo", *TRAIN, "--out", str(trained)]):
        assert train_main(command) == 0
        assert f"{trained}: the run is finished" in capsys.readouterr().err
    assert {file: file.read_bytes() for file in trained.iterdir()} == before
    assert train_main(["ppo", *TRAIN, "--seed", "9", "--out", str(trained)]) == 2
    assert "it holds a run with seed=1, not 9" in capsys.readouterr().err
