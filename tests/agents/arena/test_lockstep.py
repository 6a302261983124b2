"""The loop that plays games: who is called when, for which games, and the check of the chips."""

from __future__ import annotations

import numpy as np
import pytest

from agents import load
from agents.arena.duplicate import play_duplicates
from agents.arena.lockstep import actions_by_game, check_chips, play_in_lockstep
from agents.arena.setting import Setting
from marriage_env.game import game_named


def counters(seats: list[int], left: list[int]) -> np.ndarray:
    """Games in which only turns pass: who is to act, and how many turns are left."""
    states = np.zeros(len(seats), [("seat", "i1"), ("left", "i8")])
    states["seat"], states["left"] = seats, left
    return states


def passing(states: np.ndarray, calls: list, name: str):
    """A mover that passes the turn to the next of two seats."""

    def move(games):
        calls.append((name, games.tolist()))
        states["left"][games] -= 1
        states["seat"][games] = np.where(states["left"][games], 1 - states["seat"][games], -1)

    return move


def test_players_move_in_turn_in_all_their_games_until_all_are_over():
    states, calls = counters([0, 1, 0], [3, 2, 1]), []
    seating = np.array([[0, 1], [0, 1], [1, 0]])
    movers = [passing(states, calls, name) for name in "ab"]
    play_in_lockstep(states, seating, movers)
    assert calls == [("a", [0]), ("b", [1, 2]), ("a", [1]), ("b", [0]), ("a", [0])]
    assert (states["seat"] == -1).all()


def test_games_stop_where_they_are_no_longer_playing():
    states, calls = counters([0, 0], [5, 3]), []
    seating = np.zeros((2, 2), np.int64)
    movers = [passing(states, calls, "a")]
    play_in_lockstep(states, seating, movers, lambda states: states["left"] > 2)
    assert states["left"].tolist() == [2, 2]
    assert calls == [("a", [0, 1]), ("a", [0]), ("a", [0])]


def test_actions_are_listed_by_game_in_their_order():
    moves = [
        (np.array([0, 2]), np.array([5, 6])),
        (np.array([2]), np.array([7])),
        (np.array([0, 2]), np.array([8, 9])),
    ]
    assert actions_by_game(moves, 3) == [[5, 8], [], [6, 7, 9]]


def test_chips_that_came_from_nowhere_are_noticed():
    game = game_named("mariage")
    setting = Setting(deals=2, game="mariage")
    (states,) = play_duplicates(load("greedy"), load("random"), setting)
    check_chips(game, states.ravel())
    states["table"]["chips"][1, 2, 0] += 1
    with pytest.raises(RuntimeError, match="game 8: chips and what lies on the table add up to 1"):
        check_chips(game, states.ravel())


def test_trynka_s_chips_are_checked_as_well():
    setting = Setting(4, deals=2, game="trynka")
    (states,) = play_duplicates(
        load("greedy", 4, game="trynka"), load("random", 4, game="trynka"), setting
    )
    states["table"]["chips"][0, 1, 0] -= 1
    with pytest.raises(RuntimeError, match="game 1: chips and what lies on the table add up to -1"):
        check_chips(game_named("trynka"), states.ravel())
