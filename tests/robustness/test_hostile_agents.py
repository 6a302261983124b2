"""Agents of strangers do harm to themselves alone: named, left out, and nothing left running."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path

import numpy as np
import pytest

from agents import load
from agents.arena import supervision
from agents.arena.duplicate import measure_gain, play_duplicates
from agents.arena.lockstep import check_chips
from agents.arena.setting import Setting
from agents.arena.supervision import supervised
from agents.isolation import process
from agents.isolation.agent import Guests, IsolatedAgent, IsolatedValuer
from agents.isolation.process import Overdue
from agents.misplay import Misplay
from agents.protocol import Unloadable, Valuer
from eval.__main__ import main
from eval.match.computation import play_match
from marriage_env.game import game_named
from tests.eval.conftest import run  # noqa: F401 the fixture of a training run
from tests.robustness import hostile_agents
from tests.robustness.hostile_agents import FACTORIES, HANGING, ODD, PLAYERS
from tests.robustness.left_running import MARK, left_running, running

MODULE = "tests.robustness.hostile_agents"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def mark(monkeypatch) -> str:
    """What every process that the test starts has in its environment, but not the test itself."""
    name = uuid.uuid4().hex
    monkeypatch.setenv(MARK, name)
    return name


def spec(name: str) -> str:
    """How a hostile agent is called."""
    return f"{MODULE}:{name}"


def asked(agent, games: int = 3):
    """What an agent chooses in games where everything but the last action is legal."""
    masks = np.ones((games, 62), np.int8)
    masks[:, 61] = 0
    views = np.zeros(games, game_named("mariage").view)
    return agent.act(views, masks, np.random.default_rng(1))


@pytest.mark.parametrize(("name", "why"), FACTORIES.items())
def test_a_factory_that_gives_no_agent_is_named(name, why, mark):
    with Guests() as guests, pytest.raises(Unloadable) as caught:
        load(spec(name), guests=guests)
    assert str(caught.value).startswith(f"agent '{spec(name)}': ")
    assert why in str(caught.value)
    assert left_running(mark) == []


MODULES = {
    "syntax_error": ("def make(:\n", "SyntaxError"),
    "raising": ("{}['queen']\n", "KeyError: 'queen'"),
    "leaving": ("import sys\nsys.exit(4)\n", "SystemExit: 4"),
    "importing": ("import no_such_thing\n", "No module named 'no_such_thing'"),
    "reading": ("open('no_such_file')\n", "FileNotFoundError"),
    "empty": ("", "has no attribute 'make'"),
    "binary": ("\0", "null bytes"),
}


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("isolated", [False, True])
def test_a_module_that_cannot_be_imported_is_named(name, isolated, tmp_path, monkeypatch):
    text, why = MODULES[name]
    module = f"hostile_{name}_{isolated}"
    (tmp_path / f"{module}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with Guests() as guests, pytest.raises(Unloadable) as caught:
        load(f"{module}:make", guests=guests if isolated else None)
    assert f"agent '{module}:make': " in str(caught.value)
    assert why in str(caught.value)


@pytest.mark.parametrize("module", ["no_such_module", "no.such.module", "tests.nowhere"])
def test_a_module_that_is_not_there_is_named(module):
    with Guests() as guests, pytest.raises(Unloadable, match=f"{module}:make': ModuleNotFound"):
        load(f"{module}:make", guests=guests)


def test_a_factory_that_sleeps_is_ended(mark, monkeypatch):
    monkeypatch.setattr(process, "START_SECONDS", 1.0)
    with Guests() as guests:
        for _ in range(2):  # tried once
            with pytest.raises(Unloadable, match="was not ready within 1 s"):
                load(spec("sleeps_for_ever"), guests=guests)
            monkeypatch.setattr(process, "START_SECONDS", 3600.0)
    assert left_running(mark) == []


# Each has a process of its own, which takes a fifth of a second.
ALIKE = ["StopsIteration", "RaisesUnspeakable", "RunsOut", "KillsItsGroup", "GivesNan"]
ALIKE += ["GivesTexts", "GivesTooMany", "GivesPlane", "GivesRagged", "GivesComplex"]
ALIKE += ["GivesRecords", "GivesItself", "GivesLambda", "GoesBelow", "GoesBeyond"]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name in ALIKE else name for name in PLAYERS],
)
def test_a_player_that_misbehaves_is_told(name, mark):
    with Guests() as guests:
        agent = load(spec(name), guests=guests)
        if name in ("Cheats", "GoesBelow", "GoesBeyond"):  # integers, and so for the game to refuse
            assert asked(agent).shape == (3,)
        else:
            with pytest.raises(Misplay) as caught:
                asked(agent)
            assert caught.value.agent == spec(name)
            assert len(str(caught.value)) < 600
    assert left_running(mark) == []


@pytest.mark.parametrize("name", ["Deaf", "Stops"])
def test_a_player_that_hangs_is_killed(name, mark):
    with Guests() as guests:
        agent = load(spec(name), guests=guests)
        assert isinstance(agent, IsolatedAgent)
        with pytest.raises(Overdue):
            agent.act(np.zeros(1), np.ones((1, 62), np.int8), np.random.default_rng(1), 0.2)
        assert left_running(mark) == []


@pytest.mark.parametrize("name", ODD)
def test_what_else_a_player_does_changes_nothing(name, mark, capfd):
    setting = Setting(deals=3, game="mariage")
    polite = measure_gain(hostile_agents.Polite(), load("greedy"), setting).per_deal
    with Guests() as guests:
        agent = supervised(spec(name), setting, guests)
        gains = measure_gain(agent, load("greedy"), setting).per_deal
        assert running(mark)
    np.testing.assert_array_equal(gains, polite)
    assert left_running(mark) == []
    assert Path.cwd() != Path("/")
    assert capfd.readouterr() == ("", "")


def test_the_same_seed_gives_the_same_games_in_a_process_apart():
    """With a network's worth of views at once, and chance that spawns more chance."""
    setting = Setting(deals=30, game="mariage")
    module = "tests.robustness.well_behaved"
    with Guests() as guests:
        for factory in ("Greedy", "Drawn"):
            here, apart = load(f"{module}:{factory}"), load(f"{module}:{factory}", guests=guests)
            gains = [measure_gain(agent, load("random"), setting) for agent in (here, apart)]
            np.testing.assert_array_equal(gains[0].per_deal, gains[1].per_deal)


