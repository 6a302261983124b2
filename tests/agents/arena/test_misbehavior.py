"""What agents do wrong is named with the decision in which they did it, also among many others."""

from __future__ import annotations

import time
from contextlib import suppress

import numpy as np
import pytest

from agents import load
from agents.arena import misbehavior
from agents.arena.duplicate import measure_gain
from agents.arena.lockstep import Player, play_games
from agents.arena.misbehavior import Supervised, TimeIsUp, time_limit_of
from agents.arena.setting import Setting, seeded_games
from agents.misplay import Misplay
from eval.__main__ import main
from marriage_env.core.rng import child_seeds
from tests.eval.misfits import KING_OF_HEARTS, Broken, Cheat, Leaver, Sleeper, Vague

FAULTS = [
    (Cheat, r"spec chose 61, which is illegal; legal: "),
    (Sleeper, r"spec took more than 0.01 s a decision"),
    (Broken, r"spec raised KeyError: 'queen'"),
    (Vague, r"spec chose float64 of shape \(1,\): expected \(1,\) integers"),
    (Leaver, r"spec raised SystemExit: 0"),
]


@pytest.mark.parametrize(("misfit", "message"), FAULTS)
def test_faults_are_named_with_their_game(misfit, message):
    setting = Setting(deals=40, game="mariage")
    measure_gain(load("greedy"), load("greedy"), setting)  # compiles, which is slow
    states = seeded_games(setting, child_seeds(1, 40), 1)
    limit = 0.01 if misfit is Sleeper else None
    players = [
        Player(Supervised(misfit(), "spec", limit), np.random.default_rng(0)),
        Player(load("greedy"), np.random.default_rng(1)),
    ]
    moves = []
    with pytest.raises(Misplay, match=message) as caught:
        play_games("mariage", players, states, np.tile([0, 1, 1, 1, 1], (40, 1)), moves)
    game = caught.value.game
    assert states["hands"][game, 0] & KING_OF_HEARTS
    assert states["seat"][game] == 0
    assert states["table"]["trick"][game] == 0
    laid = sum(int((games == game).sum()) for games, _ in moves)
    assert laid == (states["table"]["laid"][game] >= 0).sum()


def test_watching_changes_nothing_for_agents_that_behave():
    setting = Setting(deals=50, game="mariage")
    watched = Supervised(load("expert"), "expert", 10.0)
    plain = measure_gain(load("expert"), load("random"), setting)
    seen = measure_gain(watched, load("random"), setting)
    np.testing.assert_array_equal(plain.per_deal, seen.per_deal)


def test_a_fault_that_only_shows_in_batches_is_reported_all_the_same():
    class Shy:
        name = "shy"

        def act(self, views, masks, rng):
            if len(masks) > 1:
                raise RuntimeError("too many")
            return masks.argmax(axis=1)

    with pytest.raises(Misplay, match="shy raised RuntimeError: too many") as caught:
        Supervised(Shy(), "shy").act(np.empty(3), np.ones((3, 62), np.int8), None)
    assert caught.value.game == 0


def test_the_alarm_is_off_after_the_block():
    with pytest.raises(TimeIsUp), time_limit_of(0.01):
        time.sleep(5)
    with time_limit_of(0.3):
        pass
    time.sleep(0.4)


def test_an_interruption_that_is_swallowed_comes_again(monkeypatch):
    """As in a destructor, where Python drops whatever is raised."""
    monkeypatch.setattr(misbehavior, "_REPEAT_SECONDS", 0.05)

    def sleep_twice():
        with suppress(TimeIsUp):
            time.sleep(60)
        time.sleep(60)

    with pytest.raises(TimeIsUp), time_limit_of(0.05):
        sleep_twice()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tests.eval.misfits:Cheat", "random"], "misfits:Cheat chose 61, which is illegal"),
        (["random", "tests.eval.misfits:Broken"], "misfits:Broken raised KeyError"),
        (
            ["random", "tests.eval.misfits:Sleeper", "--time-limit", "0.001"],
            "misfits:Sleeper took more than 0.001 s a decision",
        ),
        (["random", "greedy", "--time-limit", "0"], "time limit 0.0: expected seconds"),
    ],
)
def test_a_match_ends_naming_the_agent(arguments, message, capsys):
    assert main(["match", *arguments, "--deals", "10"]) == 2
    assert message in capsys.readouterr().err
