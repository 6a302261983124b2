"""Writing into what an interface handed out changes nothing about the game."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from marriage_env import IllegalAction, VectorEnv, marriage_v0, small_mariage_v0, trynka_v0
from tests.robustness.snapshots import snapshot


def scribble(value) -> None:
    """Write ones into every array that can be written, however deep it lies."""
    if isinstance(value, np.ndarray):
        if value.flags.writeable and value.dtype.names is None:
            value[...] = 1
    elif isinstance(value, dict):
        for one in list(value.values()):
            scribble(one)
        value.clear()
    elif isinstance(value, (list, tuple)):
        for one in value:
            scribble(one)
        if isinstance(value, list):
            value.clear()


@pytest.mark.parametrize("name", ["Marriage-v0", "Trynka-v0", "SmallMariage-v0"])
def test_a_batch_judges_by_its_own_masks(name):
    env = gymnasium.make_vec(name, num_envs=4)
    _, info = env.reset(seed=1)
    illegal = (info["action_mask"] == 0).argmax(axis=1)
    legal = info["action_mask"].argmax(axis=1)
    before = snapshot(env)
    info["action_mask"][:] = 1
    env.unwrapped.action_masks()[:] = True
    assert snapshot(env) == before
    *_, over, _, info = env.step(illegal)
    assert over.all()
    assert info["illegal_action"].all()
    _, info = env.reset(seed=1)
    info["action_mask"][:] = 0
    *_, info = env.step(legal)
    assert not info["illegal_action"].any()


@pytest.mark.parametrize("name", ["Marriage-v0", "Trynka-v0", "SmallMariage-v0"])
def test_games_of_gymnasium_go_on_alike_whatever_is_written(name):
    envs = [gymnasium.make(name, disable_env_checker=True) for _ in range(2)]
    batches = [gymnasium.make_vec(name, num_envs=3) for _ in range(2)]
    for clean, dirty in (envs, batches):
        (seen, info), answer = clean.reset(seed=2), dirty.reset(seed=2)
        over = np.zeros(1, bool)
        while not np.any(over):
            scribble(answer)
            action = np.asarray(info["action_mask"]).argmax(axis=-1)
            seen, reward, over, _, info = clean.step(action)
            answer = dirty.step(action)
            np.testing.assert_array_equal(answer[0], seen)
            np.testing.assert_array_equal(answer[1], reward)
            np.testing.assert_array_equal(answer[4]["action_mask"], info["action_mask"])


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("game", ["mariage", "trynka", "small_mariage"])
def test_a_vector_of_games_goes_on_alike_whatever_is_written(copy, game):
    clean, dirty = VectorEnv(3, game=game), VectorEnv(3, game=game, copy=copy)
    seen, answer = clean.reset(seed=2), dirty.reset(seed=2)
    for _ in range(60):
        actions = seen[1].argmax(axis=1)
        scribble(answer)
        scribble(dirty.views())
        wrong = (seen[1] == 0).argmax(axis=1)
        with pytest.raises(IllegalAction):
            dirty.step(wrong)
        seen, answer = clean.step(actions), dirty.step(actions)
        for one, other in zip(seen, answer, strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("module", [marriage_v0, trynka_v0, small_mariage_v0])
def test_pettingzoos_wrapper_judges_by_the_game_not_by_a_mask_handed_out(module):
    env = module.env()
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    illegal, legal = int((mask == 0).argmax()), int(mask.argmax())
    mask[:] = 0
    env.step(legal)
    assert not any(env.terminations.values())
    seen = env.last()[0]
    illegal = int((seen["action_mask"] == 0).argmax())
    seen["action_mask"][:] = 1
    env.step(illegal)
    assert all(env.terminations.values())


@pytest.mark.parametrize("module", [marriage_v0, trynka_v0, small_mariage_v0])
def test_an_environment_goes_on_alike_whatever_is_written(module):
    clean, dirty = module.raw_env(deals=1), module.raw_env(deals=1)
    for env in (clean, dirty):
        env.reset(seed=2)
    while not any(clean.terminations.values()):
        agent = clean.agent_selection
        action = int(clean.observe(agent)["action_mask"].argmax())
        before = snapshot(dirty)
        scribble([dirty.observe(agent), dirty.view(agent), dirty.chips, dirty.hands])
        scribble([getattr(dirty, "boxes", {}), getattr(dirty, "table", {}), dirty.record()])
        events = dirty.events
        scribble([one.boxes for one in events])
        scribble(events)
        assert [one for one in snapshot(dirty)[0] if one != "_rows"] == [
            one for one in before[0] if one != "_rows"
        ]
        clean.step(action)
        dirty.step(action)
        assert dirty.chips.tolist() == clean.chips.tolist()
        assert dirty.events == clean.events
    assert dirty.record() == clean.record()


def test_bounds_of_spaces_cannot_be_written():
    env = marriage_v0.env()
    seen = env.observation_space("player_0")
    for box in (
        seen["observation"],
        seen["action_mask"],
        gymnasium.make("Trynka-v0").observation_space,
    ):
        for bound in (box.low, box.high):
            with pytest.raises(ValueError, match="read-only"):
                bound[:] = 9


def test_names_of_seats_taken_away_are_not_missed():
    env = marriage_v0.raw_env(deals=1)
    env.reset(seed=1)
    env.possible_agents.clear()
    while not any(env.terminations.values()):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert len(env.rewards) == 5
