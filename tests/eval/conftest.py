"""A training run as it stands in its folder, without the training."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.eval.untrained import untrained
from train.learning_curve import OPPONENTS


@pytest.fixture(scope="session")
def run(tmp_path_factory) -> Path:
    """The folder of a run with five players, under a name that HTML must quote."""
    folder = tmp_path_factory.mktemp("runs") / "a<b"
    untrained(folder / "final.zip")
    config = {"method": "ppo", "players": "5", "rules": "typical", "seed": 3}
    (folder / "config.json").write_text(json.dumps(config))
    curve = []
    for decisions, gain in ((0, 0.0), (500_000, 0.4)):
        gains = {name: [gain, gain - 0.1, gain + 0.1] for name in OPPONENTS}
        curve.append({"decisions": decisions, "seconds": 1.0, "gains": gains})
    (folder / "curve.json").write_text(json.dumps(curve))
    return folder
