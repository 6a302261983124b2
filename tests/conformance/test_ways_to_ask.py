"""Rules, opponents and modes as configuration files and other libraries give them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from agents.registry import load
from marriage_env import Rules, VectorEnv, marriage_v0, trynka_v0
from marriage_env.adapters.sb3 import SB3VecEnv
from marriage_env.interfaces.single_agent_vector import SoloVectorEnv
from marriage_env.trynka.rules import Rules as TrynkaRules

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("modern", Rules.modern()),
        ({}, Rules()),
        ({"queen_fine": 0}, Rules(queen_fine=0)),
        ({"preset": "modern", "queen_fine": 2}, Rules(**{**vars(Rules.modern()), "queen_fine": 2})),
    ],
)
def test_rules_can_be_named_or_listed(given: Any, meant: Rules) -> None:
    assert marriage_v0.raw_env(rules=given).rules == meant
    assert VectorEnv(1, rules=given).rules == meant
    for made in (
        gymnasium.make("Marriage-v0", rules=given),
        gymnasium.make_vec("Marriage-v0", num_envs=1, rules=given),
    ):
        assert made.unwrapped._games._rules == meant  # type: ignore[union-attr]
    assert trynka_v0.raw_env(rules="nain_jaune").rules == TrynkaRules.preset("nain_jaune")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("mordern", "rules 'mordern': expected one of typical, modern"),
        ({"queen_find": 1}, "rules: 'queen_find' is no field; expected rank_order"),
        ({"queen_fine": -1}, "queen_fine=-1: expected"),
        ({"preset": 3}, "rules 3: expected one of typical"),
        ({3: 1}, "rules: 3 is no field"),
        (["modern"], r"rules=\['modern'\]: expected a marriage_env.Rules"),
    ],
)
def test_wrong_rules_are_named(given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        marriage_v0.raw_env(rules=given)


def test_accidents_can_be_listed() -> None:
    assert marriage_v0.raw_env(accidents={"misdeal": 0.5}).accidents.misdeal == 0.5
    with pytest.raises(ValueError, match="accidents: 'missdeal' is no field; expected misdeal"):
        marriage_v0.raw_env(accidents={"missdeal": 0.5})


def test_a_spec_read_from_json_makes_the_same_environment() -> None:
    arguments: dict[str, Any] = {
        "num_players": 6,
        "rules": {"preset": "modern", "queen_fine": 2},
        "opponents": "greedy",
        "deals": 1,
        "accidents": {"misdeal": 0.25},
    }
    given = gymnasium.make("Marriage-v0", **arguments)
    assert given.spec is not None
    again = gymnasium.make(EnvSpec.from_json(given.spec.to_json()))
    assert again.spec == given.spec
    for env in (given, again):
        env.reset(seed=3)
    for _ in range(40):
        action = int(given.unwrapped.action_masks().argmax())  # type: ignore[attr-defined]
        ours, theirs = given.step(action), again.step(action)
        np.testing.assert_array_equal(ours[0], theirs[0])
        assert ours[1:4] == theirs[1:4]
        if ours[2]:
            given.reset()
            again.reset()


def test_opponents_by_spec_play_as_the_agents_do() -> None:
    ends = []
    for opponents in ("greedy", load("greedy", 5, Rules()), ["greedy"] * 4 + ["random"]):
        env = SoloVectorEnv(8, 5, opponents=opponents, seat=4, game="mariage")
        env.reset(seed=1)
        for _ in range(10):
            observations, *_ = env.step(env.action_masks().argmax(axis=1))
        ends.append(observations)
    np.testing.assert_array_equal(ends[0], ends[1])
    np.testing.assert_array_equal(ends[0], ends[2])


def test_an_opponent_that_cannot_be_loaded_is_named() -> None:
    with pytest.raises(ValueError, match="greddy"):
        SoloVectorEnv(1, 5, opponents="greddy", game="mariage")


def test_without_a_checkout_the_error_says_what_is_missing() -> None:
    code = (
        "import sys; sys.modules['agents'] = None\n"
        "import gymnasium, marriage_env\n"
        "gymnasium.make('Marriage-v0', opponents='random').reset(seed=1)\n"
        "try:\n    gymnasium.make('Marriage-v0', opponents='greedy')\n"
        "except ValueError as error:\n    print(error)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert "opponents='greedy': agents by name come with a checkout of the project" in run.stdout


def test_stable_baselines_makes_it_by_name() -> None:
    env = make_vec_env("Marriage-v0", n_envs=2)
    env.seed(1)
    assert env.reset().shape[0] == 2
    model = MaskablePPO("MlpPolicy", "Marriage-v0", n_steps=8, batch_size=8, seed=1)
    model.learn(8)


@pytest.mark.parametrize("mode", ["jpeg", "", 3])
def test_a_render_mode_that_is_not_there(mode: Any) -> None:
    for make in (marriage_v0.raw_env, lambda **a: SoloVectorEnv(1, 5, game="mariage", **a)):
        with pytest.raises(ValueError, match=f"render_mode={mode!r}: expected None or 'human'"):
            make(render_mode=mode)
        with pytest.raises(TypeError):  # what Stable-Baselines3 understands
            make(render_mode=mode)


def test_text_is_rendered_on_the_gymnasium_side_too() -> None:
    env = gymnasium.make("Marriage-v0", render_mode="ansi", disable_env_checker=True)
    with pytest.raises(RuntimeError, match="call reset"):
        env.unwrapped.render()
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    assert text.startswith("Mariage   deal 1 of 5")
    batch = gymnasium.make_vec("Marriage-v0", num_envs=3, render_mode="ansi")
    batch.reset(seed=1)
    texts = batch.render()
    assert texts is not None
    assert len(texts) == len(set(texts)) == 3
    assert gymnasium.make("Marriage-v0").unwrapped.render() is None


def test_info_has_the_same_keys_and_types_at_every_step() -> None:
    env = gymnasium.make("Marriage-v0", deals=1).unwrapped
    _, first = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(env.action_masks().argmax()))  # type: ignore[attr-defined]
        assert {key: type(value) for key, value in info.items()} == {
            key: type(value) for key, value in first.items()
        }
    assert all(isinstance(value, np.generic | np.ndarray) for value in first.values())


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, "NextStep"])
def test_matches_restart_in_the_step_after_their_end(mode: Any) -> None:
    """Every match is the one that a batch with SAME_STEP plays, a step of reward 0 after it."""
    next_step = gymnasium.make_vec("Marriage-v0", num_envs=1, deals=1, autoreset_mode=mode)
    same_step = gymnasium.make_vec("Marriage-v0", num_envs=1, deals=1)
    assert next_step.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert same_step.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    for env in (next_step, same_step):
        env.reset(seed=1)
    ends = 0
    while ends < 5:
        actions = same_step.unwrapped.action_masks().argmax(axis=1)  # type: ignore[attr-defined]
        seen, reward, over, _, info = same_step.step(actions)
        late, same_reward, same_over, _, late_info = next_step.step(actions)
        assert (reward[0], over[0]) == (same_reward[0], same_over[0])
        assert "final_obs" not in late_info
        if over[0]:
            ends += 1
            np.testing.assert_array_equal(late, info["final_obs"])
            late, nothing, begun_over, *_ = next_step.step(np.array([52]))
            assert (nothing[0], begun_over[0]) == (0, False)
        np.testing.assert_array_equal(late, seen)


def test_an_illegal_action_ends_a_match_in_both_modes() -> None:
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        env = SoloVectorEnv(2, 5, game="mariage", autoreset_mode=mode)
        env.reset(seed=1)
        actions = env.action_masks().argmax(axis=1)
        actions[0] = env.action_masks()[0].argmin()
        _, rewards, over, _, info = env.step(actions)
        assert over.tolist() == [True, False]
        assert rewards[0] < -1
        assert info["illegal_action"].tolist() == [True, False]
        _, rewards, over, _, info = env.step(env.action_masks().argmax(axis=1))
        assert not over.any()
        assert not info["illegal_action"].any()


def test_modes_that_are_not_there_are_refused() -> None:
    for mode in (AutoresetMode.DISABLED, "same", None):
        with pytest.raises(ValueError, match="autoreset_mode="):
            SoloVectorEnv(1, 5, game="mariage", autoreset_mode=mode)  # type: ignore[arg-type]
    batch = gymnasium.make_vec("Marriage-v0", num_envs=1, autoreset_mode="NextStep")
    with pytest.raises(ValueError, match="expected SAME_STEP"):
        SB3VecEnv(batch)


def test_gymnasiums_wrappers_that_need_next_step() -> None:
    batch = gymnasium.make_vec("Marriage-v0", num_envs=4, autoreset_mode="NextStep")
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(batch)
    env.reset(seed=1)
    ended = 0
    for _ in range(200):
        masks = batch.unwrapped.action_masks()  # type: ignore[attr-defined]
        _, _, over, _, info = env.step(masks.argmax(axis=1))
        if over.any():
            ended += int(over.sum())
            assert (info["episode"]["l"][over] > 0).all()
    assert ended > 4
