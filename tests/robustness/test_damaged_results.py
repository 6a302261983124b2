"""Kept results that are damaged are refused in one sentence that names the file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from eval.__main__ import main
from eval.store.result_file import ResultFile
from eval.suite import computation as suite
from tests.robustness.damage import damages, json_damages
from train.__main__ import main as train_main

SMALL = ["--deals", "8", "--workers", "1"]


def refused(run, arguments: list[str], file: Path, capsys) -> None:
    """The command ends with one line that names the file or its folder, and leaves it alone."""
    before = file.read_bytes()
    status = run(arguments)
    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert re.match(r"error: .*\n\Z", said.err), said.err
    assert str(file.parent) in said.err
    assert file.read_bytes() == before


def with_each_damage(whole: bytes, more, file: Path):
    for name, damaged in [*damages(whole), *more]:
        if damaged != whole:
            file.write_bytes(damaged)
            yield name
    file.write_bytes(whole)


def test_damaged_matches(tmp_path: Path, capsys):
    command = ["match", "greedy", "random", "--deals", "8", "--out", str(tmp_path)]
    assert main(command) == 0
    file = tmp_path / "match.results"
    whole = file.read_bytes()
    capsys.readouterr()
    for _ in with_each_damage(whole, [], file):
        refused(main, command, file, capsys)
    assert main(command) == 0


def test_damaged_tournaments(tmp_path: Path, capsys):
    command = ["tournament", "greedy", "random", *SMALL, "--out", str(tmp_path)]
    assert main(command) == 0
    file = tmp_path / "tournament.results"
    capsys.readouterr()
    for _ in with_each_damage(file.read_bytes(), [], file):
        refused(main, command, file, capsys)
    assert main(command) == 0


def test_damaged_suites(tmp_path: Path, monkeypatch, capsys):
    row = suite.SuiteMatch("random", 5, "typical", 4)
    monkeypatch.setattr(suite, "suite", lambda scale, game: [row])
    file = tmp_path / "suite.json"
    command = ["bench", "greedy", "--workers", "1", "--out", str(file)]
    assert main(command) == 0
    whole = file.read_bytes()
    capsys.readouterr()
    for _ in with_each_damage(whole, json_damages(whole), file):
        refused(main, command, file, capsys)
    assert main(command) == 0
    assert main([*command, "--fresh"]) == 0


POINT = {"decisions": 0, "seconds": 0.0, "gains": {"expert": [0.0, -1.0, 1.0]}}
CONFIG = {"method": "ppo", "players": "5", "rules": "typical", "seed": 3, "init": ""}


def a_run(folder: Path, **changes) -> Path:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({**CONFIG, **changes}))
    (folder / "curve.json").write_text(json.dumps([POINT, {**POINT, "decisions": 5}]))
    return folder


@pytest.mark.parametrize("name", ["config.json", "curve.json"])
def test_damaged_runs_are_not_drawn(name: str, tmp_path: Path, capsys):
    run = a_run(tmp_path / "run")
    file, out = run / name, tmp_path / "x.png"
    whole = file.read_bytes()
    points = [
        [{**POINT, "gains": {"expert": [0.0, 1.0]}}],
        [{**POINT, "gains": {"expert": "much"}}],
        [{**POINT, "gains": {"expert": [0.0, "x", 1.0]}}],
        [{**POINT, "gains": {}}],
        [{**POINT, "seconds": None}],
        [{"decisions": 1}],
        [None],
    ]
    more = [(str(one), json.dumps(one).encode()) for one in points]
    for what in with_each_damage(whole, more, file):
        if name == "config.json" and what.startswith("a changed byte"):
            continue  # it may be as good a config
        if name == "curve.json" and what.startswith(("a changed byte", "cut after")):
            continue  # a digit may be another
        refused(train_main, ["plot", str(run), "--out", str(out)], file, capsys)
    assert not out.exists()


def test_runs_that_begin_with_each_others_networks_are_refused(tmp_path: Path, capsys):
    names = ("a", "b", "c")
    for name, before in zip(names, ("b", "c", "a"), strict=True):
        a_run(tmp_path / name, init=str(tmp_path / before / "final.zip"))
    itself = a_run(tmp_path / "d", init=str(tmp_path / "d" / "final.zip"))
    for runs in ([tmp_path / "a"], [tmp_path / name for name in names], [itself]):
        assert train_main(["plot", *map(str, runs), "--out", str(tmp_path / "x.png")]) == 2
        assert "start from each other's networks: " in capsys.readouterr().err


def test_metrics_that_were_cut_short_are_drawn_as_far_as_they_go(tmp_path: Path):
    run = a_run(tmp_path / "run")
    head = "time/decisions,conduct/withheld\n"
    (run / "progress.csv").write_text(f"{head}10,0.5\n20,0.4\n30,0.3\n40")
    (run / "progress-20.csv").write_text(f"{head}30,0.2\n\x00")
    assert train_main(["plot", str(run), "--out", str(tmp_path / "x.png")]) in (0, 2)
    (run / "progress-20.csv").write_text(f"{head}30,0.2\n40,")
    from train.plot import offence_rates

    rows = [(at, parts["withheld"]) for at, parts in offence_rates(run)]
    assert rows[:3] == [(10, 0.5), (20, 0.4), (30, 0.2)]


def test_arrays_that_claim_much_take_no_memory(tmp_path: Path):
    """A header of a hundred bytes that speaks of terabytes."""
    file = tmp_path / "x.results"
    stored = ResultFile(file, {"made_of": {}, "game": "mariage"})
    stored.save({}, {})
    head = json.loads(file.read_bytes())
    for shape in ([2**40], [2**62, 2**62], [-1], [1.5], ["8"], [True], 8, None):
        file.write_text(json.dumps({**head, "arrays": [["gain", "<f8", shape]]}) + "\n")
        with pytest.raises(ValueError, match=r"x\.results: damaged"):
            stored.load()
    for kind in ("|O", "<U9", "", None, ["<f8"]):
        file.write_text(json.dumps({**head, "arrays": [["gain", kind, [0]]]}) + "\n")
        with pytest.raises(ValueError, match=r"x\.results: damaged"):
            stored.load()
