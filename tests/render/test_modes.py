"""Every render mode, on every interface."""

from __future__ import annotations

import copy
import pickle
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import render_test

from marriage_env import marriage_v0
from marriage_env.interfaces.render_modes import RENDER_MODES, check_render_mode
from marriage_env.interfaces.single_agent import SoloEnv
from marriage_env.render.extras import MissingLibrary
from marriage_env.render.tiles import MOST_TILES, tiled
from marriage_env.render.window import Window

from .tables import MODULES, moments

PICTURE = (780, 900, 3)


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def check_picture(mode: str, picture: Any) -> None:
    """A picture is what its mode promises."""
    if mode == "rgb_array":
        assert picture.dtype == np.uint8
        assert picture.shape == PICTURE
        assert picture.std() > 10
    elif mode == "human":
        assert picture is None
    else:
        assert isinstance(picture, str)
        assert picture.startswith("<svg " if mode == "svg" else ("Mariage", "Small", "Trynka"))


@pytest.mark.parametrize(
    "game", ["mariage", *(pytest.param(game, marks=pytest.mark.slow) for game in list(MODULES)[1:])]
)
def test_pettingzoos_own_test(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = MODULES[game]
    monkeypatch.setitem(module.raw_env.metadata, "render_fps", 1000)
    assert module.env().metadata["render_modes"] == list(RENDER_MODES)
    render_test(module.env, {"svg": lambda picture: picture.startswith("<svg ")})


@pytest.mark.parametrize("mode", RENDER_MODES)
@pytest.mark.parametrize("id", ["Marriage-v0", "Trynka-v0"])
def test_the_gymnasium_side(id: str, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SoloEnv.metadata, "render_fps", 1000)
    env = gymnasium.make(id, render_mode=mode)
    check_env(env.unwrapped, skip_render_check=True)
    env.reset(seed=1)
    env.step(int(env.unwrapped.action_masks().argmax()))
    check_picture(mode, env.render())
    assert env.unwrapped._repr_svg_().startswith("<svg ")
    env.close()


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_a_batch(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    envs: Any = gymnasium.make_vec("Marriage-v0", num_envs=3, render_mode=mode)
    monkeypatch.setitem(envs.metadata, "render_fps", 1000)
    envs.reset(seed=1)
    envs.step(envs.action_masks().argmax(axis=1))
    pictures = envs.render()
    if mode == "human":
        assert pictures is None
        assert envs._pictures._window.is_open
    else:
        assert len(pictures) == 3
        for picture in pictures:
            check_picture(mode, picture)
    envs.close()
    assert not envs._pictures._window.is_open


def test_whose_view_is_rendered() -> None:
    """The learner's own hand, not the others'; open on request."""
    options: dict[str, Any] = {"seat": 2, "render_mode": "ansi", "disable_env_checker": True}
    shown = {}
    for view in ("learner", "player_2", "player_0", "open"):
        env = gymnasium.make("Marriage-v0", render_view=view, **options)
        env.reset(seed=1)
        shown[view] = str(env.render())
    assert shown["learner"] == shown["player_2"]
    assert len(set(shown.values())) == 3
    assert "??" not in shown["open"]
    assert "  ?? ??" in shown["learner"]
    default = gymnasium.make("Marriage-v0", **options)
    default.reset(seed=1)
    assert default.render() == shown["learner"]
    raw = marriage_v0.raw_env(render_mode="ansi")
    raw.reset(seed=1)
    assert "??" not in raw.render()


def test_payments_are_shown_to_a_learner_too() -> None:
    env: Any = gymnasium.make("Marriage-v0", render_mode="ansi", disable_env_checker=True)
    without: Any = gymnasium.make("Marriage-v0", disable_env_checker=True)
    for one in (env, without):
        one.reset(seed=1)
    for _ in range(20):  # the others play as they do without pictures
        action = int(env.unwrapped.action_masks().argmax())
        assert np.array_equal(env.step(action)[0], without.step(action)[0])
    assert "last events:" in env.render()
    chips = sum(np.array(event.chips) for event in env.unwrapped._games.moment(0).events)
    table = env.unwrapped._games.states["table"][0]
    assert chips.tolist() == table["chips"][:5].tolist()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"render_view": "player_5"}, "render_view='player_5': expected 'open' or 'player_0' … "),
        ({"render_view": 0}, "render_view=0"),
        ({"render_view": "learner"}, "render_view='learner'"),
        ({"render_theme": "blue"}, "render_theme='blue': expected 'light' or 'dark'"),
        ({"render_theme": None}, "render_theme=None"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        marriage_v0.raw_env(**options)


@pytest.mark.parametrize(("mode", "module"), [("rgb_array", "PIL.Image"), ("human", "pygame")])
def test_a_missing_library_is_named(
    mode: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingLibrary, match=r"pip install 'marriage-env\[(render|human)\]'"):
        check_render_mode(mode)
    with pytest.raises(TypeError):  # what Stable-Baselines3 understands
        marriage_v0.raw_env(render_mode=mode)
    assert check_render_mode("svg") == "svg"


def test_a_window_closed_by_its_user_stays_closed() -> None:
    pygame = pytest.importorskip("pygame")
    window, picture = Window("Mariage"), np.zeros((60, 80, 3), np.uint8)
    window.show(picture, 1000)
    assert window.is_open
    assert not copy.deepcopy(window).is_open
    assert not pickle.loads(pickle.dumps(window)).is_open
    window.show(np.zeros((30, 40, 3), np.uint8), 1000)
    assert pygame.display.get_surface().get_size() == (40, 30)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.show(picture, 1000)
    assert not window.is_open
    window.show(picture, 1000)
    assert not window.is_open
    window.close()


def test_a_copy_shows_nothing_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(marriage_v0.raw_env.metadata, "render_fps", 1000)
    env = marriage_v0.raw_env(render_mode="human")
    env.reset(seed=1)
    env.close()
    twin = env.clone()
    twin.step(int(twin.observe(twin.agent_selection)["action_mask"].argmax()))
    assert not twin._pictures._window.is_open
    thawed = pickle.loads(pickle.dumps(env))
    thawed.render()
    assert thawed._pictures._window.is_open
    thawed.close()


def test_tiles() -> None:
    picture = np.full((6, 8, 3), 7, np.uint8)
    assert tiled([picture]) is picture
    assert tiled([picture] * 3).shape == (6, 8, 3)
    many = tiled([picture] * (MOST_TILES + 1))
    assert many.shape == (4, 8, 3)
    assert (many == 7).all()


def test_pictures_of_notebooks() -> None:
    env = marriage_v0.env()
    assert env.unwrapped._repr_svg_() is None
    env.reset(seed=1)
    assert "all hands open" in env.unwrapped._repr_svg_()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_equal_moments_give_equal_pictures(theme: str) -> None:
    first, second = (
        [env.render() for env in moments("mariage", 5, 3, render_mode="svg", render_theme=theme)]
        for _ in range(2)
    )
    assert first == second
    assert len(set(first)) == len(first)
