"""Every command names the agents that misbehave in it, and leaves nothing running."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agents.arena import misbehavior
from agents.isolation import process
from eval.__main__ import main
from tests.eval.conftest import run  # noqa: F401 the fixture of a training run
from tests.robustness.hostile_factories import FACTORIES
from tests.robustness.hostile_players import HANGING, PLAYERS
from tests.robustness.hostile_specs import spec
from tests.robustness.left_running import left_running

QUICK = ["--deals", "2"]
BATTERY = [*FACTORIES, *PLAYERS]


def said_by(capfd, command: list[str], name: str) -> tuple[int, str, str]:
    """Status and output of a command in which a hostile agent plays."""
    limit = ["--time-limit", "0.01"] if name in HANGING else []
    status = main([*command, *limit])
    return status, *capfd.readouterr()


def check_match(name, tmp_path, monkeypatch, capfd):
    for players in ([spec(name), "greedy"], ["greedy", spec(name)]):
        status, out, err = said_by(capfd, ["match", *players, *QUICK], name)
        assert status == 2
        assert out == ""
        assert spec(name) in err.splitlines()[-1]
        assert "Traceback" not in err


def check_bench(name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    command = ["bench", spec(name), "--scale", "0.0001", "--workers", "1"]
    status, out, err = said_by(capfd, command, name)
    assert status == 2
    assert out == ""
    assert spec(name) in err.splitlines()[-1]


def check_exploit(name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("eval.exploit.responders.learned", lambda *_: Path("greedy"))
    command = ["exploit", spec(name), *QUICK, "--search-deals", "2", "--workers", "1"]
    status, out, err = said_by(capfd, [*command, "--out", "out"], name)
    assert status == 2
    assert out == ""
    assert spec(name) in err.splitlines()[-1]


def check_ceiling(name, tmp_path, monkeypatch, capfd):
    status, out, err = said_by(capfd, ["ceiling", spec(name), *QUICK], name)
    assert status == 2
    assert out == ""
    assert spec(name) in err.splitlines()[-1]


def check_tournament(name, tmp_path, monkeypatch, capfd):
    out = ["--out", str(tmp_path / "out")]
    command = ["tournament", "random", "greedy", spec(name), *QUICK, "--workers", "1"]
    status, said, err = said_by(capfd, [*command, *out, "--json"], name)
    assert status == 0
    result = json.loads(said)
    assert [fault["agent"] for fault in result["faults"]] == [spec(name)]
    assert {row["agent"] for row in result["ranking"]} == {"random", "greedy"}
    assert f"warning: {spec(name)}" in err


def check_report(name, tmp_path, monkeypatch, capfd, run_folder):
    monkeypatch.setattr("agents.arena.decision_cost._SECONDS", 0.01)
    command = ["report", str(run_folder), "--against", "random", spec(name), "greedy"]
    command += [
        "--deals",
        "20",
        "--told-deals",
        "4",
        "--workers",
        "1",
        "--out",
        str(tmp_path / "report.html"),
    ]
    status, said, err = said_by(capfd, [*command, "--json"], name)
    assert status == 0, err
    result = json.loads(said)
    left_out = {one["agent"] for one in [*result["faults"], *result["left_out"]]}
    assert left_out == {spec(name)}
    assert {row["agent"] for row in result["company"]} == {*result["agents"]} - left_out
    assert f"Left out: {spec(name)}" in (tmp_path / "report.html").read_text()


def check_train(name, tmp_path, monkeypatch, capfd):
    from train.__main__ import main as train

    command = ["ppo", "--opponents", spec(name), "--games", "4", "--decisions", "50"]
    command += ["--evaluation-deals", "2", "--out", str(tmp_path / "run")]
    if name in HANGING:
        command += ["--time-limit", "0.01"]
    assert train(command) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert spec(name) in err.splitlines()[-1]
    assert "Traceback" not in err


CHECKS = {
    "match": check_match,
    "bench": check_bench,
    "exploit": check_exploit,
    "ceiling": check_ceiling,
    "tournament": check_tournament,
    "report": check_report,
    "train": check_train,
}


def through(command, name, mark, tmp_path, monkeypatch, capfd, request) -> None:
    """A hostile agent through a command: named, and nothing left running."""
    more = {"run_folder": request.getfixturevalue("run")} if command == "report" else {}
    if name == "sleeps_for_ever":
        monkeypatch.setattr(process, "START_SECONDS", 1.0)
    if name in HANGING:
        monkeypatch.setattr(misbehavior, "FIRST_SECONDS", 0.5)
    CHECKS[command](name, tmp_path, monkeypatch, capfd, **more)
    assert left_running(mark) == []


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("match", "raises_system_exit"),
        ("match", "Interrupts"),
        ("bench", "raises_key_error"),
        ("bench", "Leaves"),
        ("exploit", "Segfaults"),
        ("ceiling", "RaisesBase"),
        ("tournament", "leaves_quietly"),
        ("tournament", "Cheats"),
        ("tournament", "WritesRubbish"),
        ("report", "Exits"),
        ("train", "GivesFractions"),
        ("train", "returns_none"),
    ],
)
def test_commands_name_who_misbehaves(command, name, mark, tmp_path, monkeypatch, capfd, request):
    through(command, name, mark, tmp_path, monkeypatch, capfd, request)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*BATTERY, *HANGING, "sleeps_for_ever"])
@pytest.mark.parametrize("command", CHECKS)
def test_every_command_names_everyone_who_misbehaves(
    command, name, mark, tmp_path, monkeypatch, capfd, request
):
    through(command, name, mark, tmp_path, monkeypatch, capfd, request)
