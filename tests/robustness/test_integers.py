"""Integers of every kind mean what they say; what is no integer is named and refused."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from agents import load
from agents.arena.lockstep import play_games
from agents.arena.setting import Setting
from agents.search.ismcts import ISMCTSAgent
from agents.search.pimc import PIMCAgent
from marriage_env import Accidents, Rules, VectorEnv, determinize, marriage_v0, observe, trynka_v0
from marriage_env.core.arguments import as_float, as_int, as_integers
from marriage_env.game import game_named
from marriage_env.interfaces.single_agent import SoloEnv
from marriage_env.trynka import Rules as TrynkaRules
from train.config import PPOConfig

KINDS = [int, np.int8, np.uint8, np.int16, np.uint32, np.uint64, np.array]
NONE = [True, np.True_, 1.0, np.float32(1), "1", [1], np.array([1]), np.array(1.0), 1j]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [5, 7, 10])
def test_a_table_is_the_same_whatever_counts_its_players(kind, players):
    plain = VectorEnv(2, players, deals=1)
    batch = VectorEnv(
        kind(2), num_players=kind(players), deals=kind(1), threads=kind(1), game="mariage"
    )
    for one, other in zip(plain.reset(seed=1), batch.reset(seed=kind(1)), strict=True):
        np.testing.assert_array_equal(one, other)
    env, twin = marriage_v0.env(num_players=kind(players), deals=kind(1)), marriage_v0.env(
        num_players=players, deals=1
    )  # fmt: skip
    for one in (env, twin):
        one.reset(seed=kind(7), options={"dealer": kind(3)})
        for _ in one.agent_iter():
            seen, *_, over, _, _ = one.last()
            one.step(None if over else kind(int(seen["action_mask"].argmax())))
    assert env.unwrapped.chips.tolist() == twin.unwrapped.chips.tolist()
    assert env.unwrapped.record() == twin.unwrapped.record()


@pytest.mark.parametrize("kind", KINDS)
def test_a_learner_sits_where_it_is_told(kind):
    for name in ("Marriage-v0", "Trynka-v0"):
        env = gymnasium.make(name, num_players=kind(6), seat=kind(4), deals=kind(2))
        _, info = env.reset(seed=3)
        assert info["seat"] == 4
        env.step(kind(int(info["action_mask"].argmax())))
        batch = gymnasium.make_vec(name, num_envs=int(kind(3)), num_players=kind(6), seat=kind(4))
        observations, info = batch.reset(seed=3)
        assert observations.shape == (3, env.observation_space.shape[0])
        batch.step(info["action_mask"].argmax(axis=1).astype(np.uint8))


@pytest.mark.parametrize("kind", KINDS)
def test_settings_become_plain_numbers(kind):
    assert type(Rules(stake=kind(3)).stake) is int
    assert type(TrynkaRules(out_pay=kind(3)).out_pay) is int
    assert Rules(stake=kind(3)) == Rules(stake=3)
    assert hash(Rules(stake=kind(3))) == hash(Rules(stake=3))
    assert type(Rules(hearts_king_pays=np.True_).hearts_king_pays) is bool
    assert type(Accidents(misdeal=kind(1)).misdeal) is float
    setting = Setting(kind(6), deals=kind(20), seed=kind(9), match_deals=kind(2), game="mariage")
    assert setting == Setting(6, deals=20, seed=9, match_deals=2, game="mariage")
    assert {type(value) for value in (setting.num_players, setting.deals, setting.seed)} == {int}
    config = PPOConfig(games=kind(16), threads=kind(1), seed=kind(3), clip=kind(1))
    assert [type(config.games), type(config.seed), type(config.clip)] == [int, int, float]
    assert config == PPOConfig(games=16, threads=1, seed=3, clip=1)
    assert PIMCAgent("mariage", worlds=kind(3)).name == "pimc:worlds=3"
    assert type(ISMCTSAgent("mariage", sims=kind(3))._sims) is int
    assert load("greedy", num_players=kind(5)).name == "greedy"


@pytest.mark.parametrize("wrong", NONE)
@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda one: VectorEnv(one), "num_envs"),
        (lambda one: VectorEnv(2, one), "num_players"),
        (lambda one: VectorEnv(2, deals=one), "deals"),
        (lambda one: VectorEnv(2, threads=one), "threads"),
        (lambda one: VectorEnv(2).reset(seed=one), "seed"),
        (lambda one: marriage_v0.raw_env(num_players=one), "num_players"),
        (lambda one: trynka_v0.env(deals=one), "deals"),
        (lambda one: SoloEnv(seat=one, game="mariage"), "seat"),
        (lambda one: gymnasium.make_vec("Trynka-v0", num_envs=2, num_players=one), "num_players"),
        (lambda one: Rules(stake=one), "stake"),
        (lambda one: Rules(point_stake=one), "point_stake"),
        (lambda one: TrynkaRules(card_stake=one), "card_stake"),
        (lambda one: Setting(deals=one, game="mariage"), "deals"),
        (lambda one: Setting(seed=one, game="mariage"), "seed"),
        (lambda one: PPOConfig(games=one), "games"),
        (lambda one: PIMCAgent("mariage", worlds=one), "worlds"),
        (lambda one: PIMCAgent("mariage", threads=one), "threads"),
        (lambda one: ISMCTSAgent("mariage", exact=one), "exact"),
        (lambda one: load("greedy", num_players=one), "num_players"),
        (lambda one: marriage_v0.raw_env().reset(options={"dealer": one}), "dealer"),
    ],
)
def test_what_is_no_integer_is_named(make, name, wrong):
    with pytest.raises(ValueError, match=rf"^{name}="):
        make(wrong)


@pytest.mark.parametrize("wrong", [-1, 2**31, 2**64, 10**30])
@pytest.mark.parametrize("name", ["num_envs", "num_players", "threads", "deals"])
def test_integers_out_of_range_are_named_with_what_is_allowed(name, wrong):
    with pytest.raises(ValueError, match=rf"^{name}={wrong}: expected"):
        VectorEnv(**{"num_envs": 2, name: wrong})


@pytest.mark.parametrize("wrong", [float("nan"), -0.1, 1.1, "0.5", True, None, 1j, [0.5]])
def test_what_is_no_probability_is_named(wrong):
    with pytest.raises(ValueError, match=r"^misdeal="):
        Accidents(misdeal=wrong)


def test_numbers_keep_their_value():
    assert as_int("n", np.uint64(2**64 - 1)) == 2**64 - 1
    assert as_float("x", np.array(0.25)) == 0.25
    made = as_integers("a", np.arange(6, dtype=">i2")[::2], (3,))
    assert made.dtype == np.int64
    assert made.tolist() == [0, 2, 4]
    with pytest.raises(ValueError, match="a: from 0 to 18446744073709551615"):
        as_integers("a", np.array([0, 2**64 - 1], np.uint64), (2,))


def test_seats_and_places_outside_a_table_are_refused():
    env = VectorEnv(3, deals=1)
    _, masks, _ = env.reset(seed=1)
    env.step(masks.argmax(axis=1))
    kind = game_named("mariage")
    for i, seat in ((3, 0), (-1, 0), (0, 5), (0, -1)):
        with pytest.raises(ValueError, match="expected an integer from 0 to"):
            kind.view_of(env.states, i, seat)
    for games in ([3], [-1], [0, 0], [0.5]):
        with pytest.raises(ValueError, match="games"):
            kind.look(env.states, games)
    for name in ("reset", "apply"):
        with pytest.raises(IndexError, match="no such game"):
            getattr(kind, name)(env.states, 3, kind.chance_rows(None, 5), kind.no_log, 0)
    agent = (load("greedy"), np.random.default_rng(1))
    for seating in (np.ones((3, 5), int), -np.ones((3, 5), int), np.zeros((3, 4), int)):
        with pytest.raises(ValueError, match="seating"):
            play_games("mariage", [agent], env.states.copy(), seating)


def test_a_view_of_no_game_is_refused():
    env = marriage_v0.raw_env()
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for field, value in (("num_players", 11), ("dealer", 7), ("trick", 6), ("turn_up", 52)):
        view = env.view("player_0")
        view["table"][field] = value
        with pytest.raises(ValueError, match=r"expected|no game"):
            determinize(view, rng)
    with pytest.raises(ValueError, match="records"):
        game_named("mariage").determinize(trynka_view(), rng)
    assert determinize(trynka_view(), rng).dtype == game_named("trynka").state
    for no_view in (env._states, None, np.zeros(1)):
        for function in (observe, lambda view: determinize(view, rng)):
            with pytest.raises(ValueError, match="expected VIEW records of a game"):
                function(no_view)
    for worlds in (0, -1, 1.5, True):
        with pytest.raises(ValueError, match="worlds="):
            determinize(env.view("player_0"), rng, worlds)
    assert len(determinize(env.view("player_0"), rng, np.uint8(200))) == 200


def trynka_view():
    """A view of the other game."""
    env = trynka_v0.raw_env()
    env.reset(seed=1)
    return env.view("player_0")
