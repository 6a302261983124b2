"""Weighing drawn games by how likely they made what was seen."""

from __future__ import annotations

import numpy as np
import pytest

from eval.__main__ import main
from eval.likely_worlds import POWERS, _weighed, likely_worlds


def test_likely_games_count_for_more():
    # Two drawn games, of which the first was ten times as likely and is like the true one.
    values = np.array([[1.0, 0.0], [0.0, 3.0], [1.0, 0.0]])
    gains, sizes = _weighed(values, np.log([1.0, 0.1]))
    assert gains.tolist() == [0, 0, 1, 1]
    assert POWERS == (0, 0.25, 0.5, 1)
    assert sizes[0] == pytest.approx(2)
    assert sizes[-1] == pytest.approx(1.1**2 / 1.01)


def test_the_same_seed_gives_the_same_figures():
    gains, sizes = likely_worlds("pretrained:5", 5, 20, 8, 3)
    again, _ = likely_worlds("pretrained:5", 5, 20, 8, 3)
    assert np.array_equal(gains, again)
    assert gains.shape == (20, len(POWERS))
    assert not gains[:, 0].any()
    assert sizes[0] == pytest.approx(8)
    assert 1 < sizes[-1] < sizes[1] < 8


def test_wrong_settings_are_named(capsys):
    assert main(["worlds", "--policy", "greedy"]) == 2
    assert "policy='greedy': expected a learned agent" in capsys.readouterr().err
    assert main(["worlds", "--worlds", "1"]) == 2
    assert "worlds=1: expected an integer of at least 2" in capsys.readouterr().err
