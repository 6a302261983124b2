"""Measuring the built-in agents of a game."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import load
from agents.arena.decision_cost import microseconds
from agents.arena.duplicate import measure_gain
from agents.arena.lockstep import Player, move, not_over, play_in_lockstep
from agents.arena.setting import Setting
from agents.game_agents import agents_of
from eval.strength.result import OpenHandSize, PairGain, QueensKeptBack, StrengthResult
from marriage_env import VectorEnv
from marriage_env.core.rng import Purpose, child_seeds, seed_for
from marriage_env.game import DEFAULT_GAME, game_named

WORLDS = (1, 4, 16, 64, 256)
_OPEN_HAND_SECONDS = 20.0
_OPEN_HANDS = ((5, 2), (5, 3), (5, 4), (7, 2), (7, 3), (10, 2), (10, 3))  # players, cards
_TRICKS = 5  # of a deal of a game with open-hand search
_QUEENS = "queens kept back"  # as the game's statistics call this habit
# Children of the seed; those before are of agents.arena.setting.
_OF_OPEN_HANDS, _OF_KEPT_BACK = 3, 4

OpenHand = Callable[[np.ndarray[Any, Any], int], Any]


@dataclass(frozen=True)
class Pair:
    """A duplicate match of the page."""

    a: str
    b: str
    players: int
    deals: int


def pairs(scale: float) -> list[Pair]:
    """The matches of the page, with `scale` times as many deals."""
    listed = [
        Pair(a, b, players, 20_000)
        for players in (5, 7, 10)
        for a, b in (("greedy", "random"), ("expert", "random"), ("expert", "greedy"))
    ]
    listed += [Pair(f"pimc:worlds={worlds}", "expert", 5, 1500) for worlds in WORLDS]
    listed += [Pair(f"ismcts:sims={sims}", "expert", 5, 1500) for sims in (64, 256)]
    listed += [Pair("pimc:worlds=64", "expert", players, 500) for players in (7, 10)]
    listed += [Pair("expert:withhold=1", "expert", players, 20_000) for players in (5, 7, 10)]
    return [Pair(p.a, p.b, p.players, max(2, int(p.deals * scale))) for p in listed]


def measure(scale: float, seed: int, game: str, say: Callable[[str], None]) -> StrengthResult:
    """Measure everything; `say` is told the progress.

    Raises ValueError for a game that lacks one of the agents.
    """
    listed, start = pairs(scale), time.perf_counter()
    for spec in {pair.a for pair in listed}:
        load(spec, game=game)
    matches = []
    for done, pair in enumerate(listed):
        say(f"{done}/{len(listed)} in {time.perf_counter() - start:.0f} s: {pair.a} / {pair.b}")
        matches.append(measure_pair(pair, seed, game))
    sizes = []
    if open_hand := agents_of(game).open_hand:
        for players, cards in _OPEN_HANDS:
            say(f"open hands: {players} players, {cards} cards")
            open_hand_size(open_hand, players, 1, 2, seed, game)  # compiles
            sizes.append(open_hand_size(open_hand, players, cards, 50, seed, game))
    say(_QUEENS)
    deals = max(2, int(400 * scale))
    kept = [queens_kept_back("pimc:worlds=64", players, deals, seed, game) for players in (5, 10)]
    option = "" if game == DEFAULT_GAME else f" --game {game}"
    command = f"python -m eval strength{option} --seed {seed} --scale {scale:g}"
    return StrengthResult(command, matches, sizes, [one for one in kept if one])


def measure_pair(pair: Pair, seed: int, game: str) -> PairGain:
    """One match, with the cost of A's decisions."""
    a, b = (load(spec, pair.players, game=game) for spec in (pair.a, pair.b))
    setting = Setting(
        num_players=pair.players, deals=pair.deals, seed=seed, game=game, purpose=Purpose.STRENGTH
    )
    start = time.perf_counter()
    gain = measure_gain(a, b, setting)
    seconds = round(time.perf_counter() - start, 1)
    cost = microseconds(a, game, pair.players)
    return PairGain(**vars(pair), seed=seed, gain=gain, microseconds=cost, seconds=seconds)


def _played(
    env: VectorEnv,
    spec: str,
    seed: np.random.SeedSequence,
    playing: Callable[[np.ndarray[Any, Any]], NDArray[np.bool_]],
) -> np.ndarray[Any, Any]:
    """Matches of a new environment, (B,) STATE, with one agent in all seats, while `playing`."""
    of_deals, of_players = child_seeds(seed, 2)
    env.reset(seed=of_deals)
    kind = env.game
    player = Player(load(spec, game=kind.name), np.random.default_rng(of_players))
    seating = np.zeros((env.num_envs, env.num_players), np.int64)
    play_in_lockstep(env.states, seating, [partial(move, kind, player, env.states)], playing)
    return env.states


def open_hand_size(
    open_hand: OpenHand, players: int, cards: int, deals: int, seed: int, game: str
) -> OpenHandSize:
    """Nodes and processor time of exact search at the lead with `cards` cards in every hand."""
    env = VectorEnv(deals, players, deals=1, observations=False, game=game)
    states = _played(
        env,
        "expert",
        seed_for(Purpose.STRENGTH, seed, _OF_OPEN_HANDS),
        lambda states: states["table"]["trick"] < _TRICKS - cards,
    )
    nodes, start = [], time.process_time()
    for i in range(deals):
        nodes.append(open_hand(states, i)[2])
        if time.process_time() - start > _OPEN_HAND_SECONDS:
            break
    return OpenHandSize(
        players=players,
        cards=cards,
        positions=len(nodes),
        median_nodes=float(np.median(nodes)),
        most_nodes=int(max(nodes)),
        milliseconds=(time.process_time() - start) / len(nodes) * 1e3,
    )


def queens_kept_back(
    spec: str, players: int, deals: int, seed: int, game: str
) -> QueensKeptBack | None:
    """How often a table of equal agents keeps a queen back; None if the game has no such habit."""
    env = VectorEnv(deals, players, deals=1, observations=False, game=game)
    root = seed_for(Purpose.STRENGTH, seed, _OF_KEPT_BACK)
    states = _played(env, spec, root, not_over)
    habits = game_named(game).statistics.habits
    # Counted for seat s in game s of a deal: here all are copies of the one game.
    copies = np.repeat(states[:, np.newaxis], players + 1, axis=1)
    counts = habits(copies).get(_QUEENS) if habits else None
    return None if counts is None else QueensKeptBack(spec, players, *map(int, counts))
