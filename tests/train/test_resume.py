"""Runs that are stopped resume exactly, and nothing overwrites a run."""

from __future__ import annotations

import shutil
import signal
from contextlib import nullcontext
from dataclasses import replace

import pytest
import torch

from marriage_env.cli.entry import status_of
from tests.train.short_runs import SHORT, TRYNKA, weights
from train import run as runs
from train.__main__ import main
from train.config import DistilConfig, DMCConfig
from train.interrupt import stop_on_interrupt
from train.run import resume, train


def stop_after(monkeypatch, updates):
    """Ctrl-C comes after so many updates."""
    turns = iter([False] * updates + [True] * 2)
    monkeypatch.setattr(runs, "stop_on_interrupt", lambda: nullcontext(lambda: next(turns)))


@pytest.mark.parametrize(
    "config",
    [
        replace(SHORT, evaluations=4, pool_share=0.3, pool_every=0.2, pool_agents="random"),
        replace(SHORT, players="5-6", rules="any"),
        replace(SHORT, evaluations=4, reference_every=0.2, keep="all"),
        replace(TRYNKA, games=20, evaluations=2, pool_share=0.3, pool_every=0.2),
        DMCConfig(decisions=2000, games=40, width=8, evaluations=2, evaluation_deals=20),
        DistilConfig(
            decisions=900,
            games=20,
            width=8,
            evaluations=2,
            evaluation_deals=20,
            teacher="pimc:worlds=1",
            memory=40,
            replays=2,
        ),
    ],
)
def test_a_resumed_run_ends_as_one_that_was_never_stopped(config, tmp_path, monkeypatch):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    straight = train(config, whole)
    with monkeypatch.context() as patch:
        stop_after(patch, 2)
        train(config, parts)
    assert not (parts / "final.zip").exists()
    pieced = resume(parts)
    assert torch.equal(weights(whole), weights(parts))
    assert torch.equal(weights(whole, "best.zip"), weights(parts, "best.zip"))
    assert [(p.decisions, p.gains) for p in straight] == [(p.decisions, p.gains) for p in pieced]
    assert len(list(parts.glob("progress*.csv"))) == 2


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_stop_lets_the_update_end_and_the_second_one_does_not(number, status):
    updates = []
    with pytest.raises(KeyboardInterrupt) as stopped, stop_on_interrupt() as stop:  # noqa: PT012
        assert not stop()
        signal.raise_signal(number)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
        updates.append("ended")
    assert updates == ["ended"]
    assert status_of(stopped.value) == status
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_only_a_run_can_be_resumed_and_only_as_it_is(run, tmp_path, capsys):
    assert main(["ppo", "--resume", str(tmp_path / "none")]) == 2
    assert "there is no run in it" in capsys.readouterr().err
    assert main(["ppo", "--resume", str(run), "--epochs", "3"]) == 2
    assert "takes the run's own settings; also given: epochs" in capsys.readouterr().err


def test_a_run_is_never_overwritten(run, capsys):
    before = (run / "final.zip").read_bytes()
    assert main(["ppo", "--out", str(run)]) == 2
    assert "it holds a run with decisions=2000, not 2000000" in (capsys.readouterr().err)
    assert (run / "final.zip").read_bytes() == before


def test_the_demo_keeps_an_earlier_run(run, tmp_path, capsys):
    from train.__main__ import put_aside

    shutil.copytree(run, tmp_path / "demo")
    put_aside(tmp_path / "demo")
    kept = [folder for folder in tmp_path.iterdir() if folder.name.startswith("demo-")]
    assert (kept[0] / "final.zip").exists()
    assert "is kept as" in capsys.readouterr().err
