"""An illegal action never pays: its penalty is below whatever legal play can still cost."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from marriage_env import Accidents, Rules, marriage_v0, trynka_v0
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.game import Game, game_named
from marriage_env.interfaces.penalty import illegal_rewards
from marriage_env.mariage.rules import PRESETS
from marriage_env.small_mariage import Rules as SmallRules
from marriage_env.trynka import Rules as TrynkaRules
from tests.play import HARD

DEARER = Rules(
    offences="all",
    declarations="voluntary",
    stake=3,
    point_stake=40,
    queen_fine=1000,
    revoke_fine=90,
    faulty_pack_fine=True,
)
CHEAP = Rules(queen_fine=0, revoke_fine=0, offences="all", contribution="point")
MARIAGE = [*(Rules.preset(name) for name in PRESETS), HARD, DEARER, CHEAP]
TRYNKA = [
    TrynkaRules.typical(),
    TrynkaRules.nain_jaune(),
    TrynkaRules(ends="all_out", card_stake=7, saucer_stake=0),
    TrynkaRules(offences="none", out_pay=9),
]
SMALL = [
    SmallRules.typical(),
    SmallRules.tiny(),
    SmallRules(suits=4, hand_cards=3, table_marriage="queen", queen_fine=0, trick_prize=9),
    SmallRules(queen_fine=50, follow="suit"),
    SmallRules(offences="none"),
]
ALL_ACCIDENTS = Accidents(misdeal=0.3, faulty_pack=0.7, missed_deal=0.3)


class Match:
    """One match of a game, with the penalties that every seat could have had on its way."""

    def __init__(self, game: Game, players: int, rules, accidents, seed: int) -> None:
        self.game, self.players = game, players
        self.states = game.new_games(1, game.match(players, rules, accidents, 2))
        self.states["stream"][0] = stream_of(child_seeds(seed, 1)[0])
        self.chance = game.chance_rows(None, players)
        game.reset(self.states, 0, self.chance, game.no_log, -1)
        self.most_lost = game.most_lost(players, rules)
        self.chips = self.states["table"]["chips"]
        self.bounds: list[tuple[int, float]] = []  # a seat, and its chips after an illegal action

    def legal(self) -> list[int]:
        """The legal actions."""
        return [a for a in range(self.game.num_actions) if int(self.states["legal"][0]) >> a & 1]

    def note(self) -> None:
        """Remember with how many chips each seat would end, if it broke the match off now."""
        seats = np.arange(self.players)
        booked = np.zeros(self.players, np.int64)
        games = np.zeros(self.players, np.int64)
        rewards = illegal_rewards(self.game, self.most_lost, self.states, games, seats, booked)
        self.bounds += list(zip(seats.tolist(), rewards.tolist(), strict=True))

    def costs(self, action: int, seat: int) -> int:
        """The chips of a seat after an action, which is not made."""
        there = self.states.copy()
        self.game.apply(there, 0, self.chance, self.game.no_log, action)
        return int(there["table"]["chips"][0, seat])

    def play(self, rng: np.random.Generator, victim: int) -> None:
        """To the end: `victim` loses what it can, the others move at random."""
        while self.states["seat"][0] >= 0:
            self.note()
            actions = self.legal()
            if self.states["seat"][0] == victim:
                action = min(actions, key=lambda one: (self.costs(one, victim), -one))
            else:
                action = int(rng.choice(actions))
            assert self.game.apply(self.states, 0, self.chance, self.game.no_log, action)

    def check(self) -> None:
        """No seat has ended with as little as breaking off would have left it."""
        for seat, bound in self.bounds:
            assert self.chips[0, seat] > bound


def play_all(name: str, kinds, accidents, matches: int) -> None:
    """Matches of all numbers of players under all these rules."""
    game = game_named(name)
    for seed in range(matches):
        rng = np.random.default_rng(seed)
        players = game.players[seed % len(game.players)]
        rules = kinds[seed % len(kinds)]
        match = Match(game, players, rules, accidents if seed % 2 else None, seed)
        match.play(rng, victim=seed % 3 - 1)  # every third match without one
        match.check()


def test_no_legal_play_of_mariage_costs_as_much_as_an_illegal_action():
    play_all("mariage", MARIAGE, ALL_ACCIDENTS, 36)


def test_no_legal_play_of_trynka_costs_as_much_as_an_illegal_action():
    play_all("trynka", TRYNKA, None, 24)


def test_no_legal_play_of_small_mariage_costs_as_much_as_an_illegal_action():
    play_all("small_mariage", SMALL, None, 60)


@pytest.mark.slow
def test_no_legal_play_of_many_matches_costs_as_much_as_an_illegal_action():
    play_all("mariage", MARIAGE, ALL_ACCIDENTS, 1500)
    play_all("trynka", TRYNKA, None, 800)
    play_all("small_mariage", SMALL, None, 3000)


def ended_at_once(env) -> float:
    """The return of a match that the first action ends."""
    env.reset(seed=4)
    illegal = int(np.flatnonzero(~env.unwrapped.action_masks())[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert terminated
    assert info["illegal_action"]
    return reward


@pytest.mark.parametrize("name", ["Marriage-v0", "Trynka-v0", "SmallMariage-v0"])
def test_legal_play_returns_more_on_average_than_ending_the_match_at_once(name):
    batch = gymnasium.make_vec(name, num_envs=200)
    _, info = batch.reset(seed=1)
    rng, totals, played = np.random.default_rng(1), np.zeros(200), np.ones(200, bool)
    while played.any():
        actions = (rng.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
        _, rewards, over, _, info = batch.step(actions)
        totals[played] += rewards[played]
        played &= ~over
    assert ended_at_once(gymnasium.make(name, disable_env_checker=True)) < totals.min()


@pytest.mark.parametrize("name", ["Marriage-v0", "Trynka-v0"])
def test_the_batch_and_the_single_game_and_pettingzoo_give_the_same_penalty(name):
    single = gymnasium.make(name, disable_env_checker=True, seat=2, deals=3)
    batch = gymnasium.make_vec(name, num_envs=2, seat=2, deals=3)
    _, info = batch.reset(seed=4)
    illegal = int(np.flatnonzero(info["action_mask"][0] == 0)[0])
    actions = info["action_mask"].argmax(axis=1)
    actions[0] = illegal
    _, rewards, over, _, info = batch.step(actions)
    assert info["illegal_action"].tolist() == [True, False] == over.tolist()
    assert rewards[0] == ended_at_once(single)
    env = (marriage_v0 if name == "Marriage-v0" else trynka_v0).env(deals=3)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    game = env.unwrapped.game
    assert env.rewards[agent] <= -3 * game.most_lost(5, game.rules()) - 1
    assert sum(env.rewards.values()) == env.rewards[agent]


def test_fewer_deals_left_cost_less():
    env = gymnasium.make("Marriage-v0", disable_env_checker=True).unwrapped
    first = ended_at_once(env)
    _, info = env.reset(seed=4)
    while env._games.states["table"]["deal"][0] < 4:
        *_, info = env.step(int(info["action_mask"].argmax()))
    last = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))[1]
    assert first < 3 * last < 0


@pytest.mark.parametrize("reward", [0, -2.5, np.float32(-7), np.int8(-4)])
def test_the_reward_can_be_given(reward):
    assert ended_at_once(
        gymnasium.make("Marriage-v0", illegal_reward=reward, disable_env_checker=True)
    ) == float(reward)
    env = trynka_v0.env(illegal_reward=reward)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(53)
    assert env.rewards[agent] == float(reward)


@pytest.mark.parametrize("reward", [float("nan"), float("-inf"), "-1", True, [1], 10**400])
def test_a_reward_that_is_no_finite_number_is_named(reward):
    for make in (
        lambda **one: gymnasium.make("Marriage-v0", **one),
        lambda **one: gymnasium.make_vec("Trynka-v0", num_envs=2, **one),
        marriage_v0.env,
        trynka_v0.env,
    ):
        with pytest.raises(ValueError, match="illegal_reward="):
            make(illegal_reward=reward)
