"""M10: accidents by their rates: none, always, or about as often as asked, and seeded."""

from __future__ import annotations

import numpy as np
import pytest

from marriage_env import Accidents, VectorEnv, marriage_v0
from marriage_env.mariage.state import Accident
from tests.play import legal, over

GAMES = 4000


def seen(accidents: Accidents) -> np.ndarray:
    """The accidents before the play of many first deals, as bits."""
    env = VectorEnv(GAMES, accidents=accidents, observations=False)
    env.reset(seed=1)
    return env.states["table"]["accidents"]


def test_no_accident_happens_by_default():
    assert not seen(Accidents()).any()


@pytest.mark.parametrize(
    ("field", "bit"), [("misdeal", Accident.MISDEAL), ("missed_deal", Accident.MISSED_DEAL)]
)
@pytest.mark.parametrize("rate", [1.0, 0.25])
def test_accidents_happen_as_often_as_asked(field, bit, rate):
    share = (seen(Accidents(**{field: rate})) & bit > 0).mean()
    # Four standard deviations of a share of 4000 independent games.
    assert abs(share - rate) <= 4 * (rate * (1 - rate) / GAMES) ** 0.5


def test_a_fault_is_noticed_at_each_trick_or_after_the_end_alike():
    env = VectorEnv(GAMES, accidents=Accidents(faulty_pack=1.0), observations=False)
    env.reset(seed=1)
    times, counts = np.unique(env.states["fault_at"], return_counts=True)
    assert times.tolist() == [1, 2, 3, 4, 5, 6]
    # Four standard deviations of a count with chance one sixth.
    assert np.abs(counts - GAMES / 6).max() < 4 * (GAMES * 5 / 36) ** 0.5


def test_the_same_seed_brings_the_same_accidents():
    often = Accidents(misdeal=0.3, faulty_pack=0.3, missed_deal=0.3)
    envs = [marriage_v0.raw_env(accidents=often) for _ in range(2)]
    for env in envs:
        env.reset(seed=5)
        while not over(env):
            env.step(legal(env)[-1])
    assert envs[0].events == envs[1].events
    assert {event.clause for event in envs[0].events} >= {"M10.1", "M10.2", "M10.3"}


@pytest.mark.parametrize("wrong", [{"misdeal": 1.5}, {"faulty_pack": True}, {"missed_deal": "x"}])
def test_wrong_rates_are_named(wrong):
    name, value = next(iter(wrong.items()))
    with pytest.raises(ValueError, match=f"{name}={value!r}: expected a probability"):
        Accidents(**wrong)
