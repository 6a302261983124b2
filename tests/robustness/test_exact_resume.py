"""A run that was stopped, at whatever update, ends byte for byte as one that never was."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from train import run as runs
from train.config import DistilConfig, DMCConfig, PPOConfig
from train.run import resume, train

_TINY = {"decisions": 500, "games": 16, "width": 8, "evaluations": 2, "evaluation_deals": 2}
_POOL = {"pool_share": 0.4, "pool_every": 0.4, "pool_size": 2}
CONFIGS = {
    "ppo with a pool": PPOConfig(**_TINY, **_POOL, pool_agents="random"),
    "ppo with the newest of a pool": PPOConfig(**_TINY, **_POOL, pool_sampling="recent"),
    "ppo against an opponent": PPOConfig(**_TINY, opponents="greedy"),
    "ppo, playing and learning in turn": PPOConfig(**_TINY, **_POOL, schedule="sequential"),
    "dmc": DMCConfig(**_TINY),
    "distil": DistilConfig(**_TINY, teacher="pimc:worlds=1", memory=60, replays=2),
}


def ends_of(folder):
    """What must be the same."""
    names = ["final.zip", "best.zip", "latest.zip"]
    names += [f"pool/{file.name}" for file in sorted((folder / "pool").glob("*.zip"))]
    return {name: (folder / name).read_bytes() for name in names}


def stop_after(monkeypatch, updates):
    """Ctrl-C comes after so many updates; how many there were."""
    asked = []

    def stop():
        asked.append(True)
        return len(asked) > updates

    monkeypatch.setattr(runs, "stop_on_interrupt", lambda: nullcontext(stop))
    return asked


def stopped_and_resumed(config, folder, monkeypatch, updates):
    """A run stopped after so many updates, and again and again after as many."""
    while not (folder / "final.zip").exists():
        with monkeypatch.context() as patch:
            stop_after(patch, updates)
            if (folder / "state.safetensors").exists():
                resume(folder)
            else:
                train(config, folder)
    return ends_of(folder)


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_stopped_after_every_update_it_ends_the_same(config, tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        asked = stop_after(patch, 10**9)
        train(config, tmp_path / "whole")
    assert len(asked) >= 3  # several updates, between two snapshots and two points too
    pieces = stopped_and_resumed(config, tmp_path / "pieces", monkeypatch, 1)
    assert pieces == ends_of(tmp_path / "whole")


@pytest.mark.slow
@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
@pytest.mark.parametrize("updates", [2, 3, 5])
def test_stopped_now_and_then_it_ends_the_same(config, updates, tmp_path, monkeypatch):
    train(config, tmp_path / "whole")
    pieces = stopped_and_resumed(config, tmp_path / "pieces", monkeypatch, updates)
    assert pieces == ends_of(tmp_path / "whole")
