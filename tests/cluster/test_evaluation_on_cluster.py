"""Evaluation on two nodes gives the figures of one machine, to the byte."""

from __future__ import annotations

import json
import re
import shutil
import signal
from pathlib import Path

import pytest

from tests.cluster.clusters import done, start, two_nodes

pytestmark = pytest.mark.slow
pytest.importorskip("ray", reason="Ray is missing: make .venv/with-ray")

DEFECTIVE = "tests.robustness.hostile_players:Raises"


@pytest.fixture(scope="module")
def address():
    with two_nodes() as found:
        yield found


def figures(text: str) -> dict:
    """A result, less the time that it took."""
    return {**json.loads(text), "seconds": 0, "took": 0}


@pytest.mark.parametrize(
    "command",
    [
        ("match", "expert", "greedy", "--deals", "2500", "--seed", "3"),  # they draw no numbers
        ("match", "random", "greedy", "--deals", "2500", "--seed", "3"),  # A does
        ("tournament", "random", "greedy", "expert", "--deals", "500"),
        ("bench", "greedy", "--scale", "0.004"),
        ("exploit", "greedy", "--decisions", "3000", "--deals", "50", "--search-deals", "4",
         "--worlds", "2", "--out", "out"),
    ],
    ids=lambda command: " ".join(command[:2]),
)  # fmt: skip
def test_the_figures_are_those_of_one_machine(command, address, tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    alone, _ = done(here, "eval", *command, "--json")
    shutil.copytree(here, there)  # responders are trained once
    (there / "out" / "exploit.json").unlink(missing_ok=True)
    shared, _ = done(there, "eval", *command, "--json", "--address", address)
    assert figures(shared) == figures(alone)


def test_records_are_those_of_one_machine(address, tmp_path):
    command = ("eval", "match", "random", "greedy", "--deals", "20", "--record")
    done(tmp_path, *command, "here.jsonl")
    done(tmp_path, *command, "there.jsonl", "--address", address)
    assert (tmp_path / "here.jsonl").read_bytes() == (tmp_path / "there.jsonl").read_bytes()


def test_files_are_found_from_the_folder_of_the_command(address, tmp_path):
    done(tmp_path, "train", "ppo", "--decisions", "500", "--games", "20", "--width", "8",
         "--evaluations", "1", "--evaluation-deals", "20", "--out", "run")  # fmt: skip
    command = ("eval", "match", "run/final.zip", "greedy", "--deals", "50", "--json")
    alone, shared = done(tmp_path, *command)[0], done(tmp_path, *command, "--address", address)[0]
    assert figures(shared) == figures(alone)


def test_misbehaving_agents_are_named_as_on_one_machine(address, tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    command = ("eval", "tournament", "greedy", "random", DEFECTIVE, "--deals", "20", "--json",
               "--time-limit", "20")  # fmt: skip
    alone, said = done(here, *command)
    shared, said_there = done(there, *command, "--address", address)
    assert figures(shared) == figures(alone)
    assert figures(alone)["faults"]
    warnings = [re.findall("warning: .*", text) for text in (said, said_there)]
    assert warnings[0] == warnings[1] != []
    one, other = (sorted(folder.glob("misplay-*.jsonl")) for folder in (here, there))
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in other] != []

    command = ("eval", "match", DEFECTIVE, "greedy", "--deals", "20")
    told = [done(folder, *command, *more, status=2)[1].splitlines()[-1]
            for folder, more in ((here, ()), (there, ("--address", address)))]  # fmt: skip
    assert told[0] == told[1]
    assert DEFECTIVE in told[0]


def test_a_stopped_tournament_goes_on_elsewhere(address, tmp_path):
    command = ("eval", "tournament", "random", "greedy", "pimc:worlds=2", "--deals", "750",
               "--json")  # fmt: skip
    with start(tmp_path, *command, "--out", "kept", "--address", address) as process:
        assert process.stderr is not None
        while "deals/s" not in _piece(process):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert said.rstrip().endswith("stopped")
    assert Path(tmp_path, "kept", "tournament.results").exists()
    pieced, _ = done(tmp_path, *command, "--out", "kept", "--workers", "2")
    whole, _ = done(tmp_path, *command, "--address", address)
    assert figures(pieced) == figures(whole)


def _piece(process) -> str:
    """What a command has just said."""
    return process.stderr.buffer.read1().decode()
