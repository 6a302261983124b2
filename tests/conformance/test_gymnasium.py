"""The Gymnasium faces: one learner's seat, alone or in a batch."""

from __future__ import annotations

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env as check_env_for_sb3
from stable_baselines3.common.vec_env import SubprocVecEnv

from agents import load
from marriage_env import IllegalAction, Rules, marriage_v0
from marriage_env.adapters.sb3 import SB3VecEnv
from tests.play import HARD, KINDS


def choose(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal action a row."""
    return (rng.random(masks.shape) * masks).argmax(axis=-1)


@pytest.mark.parametrize("kind", [Rules.typical(), HARD])
def test_the_checkers_of_gymnasium_and_sb3_pass_without_warnings(kind):
    env = gymnasium.make("Marriage-v0", num_players=6, rules=kind)
    check_env(env.unwrapped)
    check_env_for_sb3(env.unwrapped, warn=True)


def test_pettingzoo_makes_it_too():
    assert str(pettingzoo.make("aec", "Marriage-v0", num_players=7)) == "marriage_v0"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_rewards_of_a_match_are_the_learners_final_chips(kind, opponents):
    agent = load(opponents) if opponents else None
    env = gymnasium.make("Marriage-v0", num_players=6, rules=kind, opponents=agent).unwrapped
    rng = np.random.default_rng(1)
    seats = set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
        total, over = 0.0, False
        while not over:
            assert env._games.states["seat"][0] == info["seat"]
            observation, reward, over, truncated, info = env.step(choose(info["action_mask"], rng))
            assert env.observation_space.contains(observation)
            assert not truncated
            total += reward
        assert total == env._games.states["table"]["chips"][0, info["seat"]]
    assert len(seats) > 2


def test_a_seat_and_a_pack_can_be_given():
    single = marriage_v0.raw_env(deals=1)
    single.reset(seed=4)
    names = [f"{rank}{suit}" for suit in "SHDC" for rank in "6789TJQKA"]
    env = gymnasium.make("Marriage-v0", seat=2, deals=1).unwrapped
    _, info = env.reset(seed=1, options={"deck": names, "dealer": 1})
    single.reset(seed=1, options={"deck": names, "dealer": 1})
    assert info["seat"] == 2
    assert single.agent_selection == "player_2"  # the eldest is at the left of dealer 1
    np.testing.assert_array_equal(info["action_mask"], single.observe("player_2")["action_mask"])


def test_an_illegal_action_ends_the_match_and_is_counted():
    env = gymnasium.make("Marriage-v0").unwrapped
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert (terminated, info["illegal_action"]) == (True, True)
    assert reward < -5 * 5  # the stakes of five deals alone
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seat": 5}, "seat=5: expected an integer from 0 to 4, or None"),
        ({"opponents": [None] * 4}, "4 of them, expected one"),
        ({"opponents": "greddy"}, "greddy"),
        ({"num_players": 3}, "num_players=3"),
        ({"render_mode": "jpeg"}, "render_mode='jpeg'"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    from marriage_env.interfaces.single_agent import SoloEnv

    with pytest.raises(ValueError, match=message):
        SoloEnv(**arguments, game="mariage")


class Cheat:
    """An opponent who always says DONE."""

    def act(self, views, masks, rng):
        """Never legal at a turn."""
        return np.full(len(masks), 61)


def test_an_opponents_illegal_choice_is_named():
    env = gymnasium.make("Marriage-v0", opponents=Cheat(), seat=0).unwrapped
    with pytest.raises(IllegalAction, match="Cheat"):
        env.reset(seed=1, options={"dealer": 0})


@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_the_batch_plays_the_same_matches_as_single_games_would(opponents):
    agent = load(opponents) if opponents else None
    batch = gymnasium.make_vec("Marriage-v0", num_envs=5, opponents=agent, deals=1)
    assert type(batch.unwrapped).__name__ == "SoloVectorEnv"
    observations, info = batch.reset(seed=7)
    rng, totals, ended = np.random.default_rng(0), np.zeros(5), 0
    while ended < 40:
        masks = info["action_mask"]
        assert masks.any(axis=1).all()
        observations, rewards, terminated, truncated, info = batch.step(choose(masks, rng))
        assert batch.observation_space.contains(observations)
        assert not truncated.any()
        totals += rewards
        ended += terminated.sum()
        if terminated.any():
            assert (info["_final_obs"] == terminated).all()
            own = info["final_obs"][:, slice_of_own_chips()]
            np.testing.assert_array_equal(totals[terminated], own[terminated, 0])
            totals[terminated] = 0


def slice_of_own_chips() -> slice:
    """Where the observer's chips stand for five players."""
    from marriage_env.mariage import observe

    return observe.layout(5)["chips"]


def test_the_batch_is_reproducible_and_counts_illegal_actions():
    runs = []
    for _ in range(2):
        batch = gymnasium.make_vec("Marriage-v0", num_envs=8)
        batch.reset(seed=3)
        rng = np.random.default_rng(2)
        seen = []
        for _ in range(30):
            observations, rewards, _, _, info = batch.step(rng.integers(0, 62, 8))
            assert (rewards[info["illegal_action"]] < -5 * 5).all()
            seen.append(observations.tobytes())
        runs.append(seen)
    assert runs[0] == runs[1]


def gain_after_learning(env, timesteps: int) -> tuple[float, float]:
    """Mean rewards a match before and after MaskablePPO has learned a little."""
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=128, batch_size=512, learning_rate=2e-3, gamma=1.0, seed=1,
        policy_kwargs={"net_arch": [32]}, device="cpu",
    )  # fmt: skip
    before = mean_match(model)
    model.learn(timesteps)
    return before, mean_match(model)


def mean_match(model: MaskablePPO) -> float:
    """What the model wins a match against random players, over the same 1500 matches."""
    batch = gymnasium.make_vec("Marriage-v0", num_envs=1500, deals=1)
    observations, info = batch.reset(seed=99)
    totals, open_matches = np.zeros(1500), np.ones(1500, bool)
    while open_matches.any():
        actions, _ = model.predict(
            observations, action_masks=info["action_mask"], deterministic=True
        )
        observations, rewards, terminated, _, info = batch.step(actions)
        assert not info["illegal_action"].any()
        totals[open_matches] += rewards[open_matches]
        open_matches &= ~terminated
    return float(totals.mean())


def make_single():
    """A single game, for worker processes to make."""
    import marriage_env  # noqa: F401 registers the environment in the worker

    return gymnasium.make("Marriage-v0", deals=1)


@pytest.mark.slow
def test_maskable_ppo_works_across_spawned_processes():
    env = SubprocVecEnv([make_single] * 2, start_method="spawn")
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, seed=1, device="cpu")
    model.learn(256)
    assert model.num_timesteps >= 256
    env.close()


def test_maskable_ppo_learns_on_the_single_game():
    before, after = gain_after_learning(gymnasium.make("Marriage-v0", deals=1), 3_000)
    assert after > before


def test_maskable_ppo_learns_on_the_batch():
    env = SB3VecEnv(gymnasium.make_vec("Marriage-v0", num_envs=64, deals=1))
    before, after = gain_after_learning(env, 20_000)
    assert after > before + 0.3
