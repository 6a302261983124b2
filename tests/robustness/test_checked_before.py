"""What can be found wrong before anything is played is found then, and no file is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.arena import parallel_duplicates
from agents.arena.misplay_records import write_misplay
from eval.__main__ import main
from eval.match import parts as match
from eval.tournament import computation as tournament
from marriage_env import Rules, read_records
from marriage_env.cli.random_play import random_records
from train import plot
from train.__main__ import main as train_main


@pytest.fixture
def nothing_is_played(monkeypatch):
    """Playing is a failure."""

    def played(*_):
        pytest.fail("something was played")

    monkeypatch.setattr(match, "play_duplicates", played)
    for module in (parallel_duplicates, tournament):
        monkeypatch.setattr(module, "play_part", played)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["match", "greedy", "random", "--record", "no/x.jsonl"], "no: no such folder"),
        (["match", "greedy", "random", "--record", "."], "not a regular file"),
        (["match", "greedy", "random", "--record", "taken"], "taken exists; --force replaces it"),
        (["match", "greedy", "random", "--out", "taken"], "taken: File exists"),
        (["match", "greedy", "random", "--out", "a", "--record", "b"], "expected one of them"),
        (["match", "greedy", "nobody", "--out", "a"], "agent 'nobody'"),
        (["tournament", "greedy", "random", "--out", "taken"], "taken: File exists"),
        (["tournament", "greedy", "random", "--workers", "0"], "workers=0"),
        (["bench", "greedy", "--out", "."], "."),
        (["bench", "greedy", "--out", "taken"], "taken: damaged, or no stored result"),
        (["exploit", "greedy", "--out", "taken"], "taken: File exists"),
        (["exploit", "greedy", "--workers", "0"], "workers=0"),
        (["report", "no_run"], "there is no run in it"),
    ],
)
def test_wrong_places_are_named_first(
    nothing_is_played, arguments, words, tmp_path: Path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("mine")
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert (tmp_path / "taken").read_text() == "mine"
    assert not [one for one in tmp_path.iterdir() if "unfinished" in one.name]


def test_recorded_games_replace_others_with_force_alone(tmp_path: Path, capsys):
    file = tmp_path / "games.jsonl"
    file.write_text("mine")
    command = ["match", "greedy", "random", "--deals", "4", "--record", str(file)]
    assert main(command) == 2
    assert file.read_text() == "mine"
    assert main([*command, "--force"]) == 0
    assert len(list(read_records(file))) == 4 * 6
    assert [one.name for one in tmp_path.iterdir()] == ["games.jsonl"]


def test_games_are_written_while_they_are_played(tmp_path: Path, monkeypatch, capsys):
    """Not one record stays in memory when its deals are done."""
    kept = []
    play = match.play_duplicates

    def watched(a, b, setting, keep, *more):
        kept.append(keep)
        for states in play(a, b, setting, keep, *more):
            assert len(keep) == 6 * len(states)
            yield states
            assert not keep

    monkeypatch.setattr(match, "play_duplicates", watched)
    file = tmp_path / "games.jsonl"
    assert main(["match", "greedy", "random", "--deals", "40", "--record", str(file)]) == 0
    assert kept == [[]]
    assert file.read_bytes().count(b"\n") == 40 * 6


def test_misplays_never_take_the_place_of_others(tmp_path: Path):
    one, other = random_records(2, 5, Rules(), None, 1, 1, game="mariage")
    (tmp_path / "misplay-0.jsonl").write_text("mine")
    assert write_misplay(tmp_path, one).name == "misplay-1.jsonl"
    assert write_misplay(tmp_path, other).name == "misplay-2.jsonl"
    assert write_misplay(tmp_path, one).name == "misplay-1.jsonl"  # it is there already
    assert (tmp_path / "misplay-0.jsonl").read_text() == "mine"


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("taken.png", "taken.png exists; --force replaces it"),
        ("no/x.png", "no such folder"),
        ("x.doc", "expected the name of a .png or .svg file"),
    ],
)
def test_a_picture_has_a_place_before_it_is_drawn(out, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plot, "_offences", lambda run: pytest.fail("drawn"))
    (tmp_path / "taken.png").write_text("mine")
    assert train_main(["plot", "run", "--out", out]) == 2
    assert words in capsys.readouterr().err
    assert (tmp_path / "taken.png").read_text() == "mine"
