"""`eval convergence`: exact curves of runs, the table, the picture, and runs that are refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agents.learned.run_files import curve_of
from eval.__main__ import main
from eval.convergence.result import ConvergenceResult
from eval.convergence.text import page_table
from eval.output.json_view import from_json
from tests.train.short_runs import SHORT
from train.run import train

TINY = replace(
    SHORT, game="small_mariage", players="2", rules="tiny", decisions=20000, games=400, keep="all",
    evaluations=2, learning_rate=0.005, width=16,
)  # fmt: skip


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Two runs that differ in the seed alone."""
    folder = tmp_path_factory.mktemp("runs")
    for seed in (1, 2):
        train(replace(TINY, seed=seed), folder / f"plain-{seed}")
    return [folder / "plain-1", folder / "plain-2"]


def test_learning_and_solving_come_nearer_to_an_equilibrium(runs, tmp_path, capsys):
    out, picture = tmp_path / "curves.json", tmp_path / "curves.png"
    arguments = ["--out", str(out), "--picture", str(picture), "--iterations", "100"]
    assert main(["convergence", *map(str, runs), *arguments]) == 0
    result = from_json(ConvergenceResult, json.loads(out.read_text()))
    assert (result.game, result.players, result.rules["suits"]) == ("small_mariage", 2, 2)
    assert [run.kind for run in result.runs] == ["plain", "plain"]
    assert [run.settings["seed"] for run in result.runs] == [1, 2]
    for run, folder in zip(result.runs, runs, strict=True):
        assert [p.decisions for p in run.points] == [p["decisions"] for p in curve_of(folder)]
        first, last = run.points[0], run.points[-1]
        # An untrained network is all but uniform, and its most probable actions are arbitrary.
        assert first.sampled == pytest.approx(result.agents["random"], abs=0.003)
        assert 0 < last.sampled < first.sampled
        assert last.likeliest < first.likeliest
    left = [point.exploitability for point in result.solver]
    assert 0 <= left[-1] < 1e-3
    assert result.solver[-1].iterations == 100
    assert picture.read_bytes().startswith(b"\x89PNG")
    printed = capsys.readouterr().out
    assert page_table(result) in printed
    assert "| plain |" in printed
    before = out.read_bytes()
    assert main(["convergence", *map(str, runs), "--out", str(out)]) == 2
    assert out.read_bytes() == before


def test_what_cannot_be_compared_is_refused(runs, tmp_path, capsys):
    out = ["--out", str(tmp_path / "x.json")]
    other = tmp_path / "other"
    train(replace(TINY, rules="queen_paid", decisions=300, games=40), other)
    assert main(["convergence", str(runs[0]), str(other), *out]) == 2
    assert "expected a run for the same game as" in capsys.readouterr().err
    unkept = tmp_path / "unkept"
    train(replace(TINY, keep="last", decisions=300, games=40), unkept)
    assert main(["convergence", str(unkept), *out]) == 2
    assert "there is no 0.zip: train with --keep all" in capsys.readouterr().err
    ranged = tmp_path / "ranged"
    train(replace(TINY, players="2-3", decisions=300, games=40), ranged)
    assert main(["convergence", str(ranged), *out]) == 2
    assert "expected a run for one number of players" in capsys.readouterr().err
    (unkept / "curve.json").write_text("[]")
    assert main(["convergence", str(unkept), *out]) == 2
    assert "expected a run with a point on its learning curve" in capsys.readouterr().err
    assert not (tmp_path / "x.json").exists()
