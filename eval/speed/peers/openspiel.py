"""OpenSpiel's card games of tricks: its loop in C++, and loops in Python with observations.

Every action of a history counts as a move, the dealer's (chance) included, which are about half of
them; where a name ends in `.choices`, only the players' moves count.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pyspiel
from open_spiel.python.observation import make_observation

from eval.speed.timing import Meter, repeat

GAMES = ("euchre", "hearts", "spades")


def _moves(state: Any) -> int:
    return len(state.history())


def _choices(state: Any) -> int:
    return sum(move.player >= 0 for move in state.full_history())


def bots(name: str, count_of: Callable[[Any], int] = _moves) -> Meter:
    """`evaluate_bots` with uniformly random bots; the loop is C++, counting is not timed."""
    game = pyspiel.load_game(name)
    players = [
        pyspiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(game.num_players())
    ]

    seeds = itertools.count()

    def play() -> Any:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, players, next(seeds))
        return state

    return Meter(lambda seconds: repeat(play, seconds, count_of=count_of))


def loop(
    name: str,
    look: Callable[[Any], Callable[[Any], object]],
    count_of: Callable[[Any], int] = _moves,
) -> Meter:
    """Random moves from Python; `look(game)` makes what is done before each player's choice."""
    game = pyspiel.load_game(name)
    see = look(game)
    chance = random.Random(1).random

    def play() -> Any:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action = outcomes[int(chance() * len(outcomes))][0]
            else:
                legal = state.legal_actions()
                see(state)
                action = legal[int(chance() * len(legal))]
            state.apply_action(action)
        return state

    return Meter(lambda seconds: repeat(play, seconds, count_of=count_of))


def _nothing(game: Any) -> Callable[[Any], object]:
    return lambda state: None


def _tensor(game: Any) -> Callable[[Any], object]:
    """The tensor as a new list of floats, whichever of the two the game has."""
    if game.get_type().provides_observation_tensor:
        return lambda state: state.observation_tensor()
    return lambda state: state.information_state_tensor()


def _observer(game: Any) -> Callable[[Any], object]:
    """The same tensor written into an array that is used again."""
    recall = not game.get_type().provides_observation_tensor
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=recall))
    return lambda state: observation.set_from(state, state.current_player())


WORKLOADS: dict[str, Callable[[], Meter]] = {
    **{f"{name}.bots": partial(bots, name) for name in GAMES},
    **{f"{name}.python": partial(loop, name, _nothing) for name in GAMES},
    **{f"{name}.tensor": partial(loop, name, _tensor) for name in GAMES},
    **{f"{name}.observer": partial(loop, name, _observer) for name in GAMES},
    "euchre.bots.choices": partial(bots, "euchre", _choices),
    "euchre.observer.choices": partial(loop, "euchre", _observer, _choices),
}
