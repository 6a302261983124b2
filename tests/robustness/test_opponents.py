"""What opponents answer is checked before anything moves, and the error names them."""

from __future__ import annotations

import numpy as np
import pytest

from marriage_env import IllegalAction
from marriage_env.interfaces.single_agent import SoloEnv
from marriage_env.interfaces.single_agent_vector import SoloVectorEnv
from tests.robustness.snapshots import snapshot


class Strange:
    """Answers what it is told to, after so many legal answers."""

    name = "strange one"

    def __init__(self, answer, after: int = 0) -> None:
        self.answer, self.left = answer, after

    def act(self, views, masks, rng):
        """Legal for a while."""
        legal = masks.argmax(axis=1)
        self.left -= 1
        return legal if self.left >= 0 else self.answer(legal)


WRONG = {
    "floats": lambda legal: legal.astype(float),
    "not a number": lambda legal: np.full(len(legal), np.nan),
    "bools": lambda legal: legal > 3,
    "texts": lambda legal: legal.astype(str),
    "too many": lambda legal: np.append(legal, legal[0]),
    "too few": lambda legal: legal[:-1],
    "none": lambda legal: legal[:0],
    "a column": lambda legal: legal[:, None],
    "None": lambda legal: None,
    "a scalar": lambda legal: 3,
    "a 0-d array": lambda legal: np.array(3),
    "objects": lambda legal: legal.astype(object),
    "ragged": lambda legal: [[1], [1, 2], *legal],
    "a mapping": lambda legal: {"actions": legal},
    "huge": lambda legal: legal.astype(np.uint64) + np.uint64(2**63),
    "huger": lambda legal: [10**30] * len(legal),
    "negative": lambda legal: legal - 64,
    "beyond the space": lambda legal: legal + 64,
    "illegal": lambda legal: np.full(len(legal), 61),
    "one illegal": lambda legal: np.append(legal[:-1], 61),
}


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("after", [0, 40])
def test_a_wrong_answer_names_the_opponent_and_nothing_has_moved(what, after):
    env = SoloVectorEnv(6, 5, opponents=Strange(WRONG[what], after), seat=0, game="mariage")
    if after == 0:
        before = snapshot(env)
        with pytest.raises(IllegalAction, match="opponent 'strange one' chose"):
            env.reset(seed=1)
        assert snapshot(env)[0]["_begun"] == before[0]["_begun"] is False
        return
    _, info = env.reset(seed=1)
    opponent = env._games._opponents[0]
    while opponent.left > 3:
        *_, info = env.step(info["action_mask"].argmax(axis=1))
    opponent.left = 2  # two seats move before the third one errs
    before, actions = snapshot(env), info["action_mask"].argmax(axis=1)
    with pytest.raises(IllegalAction, match="opponent 'strange one' chose"):
        env.step(actions)
    assert snapshot(env) == before
    opponent.left = 10**6
    env.step(actions)  # the same step can be made, if the opponent thinks better of it


def test_a_single_game_stands_where_it_stood_when_an_opponent_fails():
    env = SoloEnv(opponents=Strange(WRONG["None"], 40), seat=1, game="mariage")
    _, info = env.reset(seed=1, options={"dealer": 0})  # the learner leads
    env._games._opponents[0].left = 2
    before, action = snapshot(env), int(info["action_mask"].argmax())
    with pytest.raises(IllegalAction, match="opponent 'strange one' chose object"):
        env.step(action)
    assert snapshot(env) == before
    with pytest.raises(IllegalAction, match="opponent 'strange one' chose object"):
        env.reset(seed=5, options={"dealer": 1})
    assert snapshot(env) == before


@pytest.mark.parametrize("kind", ["u1", "i1", ">i4", "u8", "i8"])
def test_integers_of_any_width_are_answers(kind):
    plain = SoloVectorEnv(4, 5, opponents=Strange(lambda legal: legal), seat=0, game="mariage")
    other = SoloVectorEnv(
        4, 5, opponents=Strange(lambda legal: legal.astype(kind)), seat=0, game="mariage"
    )
    lists = SoloVectorEnv(
        4, 5, opponents=Strange(lambda legal: legal.tolist()), seat=0, game="mariage"
    )
    for one in zip(*(env.reset(seed=1)[0] for env in (plain, other, lists)), strict=True):
        np.testing.assert_array_equal(one[0], one[1])
        np.testing.assert_array_equal(one[0], one[2])


class Forger:
    """Writes into what it is shown to make its choice look legal."""

    def act(self, views, masks, rng):
        """Everything is legal now, and its hand another."""
        masks[:] = 1
        views["hand"] = -1
        return np.full(len(masks), 61)


def test_a_mask_that_an_opponent_has_written_into_makes_nothing_legal():
    env = SoloEnv(opponents=Forger(), seat=0, game="mariage")
    with pytest.raises(IllegalAction, match=r"Forger.*chose 61, which is illegal"):
        env.reset(seed=1, options={"dealer": 0})
