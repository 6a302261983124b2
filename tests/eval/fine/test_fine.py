"""The command measures table by table, stores each, and continues where it was stopped."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from eval.fine import training
from eval.fine.computation import measure_part, search_part, training_part
from eval.fine.pictures import draw_learning
from eval.fine.plan import Plan, folder_of
from eval.fine.result import Table
from eval.fine.tables import obedience_table
from tests.eval.untrained import untrained

PLAN = Plan(scale=0.001)
TABLES = [Table(5, "modern", 0), Table(5, "typical", 1), Table(5, "modern", 1, "offences=all")]


def test_a_stopped_part_continues_and_gives_the_same(tmp_path):
    part = replace(search_part(PLAN), tables=TABLES)
    whole = measure_part(part, PLAN, tmp_path / "whole", fresh=False)
    left = iter(TABLES[:2])

    def some(table):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return part.measure(table)

    with pytest.raises(KeyboardInterrupt):
        measure_part(replace(part, measure=some), PLAN, tmp_path / "again", fresh=False)
    stored = json.loads((tmp_path / "again" / "search.json").read_text())
    assert len(stored["results"]) == 2
    again = measure_part(part, PLAN, tmp_path / "again", fresh=False)
    assert [replace(one, seconds=0) for one in again] == [replace(one, seconds=0) for one in whole]
    assert [one.prices is None for one in again] == [False, True, True]


def test_results_of_another_plan_are_not_continued(tmp_path):
    part = replace(search_part(PLAN), tables=TABLES[:1])
    measure_part(part, PLAN, tmp_path, fresh=False)
    with pytest.raises(ValueError, match="seed=1, this one has 2"):
        measure_part(part, replace(PLAN, seed=2), tmp_path, fresh=False)


def test_results_of_fewer_deals_are_not_continued(tmp_path):
    part = replace(search_part(PLAN), tables=TABLES[:1])
    measure_part(part, PLAN, tmp_path, fresh=False)
    with pytest.raises(ValueError, match="deals="):
        measure_part(replace(part, size={"deals": {"5": 3}}), PLAN, tmp_path, fresh=False)


def trained_part(folder: Path, rows):
    """The part with one table, whose agent is trained already, with these rows of conduct."""
    run = folder_of(TABLES[0], folder)
    run.mkdir()
    untrained(run / "final.zip", rules=TABLES[0].rules)
    gains = {"expert": [-0.5, -0.6, -0.4]}
    curve = [{"decisions": 0, "seconds": 1.0, "gains": gains}]
    (run / "curve.json").write_text(json.dumps(curve))
    write_progress(run, rows)
    return replace(training_part(PLAN, folder), tables=TABLES[:1])


def test_a_trained_agent_is_measured_with_its_conduct_in_training(tmp_path):
    rows = [(100, 0.5, 0.25), (200, 0.3, 0.15), (300, "nan", 0.1), (400, 0.1, 0.1)]
    part = trained_part(tmp_path, rows)
    (found,) = measure_part(part, PLAN, tmp_path / "out", fresh=False)
    assert found.over_expert.mean == -0.5
    assert [one.decisions for one in found.curve] == [150, 350]
    assert [one.withheld.mean for one in found.curve] == pytest.approx([0.4, 0.1])
    assert found.curve[0].revoked.mean == pytest.approx(0.2)
    assert (found.curve[0].withheld.low, found.curve[1].withheld.ci95) == (0, [0, 1])


def test_training_in_which_no_queen_was_called_is_stored_too(tmp_path):
    part = trained_part(tmp_path, [(100, "nan", 0.25), (200, "nan", 0.15)])
    found = measure_part(part, PLAN, tmp_path / "out", fresh=False)
    assert found[0].curve[0].withheld is None
    assert measure_part(part, PLAN, tmp_path / "out", fresh=False) == found
    assert "| – |" in obedience_table(found)
    draw_learning(found, tmp_path / "learning.png")


def test_a_run_without_a_log_is_named(tmp_path):
    part = trained_part(tmp_path, [])
    with pytest.raises(ValueError, match="expected a run that has logged its updates"):
        measure_part(part, PLAN, tmp_path / "out", fresh=False)


def write_progress(folder: Path, rows) -> None:
    lines = ["time/decisions,conduct/withheld,conduct/revoked"]
    lines += [",".join(map(str, row)) for row in rows]
    (folder / "progress.csv").write_text("\n".join(lines) + "\n")


def test_a_failed_training_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr(training, "arguments", lambda *_: ["ppo", "--players", "4"])
    with pytest.raises(RuntimeError, match="players='4': expected a number from 5 to 10"):
        training.train(TABLES[0], 100, 1, tmp_path / "run")


@pytest.mark.slow
def test_an_agent_is_trained_at_its_table(tmp_path):
    checkpoint = training.train(TABLES[0], 1000, 1, tmp_path / "run")
    config = json.loads((tmp_path / "run" / "config.json").read_text())
    assert checkpoint.is_file()
    assert (config["rules"], config["decisions"]) == ("modern,queen_fine=0", 1000)


@pytest.mark.parametrize("scale", [0, -1, float("nan"), 1e9])
def test_a_wrong_scale_is_refused(scale):
    with pytest.raises(ValueError, match="scale="):
        Plan(scale=scale)
