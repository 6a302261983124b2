"""Every learner moves in every step, and no match that is over waits for an action."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import DictInfoToList

from agents import load
from marriage_env.errors import IllegalAction
from marriage_env.game import game_named
from marriage_env.interfaces.learner_games import LearnerGames
from marriage_env.interfaces.single_agent import SoloEnv
from marriage_env.interfaces.single_agent_vector import SoloVectorEnv
from tests.robustness.snapshots import snapshot

SHORT = {"num_players": 10, "deals": 1}  # of Trynka: many a match ends before the learner is to act


def first_legal(masks: np.ndarray) -> np.ndarray:
    """The lowest legal action a row."""
    return masks.argmax(axis=-1)


@pytest.mark.parametrize("players", [6, 10])
@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_every_row_of_a_batch_moves_in_every_step(players, opponents):
    agent = load(opponents, game="trynka") if opponents else None
    env = SoloVectorEnv(64, players, opponents=agent, deals=1, game="trynka")
    _, info = env.reset(seed=1)
    for _ in range(12):
        games = env._games.states
        assert (games["seat"] == info["seat"]).all()
        assert (info["action_mask"].sum(axis=1) < 54).all()
        before = games.copy()
        *_, info = env.step(first_legal(info["action_mask"]))
        moved = [before[i].tobytes() != env._games.states[i].tobytes() for i in range(64)]
        assert all(moved)
        assert not info["illegal_action"].any()


@pytest.mark.parametrize("game", ["mariage", "trynka"])
def test_many_games_move_or_none_does(game):
    env = SoloVectorEnv(6, 5, game=game)
    _, info = env.reset(seed=3)
    kind, states = game_named(game), env._games.states
    moves = first_legal(info["action_mask"])
    moves[2] = kind.num_actions - 1
    before = states.tobytes()
    with pytest.raises(IllegalAction, match="game 2: action"):
        kind.move(states, np.arange(6), moves)
    chance = kind.chance_rows(None, 5)
    assert kind.loops.move_games(states, np.arange(6), chance, kind.no_log, moves) == 2
    assert states.tobytes() == before
    with pytest.raises(ValueError, match="each game once"):
        kind.move(states, [0, 1, 0], moves[[0, 1, 0]])


@pytest.fixture
def all_matches(monkeypatch):
    """The learner's chips after every match that begins and ends without it."""
    ended: list[int] = []
    begin = LearnerGames._begin_once

    def watched(self, games, dealer):
        begin(self, games, dealer)
        over = games[self.states["seat"][games] < 0]
        ended.extend(self.states["table"]["chips"][over, self.learners[over]].tolist())

    monkeypatch.setattr(LearnerGames, "_begin_once", watched)
    return ended


def test_skipped_matches_of_a_single_game_are_told(all_matches):
    env = SoloEnv(**SHORT, game="trynka")
    matches = chips = 0
    for seed in range(300):
        _, info = env.reset(seed=seed)
        assert env._games.states["seat"][0] == info["seat"]
        matches, chips = matches + info["skipped_matches"], chips + info["skipped_chips"]
        _, _, over, _, later = env.step(first_legal(info["action_mask"]))
        assert over or later["skipped_matches"] == info["skipped_matches"]
    assert matches == len(all_matches) > 0
    assert chips == sum(all_matches) != 0


def test_skipped_matches_of_a_batch_are_told_when_the_next_one_begins(all_matches):
    env = SoloVectorEnv(40, **SHORT, game="trynka")
    _, info = env.reset(seed=1)
    matches, chips = info["skipped_matches"].sum(), info["skipped_chips"].sum()
    for _ in range(20):
        *_, over, _, info = env.step(first_legal(info["action_mask"]))
        matches += info["skipped_matches"][over].sum()
        chips += info["skipped_chips"][over].sum()
    assert matches == len(all_matches) > 0
    assert chips == sum(all_matches) != 0


def test_a_given_match_that_ends_before_the_learner_acts_is_refused_and_changes_nothing():
    env = SoloEnv(**SHORT, game="trynka", seat=4)
    env.reset(seed=0)
    names = [f"{rank}{suit}" for suit in "CDHS" for rank in "23456789TJQKA"]
    refused = 0
    for seed in range(300):
        pack = np.random.default_rng(seed).permutation(names).tolist()
        before = snapshot(env)
        try:
            env.reset(seed=seed, options={"deck": pack, "dealer": 4})
        except ValueError as error:
            refused += 1
            assert "ends before the learner, seat 4, is to act" in str(error)  # noqa: PT017
            assert snapshot(env) == before
        else:
            assert env._games.states["seat"][0] == 4
    assert 0 < refused < 300


class Watching:
    """Plays the first legal action and remembers for whom."""

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def act(self, views, masks, rng):
        """The lowest action."""
        self.seats |= set(views["seat"].tolist())
        return first_legal(masks)


def test_no_opponent_moves_for_the_learner_at_a_table_of_many_kinds():
    table = [Watching() for _ in range(5)]
    env = SoloVectorEnv(8, 5, opponents=table, seat=2, game="mariage")
    _, info = env.reset(seed=1)
    for _ in range(30):
        *_, info = env.step(first_legal(info["action_mask"]))
    assert [one.seats for one in table] == [{0}, {1}, set(), {3}, {4}]


def test_a_match_that_ends_is_told_as_gymnasium_does_it():
    env = gymnasium.make_vec("Trynka-v0", num_envs=16, **SHORT)
    _, info = env.reset(seed=1)
    ends = 0
    for _ in range(10):
        mask = info["action_mask"]
        observations, _, over, _, info = env.step(first_legal(mask))
        if not over.any():
            assert "final_obs" not in info
            continue
        ends += over.sum()
        final = info["final_info"]
        assert (info["_final_obs"] == over).all()
        assert (info["_final_info"] == over).all()
        assert (final["_seat"] == over).all()
        assert (final["action_mask"][over] == 1).all()
        assert (info["action_mask"].sum(axis=1) < 54).all()
        assert (info["final_obs"][over] != observations[over]).any(axis=1).all()
    assert ends > 5


def test_infos_of_a_batch_can_be_made_into_lists():
    env = DictInfoToList(gymnasium.make_vec("Trynka-v0", num_envs=3, **SHORT))
    _, infos = env.reset(seed=1)
    over = np.zeros(3, bool)
    while not over.any():
        *_, over, _, infos = env.step(np.array([first_legal(one["action_mask"]) for one in infos]))
        assert [one["seat"] in range(10) for one in infos] == [True] * 3
    assert [("final_info" in one) for one in infos] == over.tolist()
