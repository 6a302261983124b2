"""The one loop that plays games: all of them advance together, and whoever is to act is asked.

Every round asks each player once, for its moves in all games where it is to act, so that an agent
sees large batches. Whatever plays games stands on this loop, but for two that are below it: the
opponents of a learner inside an environment (`marriage_env.interfaces.learner_games`) and the
playouts of policy search (`agents.search.policy_search`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.misplay import Misplay
from agents.protocol import Agent
from marriage_env.core.arguments import as_integers, check_records
from marriage_env.game import Game, game_named
from marriage_env.interfaces.agent_answers import WrongAnswer, move_as_answered

States = np.ndarray[Any, Any]  # STATE records of a game
Moves = list[tuple[NDArray[np.int64], NDArray[np.int64]]]  # (games, actions), in order
Mover = Callable[[NDArray[np.int64]], object]  # makes one move in each of the listed games


class Player(NamedTuple):
    """An agent, and the generator of its random choices."""

    agent: Agent
    rng: np.random.Generator


def not_over(states: States) -> NDArray[np.bool_]:
    """The games in which a seat is to act, (B,)."""
    playing: NDArray[np.bool_] = states["seat"] >= 0
    return playing


def play_in_lockstep(
    states: States,
    seating: NDArray[np.integer[Any]],
    movers: Sequence[Mover],
    playing: Callable[[States], NDArray[np.bool_]] = not_over,
) -> None:
    """Let the movers move, in their order, round by round, while any game is `playing`.

    Args:
        states: (B,) STATE of games that have begun; the movers change them.
        seating: (B, seats), the index of the mover in each seat.
        movers: who moves; each is called with the games where it is to act, if there are any.
        playing: which games go on, (B,) bool; a seat must be to act in them.
    """
    while (games := np.flatnonzero(playing(states))).size:
        to_act = seating[games, states["seat"][games]]
        for number, move in enumerate(movers):
            own = games[to_act == number]
            if own.size:
                move(own)


def begin_games(game: Game, states: States) -> None:
    """Deal the first deal of seeded games; packs are shuffled from their streams."""
    no_chance = game.chance_rows(None, game.players[0])
    game.loops.reset_games(states, 0, len(states), no_chance, game.no_log)


def move(game: Game, player: Player, states: States, games: NDArray[np.int64]) -> NDArray[np.int64]:
    """Make and return a player's moves in the listed games; Misplay if one is none or illegal."""
    views, masks = game.look(states, games)
    no_chance = game.chance_rows(None, game.players[0])
    try:
        chosen = player.agent.act(views, masks, player.rng)
        return move_as_answered(game, states, games, chosen, no_chance)
    except WrongAnswer as error:
        raise Misplay(player.agent.name, error.what, int(games[error.row])) from error
    except Misplay as error:
        raise Misplay(error.agent, error.what, int(games[error.game])) from error


def play_games(
    game: str,
    players: Sequence[Player],
    states: States,
    seating: NDArray[np.integer[Any]],
    moves: Moves | None = None,
) -> None:
    """Begin all games and play them to their ends.

    Args:
        game: its name.
        players: the agents.
        states: (B,) STATE, seeded but not begun.
        seating: (B, seats) integers, the index of the player in each seat.
        moves: a list to which every move is added, up to a misplay too.

    Raises Misplay, whose `game` is an index into `states`; and RuntimeError if chips came from
    nowhere or vanished, which the rules do not allow.
    """
    kind = game_named(game)
    check_records("states", states, kind.state)
    seating = as_integers("seating", seating, (len(states), None), 0, len(players) - 1)
    if (states["table"]["num_players"] > seating.shape[1]).any():
        raise ValueError(f"seating of shape {seating.shape}: expected a column for each seat")
    begin_games(kind, states)

    def move_and_log(player: Player, games: NDArray[np.int64]) -> None:
        chosen = move(kind, player, states, games)
        if moves is not None:
            moves.append((games, chosen))

    play_in_lockstep(states, seating, [partial(move_and_log, player) for player in players])
    check_chips(kind, states)


def actions_by_game(moves: Moves, num_games: int) -> list[list[int]]:
    """All actions of each game, in order."""
    actions: list[list[int]] = [[] for _ in range(num_games)]
    for games, chosen in moves:
        for game, action in zip(games.tolist(), chosen.tolist(), strict=True):
            actions[game].append(action)
    return actions


def check_chips(game: Game, states: States) -> None:
    """RuntimeError unless the chips of all seats and those on the table sum to 0 in every game."""
    on_table = game.chips_on_table(states).sum(axis=1, dtype=np.int64)
    sums = states["table"]["chips"].sum(axis=1, dtype=np.int64) + on_table
    if sums.any():
        first = int(np.flatnonzero(sums)[0])
        raise RuntimeError(
            f"game {first}: chips and what lies on the table add up to {sums[first]}, not to 0"
        )
