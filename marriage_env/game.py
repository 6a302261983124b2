"""`Game`: what the faces (AEC, batches, Gymnasium) need to know of a game's engine, in one place.

Every face is written once and takes a Game; `game_named` finds it by the name of its folder, where
`game.py` describes it. The games do not know each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from importlib import import_module
from operator import index
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import records
from marriage_env.core.arguments import as_integers, check_records, shown
from marriage_env.core.blocks import Layout
from marriage_env.core.events import Event
from marriage_env.core.record_parts import Part
from marriage_env.core.rule_fields import History
from marriage_env.errors import IllegalAction
from marriage_env.game_registry import DEFAULT_GAME, GAMES

__all__ = [
    "DEFAULT_GAME",
    "GAMES",
    "Game",
    "Match",
    "Statistics",
    "Texts",
    "Worlds",
    "game_named",
    "game_of",
]
Records = np.ndarray[Any, Any]
Function = Callable[..., Any]


class Deals(Protocol):
    """The deals of a game's records."""

    def read_deals(
        self, deals: list[Any], players: int, open_end: bool
    ) -> tuple[list[Part], Records]:
        """Every pack dealt with its actions, and the CHANCE rows; RecordError for what cannot be.

        `open_end`: the last deal need not be played out.
        """
        ...

    def first_dealer(self, parts: Sequence[Part], rows: Records, players: int) -> int:
        """Who is to deal first."""
        ...

    def other_options(self, rows: Records) -> dict[str, Any]:
        """What `reset(options=…)` needs besides "deck" and "dealer"."""
        ...

    def deal_begun(self, states: Records) -> dict[str, Any]:
        """The deal that lies dealt, with no action yet."""
        ...


@dataclass(frozen=True)
class Match:
    """What kind of match is played, in checked and plain values."""

    num_players: int
    rules: Any
    accidents: Any
    deals: int


@dataclass(frozen=True)
class Worlds:
    """Sampling full games from those that a view allows; compiled functions, which check nothing.

    `Game.determinize` does the same for callers from Python.
    """

    evidence: np.dtype[Any]  # EVIDENCE: what `gather` concludes from a view, and room to work in
    gather: Function  # (views, j, evidence, k): write what `views[j]` proves into `evidence[k]`
    # (table, e, seat, hand): whether a seat may hold these cards, by all that concerns it alone
    allows_hand: Function
    # (views, j, states, i, evidence, k, stream): one world into `states[i]`, when `evidence[k]` has
    # been gathered and prepared; False if none was found
    write_world: Function
    # (views, j, states, low, high, evidence, k, stream): one world into each of `states[low:high]`,
    # evidence gathered first; False if none was found
    write_worlds: Function
    # (views, j, states, i, evidence, k): whether `views[j]` allows the hands of `states[i]`
    allows: Function


@dataclass(frozen=True)
class Statistics:
    """What is counted of finished games."""

    # (deals, n + 1) STATE as duplicate play leaves them, game s with the agent in seat s: by habit
    # (2,) int64, how often the agent had it and of how many chances. None: the game has none.
    habits: Callable[[Records], dict[str, NDArray[np.int64]]] | None
    # (B,) TABLE of finished deals: by offence its share among the occasions, nan where there was
    # none.
    offences: Callable[[Records], dict[str, float]]


@dataclass(frozen=True)
class Texts:
    """The game in words, for tables and score sheets in plain text."""

    title: str  # of a score sheet
    # A sentence for every kind of event, with the places that `render.ansi.event_text` fills
    sentences: Mapping[Any, str]
    # (1,) STATE: the whole table, every hand open
    table_lines: Callable[[Records], list[str]]
    payment_example: str  # of chips that moved, as the notes of a score sheet explain it
    places: str  # what the places for chips on the table are called together
    dealt: Callable[[Event], str]  # what else is said of a deal, by its event
    headings: Callable[[Sequence[Event]], Iterator[str]]  # of every event of a pack, in order


