"""The speed of the engine: rollouts that never leave compiled code, and the cost of their parts."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.game_agents import agents_of
from eval.hardware import all_cores
from eval.speed.timing import Sample, pinned, repeat
from eval.speed.workload import Workload
from marriage_env.compiler.jit import records
from marriage_env.core.rng import Purpose, seed_for
from marriage_env.game import DEFAULT_GAME, Game, game_named

GAMES = 4096
SIZES = (256, 4096, 65536)
_MOVES_A_CALL = 1 << 15
SEED = 1


def players_measured(game: str) -> tuple[int, ...]:
    """The numbers of players that a game's speed is measured with."""
    return agents_of(game).speed_players


def new_rng() -> np.random.Generator:
    """The random generator of everything that is drawn to measure speed."""
    return np.random.default_rng(seed_for(Purpose.SPEED, SEED))


@dataclass(frozen=True)
class Games:
    """A batch of matches, with everything that a rollout writes."""

    game: Game
    states: np.ndarray[Any, Any]
    streams: NDArray[np.uint32]  # of the players' choices
    masks: NDArray[np.int8]
    observations: NDArray[np.int8]
    rewards: NDArray[np.int32]


def new_games(
    games: int,
    num_players: int,
    *,
    game: str,
    observed: bool = True,
    paid: bool = True,
) -> Games:
    """Matches of typical rules, with room for observations and masks, and for rewards, if asked."""
    kind = game_named(game)
    states = kind.new_states(
        games, num_players, kind.rules(), num_players, kind.check_accidents(None)
    )
    streams = new_rng().integers(1, 2**32, (2, games, 4), np.uint32)
    states["stream"] = streams[0]
    rows = games if observed else 0
    return Games(
        kind,
        states,
        streams[1],
        np.zeros((rows, kind.num_actions), np.int8),
        np.zeros((rows, kind.layout.length(num_players)), np.int8),
        np.zeros((games if paid else 0, num_players), np.int32),
    )


def bare(games: Games, low: int, high: int, moves: int) -> int:
    """Moves game by game; only states are written."""
    kind = games.game
    made: int = kind.rollouts.random_rollout(
        games.states, low, high, moves, games.streams, _no_chance(games), kind.no_log
    )
    return made


def _no_chance(games: Games) -> np.ndarray[Any, Any]:
    """Rows of given packs, without any."""
    return games.game.chance_rows(None, games.rewards.shape[1])


def observed_rollout(games: Games, low: int, high: int, moves: int) -> int:
    """Moves over the whole batch, one in every game at a time, with what `games` has room for."""
    kind = games.game
    made: int = kind.rollouts.watched_rollout(
        games.states,
        low,
        high,
        moves,
        games.streams,
        _no_chance(games),
        kind.no_log,
        records(1, kind.view),
        games.masks,
        games.observations,
        games.rewards,
    )
    return made


Rollout = Callable[[Games, int, int, int], int]


def measure(roll: Rollout, games: Games, seconds: float, threads: int = 1) -> Sample:
    """Moves that `threads` threads make, each in its slice of the batch, on as many cores."""
    size = len(games.states)
    moves = max(1, _MOVES_A_CALL // size)
    cuts = np.linspace(0, size, threads + 1).astype(int).tolist()
    with pinned(all_cores()[:threads]), ThreadPoolExecutor(threads) as pool:

        def play(part: int) -> Sample:
            low, high = cuts[part], cuts[part + 1]
            return repeat(lambda: roll(games, low, high, moves), seconds)

        if threads == 1:
            return play(0)
        parts = list(pool.map(play, range(threads)))
    rate = sum(part.count / part.seconds for part in parts)
    longest = max(part.seconds for part in parts)
    return Sample(round(rate * longest), longest, parts[0].core_share / threads)


def key_of(game: str, *parts: object) -> str:
    """The key of a workload; that of the first game does not name it."""
    return ":".join(map(str, parts if game == DEFAULT_GAME else (game, *parts)))


def rollouts(game: str) -> list[Workload]:
    """Bare moves, moves with mask and observation, and these with rewards."""
    kinds: dict[str, tuple[str, Rollout, bool, bool]] = {
        "bare": ("bare engine", bare, False, False),
        "seen": ("with mask and observation", observed_rollout, True, False),
        "paid": ("with mask, observation and rewards", observed_rollout, True, True),
    }
    made = []
    for num_players in players_measured(game):
        for kind, (what, roll, observed, paid) in kinds.items():
            games = new_games(GAMES, num_players, game=game, observed=observed, paid=paid)
            made += [_rollout(kind, what, roll, games, num_players, t) for t in (1, 2)]
    return made


def _rollout(
    kind: str, what: str, roll: Rollout, games: Games, num_players: int, threads: int
) -> Workload:
    return Workload(
        key=key_of(games.game.name, kind, num_players, threads),
        group="engine",
        what=f"{what}, {num_players} players",
        setting=f"{GAMES:,} games, {threads} thread{'s' * (threads > 1)}",
        unit="moves/s",
        measure=partial(measure, roll, games, threads=threads),
        cores=threads,
    )


def sizes(game: str) -> list[Workload]:
    """The cost of a move, one after another over batches of several sizes, 5 players.

    Beside it the least that a move with observation costs: filling its rows with zeros.
    """
    made = []
    for size in SIZES:
        games = new_games(size, 5, game=game, paid=False)
        unseen = replace(games, observations=games.observations[:0])
        kinds: dict[str, tuple[str, Callable[[float], Sample]]] = {
            "flat_bare": ("bare engine", partial(measure, observed_rollout, unseen)),
            "flat_seen": ("with mask and observation", partial(measure, observed_rollout, games)),
            "fill": ("zeros into mask and observation", partial(repeat_on_one, _fill(games))),
        }
        setting = f"{size:,} games, 5 players, 1 thread"
        made += [
            Workload(f"{kind}:{size}", "size", what, setting, "ns/move", read)
            for kind, (what, read) in kinds.items()
        ]
    return made


def _fill(games: Games) -> Callable[[], int]:
    def fill() -> int:
        games.observations.fill(0)
        games.masks.fill(0)
        return len(games.states)

    return fill


def deals(game: str, num_players: int) -> Workload:
    """The cost of a deal."""
    games = new_games(256, num_players, game=game, observed=False, paid=False)
    kind, no_chance = games.game, _no_chance(games)

    def deal() -> int:
        kind.loops.reset_games(games.states, 0, 256, no_chance, kind.no_log)
        return 256

    key = key_of(game, "deal", *([] if game == DEFAULT_GAME else [num_players]))
    what, setting = "shuffle, stakes, declarations", f"256 games, {num_players} players, 1 thread"
    return Workload(key, "size", what, setting, "ns/deal", partial(repeat_on_one, deal))


def repeat_on_one(work: Callable[[], int], seconds: float) -> Sample:
    """`repeat` on the first core alone."""
    with pinned(all_cores()[:1]):
        return repeat(work, seconds)