def test_search_can_be_asked_for_values_apart():
    module = "tests.robustness.well_behaved"
    masks, views = np.ones((3, 62), np.int8), np.zeros(3)
    masks[:, 5] = 0
    with Guests() as guests:
        agent = load(f"{module}:Searcher", guests=guests)
        assert isinstance(agent, IsolatedValuer)
        assert isinstance(agent, Valuer)
        found = agent.values(views, masks, np.random.default_rng(2))
        expected = np.where(masks, np.random.default_rng(2).random(masks.shape), -np.inf)
        np.testing.assert_array_equal(found, expected)
        assert not isinstance(load(f"{module}:Drawn", guests=guests), Valuer)
        for name, why in (("Nan", "a value that is no number"), ("Short", "shape (3, 61)")):
            wrong = load(f"{module}:{name}Searcher", guests=guests)
            assert isinstance(wrong, IsolatedValuer)
            with pytest.raises(Misplay) as caught:
                wrong.values(views, masks, np.random.default_rng(2))
            assert why in str(caught.value)
            assert caught.value.game == (name == "Nan")


def test_an_agent_whose_process_has_ended_begins_again():
    with Guests() as guests:
        agent = load(spec("ChangesFolder"), guests=guests)
        before = asked(agent)
        agent.close()
        np.testing.assert_array_equal(asked(agent), before)


def test_a_forked_process_has_agents_of_its_own(mark):
    with Guests() as guests:
        agent = load(spec("Prints"), guests=guests)
        child = os.fork()
        if child == 0:
            asked(agent)
            guests.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        assert asked(agent).tolist() == [0, 0, 0]
    assert left_running(mark) == []


def test_chips_that_came_from_nowhere_are_noticed():
    (states,) = play_duplicates(load("greedy"), load("random"), Setting(deals=2, game="mariage"))
    check_chips(game_named("mariage"), states.ravel())
    states["table"]["chips"][1, 2, 0] += 1
    with pytest.raises(RuntimeError, match="game 8: chips and what lies on the table add up to 1"):
        check_chips(game_named("mariage"), states.ravel())


# Commands.

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
        monkeypatch.setattr(supervision, "FIRST_SECONDS", 0.5)
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


@pytest.mark.parametrize("player", [spec("CatchesAll"), f"search:policy={spec('Deaf')}"])
def test_a_match_ends_for_a_player_that_hangs(player, mark, monkeypatch, capfd):
    """Also where it sits inside a search, in the command's own process."""
    monkeypatch.setattr(supervision, "FIRST_SECONDS", 0.5)
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
        wanted = 4 if name == "Daemonises" else 3  # the command, guard, worker, daemon
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
    result = in_thread(lambda: play_match(*names, setting, time_limit=30.0))
    assert result["gain"] == 0
    refused = in_thread(lambda: play_match(names[0], "greedy", setting, time_limit=30.0))
    assert isinstance(refused, ValueError)
    assert "greedy can be interrupted in the main thread alone" in str(refused)
    monkeypatch.setattr(supervision, "FIRST_SECONDS", 0.5)
    hung = in_thread(lambda: play_match(spec("Deaf"), names[0], setting, time_limit=0.01))
    assert isinstance(hung, Misplay)
    assert "took more than 0.01 s a decision" in str(hung)