@dataclass(frozen=True)
class Game:
    """A game as the faces see it. Functions are those of the game's engine; see there."""

    name: str  # of its folder, its key in the registry
    rules: type[Any]  # the dataclass of its rules; without arguments the default
    presets: tuple[str, ...]  # what `rules.preset` takes
    variants: Callable[[str], tuple[str, ...]]  # of a field of the rules with named ones
    history: History  # how its rules have changed since the first version of game records
    players: range  # how many can play
    accidents: type[Any] | None  # the dataclass of rates of accidents, if it has any
    check_match: Callable[[object, object, object], int]
    most_lost: Callable[[int, Any], int]  # chips that one deal can cost one seat: players, rules
    # games, players, rules, deals, accidents (None where the game has none)
    new_states: Callable[[int, int, Any, int, Any], Records]
    reset: Callable[..., Any]  # engine.reset
    apply: Callable[..., Any]  # engine.apply
    loops: SimpleNamespace  # marriage_env.kernels.game_loops, compiled for it
    rollouts: SimpleNamespace  # marriage_env.kernels.rollout, likewise
    view: np.dtype[Any]
    view_of: Callable[[Records, int, int], Records]
    state: np.dtype[Any]
    chance_rows: Callable[[Mapping[str, Any] | None, int], Records]
    num_actions: int
    action_name: Callable[[int], str]
    action_names: Callable[[int], list[str]]
    layout: Layout
    phase: type[IntEnum]
    new_log: Callable[[], NDArray[np.int64]]
    no_log: NDArray[np.int64]
    event_of: Callable[[NDArray[Any], int], Event]
    deals: Deals  # its record_deals
    places: tuple[str, ...]  # for chips on the table, by name
    # (B,) STATE: how many lie in each of them, (B, places) int32
    chips_on_table: Callable[[Records], NDArray[np.int32]]
    texts: Texts
    statistics: Statistics
    worlds: Worlds
    # view, rng, worlds: (worlds,) STATE sampled uniformly from the games that a view allows
    determinize: Callable[..., Records]

    @property
    def env(self) -> str:
        """The name of the environment, as PettingZoo and game records have it."""
        return GAMES[self.name].env

    @property
    def gym_id(self) -> str:
        """The name of the environment for `gymnasium.make`."""
        return GAMES[self.name].gym_id

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles of an environment share the one description of their game."""
        return game_named, (self.name,)

    def match(self, num_players: object, rules: object, accidents: object, deals: object) -> Match:
        """The kind of match that these arguments ask for; ValueError names a wrong one."""
        given = self.rules() if rules is None else rules
        number = self.check_match(num_players, given, deals)
        # `check_match` has found the players to be an integer.
        return Match(index(num_players), given, self.check_accidents(accidents), number)  # type: ignore[arg-type]

    def new_games(self, games: int, match: Match) -> Records:
        """`new_states` for such matches."""
        return self.new_states(games, match.num_players, match.rules, match.deals, match.accidents)

    def look(
        self, states: Records, games: NDArray[np.integer[Any]]
    ) -> tuple[Records, NDArray[np.int8]]:
        """What the seats to act in the listed games may know, and what they may do.

        (B,) VIEW records and (B, num_actions) int8 masks, the caller's own. Raises ValueError for
        games that are not there or over.
        """
        places = self.check_places(states, games)
        views = records(len(places), self.view)
        self.loops.write_views(states, places, views, 0, len(places))
        masks = np.zeros((len(places), self.num_actions), np.int8)
        self.loops.write_masks_of(states, places, masks)
        return views, masks

    def check_places(self, states: Records, games: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """`games` as (B,) int64 places in `states`, each once, where a seat is to act."""
        check_records("states", states, self.state)
        places = as_integers("games", games, (None,), 0, len(states) - 1)
        if len(places) > 1 and np.diff(places).min() < 1 and len(np.unique(places)) < len(places):
            raise ValueError(f"games={shown(games)}: expected each game once")
        if (over := states["seat"][places] < 0).any():
            raise ValueError(f"games: game {places[over][0]} is over")
        return places

    def move(self, states: Records, games: NDArray[np.integer[Any]], actions: object) -> None:
        """One move in each of the listed games, or in none: IllegalAction names the first refused.

        Packs to come are shuffled, and nothing is logged.
        """
        places = self.check_places(states, games)
        moves = as_integers("actions", actions, (len(places),))
        no_chance = self.chance_rows(None, self.players[0])
        refused = self.loops.move_games(states, places, no_chance, self.no_log, moves)
        if refused >= 0:
            game = int(places[refused])
            raise IllegalAction(f"game {game}: {self.refusal(states, game, moves[refused])}")

    def refusal(self, states: Records, game: int, action: int) -> str:
        """Why an action is refused in a game: "action 61 (DONE) is not legal now; legal: QH"."""
        legal = ", ".join(self.action_names(states["legal"][game]))
        name = self.action_name(action) if 0 <= action < self.num_actions else "no action"
        return f"action {action} ({name}) is not legal now; legal: {legal or 'none'}"

    def check_accidents(self, accidents: object) -> Any:
        """Rates of accidents (None: none happen); ValueError for what are none of this game's."""
        if self.accidents is None:
            if accidents is not None:
                raise ValueError(f"accidents={shown(accidents)}: none can happen in {self.env}")
            return None
        if accidents is None:
            return self.accidents()
        if not isinstance(accidents, self.accidents):
            raise ValueError(f"accidents={shown(accidents)}: expected a marriage_env.Accidents")
        return accidents


def game_named(name: str) -> Game:
    """The game of a folder's name; ValueError names those there are."""
    if not isinstance(name, str) or name not in GAMES:
        raise ValueError(f"game={shown(name)}: expected one of {', '.join(GAMES)}")
    game: Game = import_module(f"marriage_env.{name}.game").GAME
    return game


def game_of(env: object) -> Game:
    """The game of an environment's name, "marriage_v0"; ValueError names those there are."""
    for name, ids in GAMES.items():
        if isinstance(env, str) and env == ids.env:
            return game_named(name)
    expected = ", ".join(ids.env for ids in GAMES.values())
    raise ValueError(f"env={shown(env)}: expected one of {expected}")
