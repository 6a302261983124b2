"""`Game`: the contract of a game, on one page: all that interfaces and agents know of one.

A game is a folder whose `game.py` makes one `Game`; `marriage_env.game_registry` announces it. Its
rules are compiled functions over numpy records: a match is one STATE record, a batch an array of
them, and what one seat may know is a VIEW record. Members and record fields are checked when a game
is made (marriage_env.contract_check): one that lacks any is refused with a ValueError naming it.

In all records seats count clockwise from 0, -1 is nobody, sets of cards and of actions are int64
with a bit for each member, and chips are int32. Actions 0 to 51 lay the card of that id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from operator import index
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import records
from marriage_env.contract_check import Field, check_members, check_record, check_reliance
from marriage_env.contract_parts import Deals, Records, Statistics, Texts
from marriage_env.core.arguments import (
    as_generator,
    as_int,
    as_integers,
    as_records,
    check_records,
    check_values,
    shown,
)
from marriage_env.core.events import MAX_PLAYERS, Event
from marriage_env.core.observation_blocks import Layout
from marriage_env.core.rule_fields import History, check_names, rules_from
from marriage_env.errors import IllegalAction
from marriage_env.game_registry import DEFAULT_GAME, GAMES
from marriage_env.kernels import game_loops, rollout
from marriage_env.kernels.worlds import Worlds, sample_worlds

__all__ = ["DEFAULT_GAME", "GAMES", "Game", "Match", "Records", "game_named", "game_of"]

Function = Callable[..., Any]

# The fields that the records of every game have. Fields besides these are the game's own affair.
TABLE_FIELDS = {  # what everyone at the table sees
    "num_players": Field("i4"),
    "dealer": Field("i4"),  # the dealer's seat
    "deal": Field("i4"),  # how many deals of the match are over
    "deals": Field("i4"),  # how many it has
    "rules": Field("V"),  # a record with a number for each field of the rules
    "chips": Field("i4", MAX_PLAYERS),  # won and lost since the match began
}
STATE_FIELDS = {  # a whole game
    "table": Field("V"),  # TABLE
    "hands": Field("i8", MAX_PLAYERS),  # sets of cards
    "legal": Field("i8"),  # the legal actions of the seat to act, a set; 0 when the match is over
    "phase": Field("i4"),  # a member of `phase`; 0 when the match is over
    "seat": Field("i4"),  # the seat to act; -1 when the match is over
    "pack": Field("i1", 52),  # of this deal in dealing order, then -1
    "packs": Field("i4"),  # packs taken since the match began, misdealt ones included
    "booked": Field("i4", MAX_PLAYERS),  # chips given out as rewards since the match began
    "stream": Field("u4", 4),  # the game's random stream (core.rng), never all zero
}
VIEW_FIELDS = {  # all that one seat may know
    "table": Field("V"),  # TABLE
    "hand": Field("i8"),  # the seat's own cards, a set
    "seat": Field("i4"),  # whose view it is
    "asked": Field("i4"),  # the phase if this seat is to act, else 0
}
CHANCE_FIELDS = {  # one pack, given from outside instead of left to chance
    "given": Field("i1"),  # 1: `pack` is dealt; 0: a shuffled one
    "pack": Field("i1", 52),  # as in STATE
}
EVIDENCE_FIELDS = {  # what a view proves; besides, kernels.card_sharing.sharing_fields
    "unseen": Field("i8"),  # the cards whose place is hidden
    "room": Field("i4", MAX_PLAYERS),  # how many of them each hand holds
    "barred": Field("i8", MAX_PLAYERS),  # those that a hand cannot hold
    "held": Field("i8", MAX_PLAYERS),  # the cards known to be in a hand
}


@dataclass(frozen=True)
class Match:
    """What kind of match is played, in checked and plain values."""

    num_players: int
    rules: Any
    accidents: Any
    deals: int


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game. `states` are (B,) STATE and `i` is a place in them."""

    name: str  # of its folder, its key in the registry

    # Rules and matches
    rules: type[Any]  # the dataclass of its rules; without arguments the default
    presets: tuple[str, ...]  # what `rules.preset` takes, the default first
    variants: Callable[[str], tuple[str, ...]]  # of a rule field with named values
    history: History  # how the rules have changed since the first version of game records
    players: range  # how many can play, within 2 to 10
    default_players: int  # how many do where no number is given
    accidents: type[Any] | None  # the dataclass of rates of accidents; None: none can happen
    # (players, rules, deals or None) to the deals of the match; ValueError names a wrong one
    check_match: Callable[[object, object, object], int]
    most_lost: Callable[[int, Any], int]  # (players, rules) to the chips one deal can cost a seat
    most_decisions: Callable[[int, Any], int]  # (players, rules) to those of one deal, all seats'

    # Records
    state: np.dtype[Any]
    view: np.dtype[Any]
    # Fields of VIEW, its TABLE or its rules that compiled code takes for places in arrays: the
    # least and the greatest value; None stands for the last seat
    view_bounds: Mapping[str, tuple[int, int | None]]
    # (games, players, rules, deals, accidents) to (games,) STATE before the match; ValueError
    new_states: Callable[[int, int, Any, int, Any], Records]
    # (options of a reset or None, players, rules) to (packs,) CHANCE; ValueError. Where no options
    # are given the rules may be left out
    chance_rows: Callable[..., Records]

    # The engine, compiled, which checks no arguments. `log` is from `new_log`, or `no_log`
    reset: Function  # (states, i, chance, log, dealer): begin a match, dealer -1 by lot
    apply: Function  # (states, i, chance, log, action): True; False if illegal, nothing changes
    write_view: Function  # (states, i, seat, views, j): what a seat may know into `views[j]`
    encode: Function  # (views, j, observation): the observation of a view, (length,) int8

    # Actions, phases, observations
    num_actions: int  # from 53 to 63
    action_name: Callable[[int], str]
    action_names: Callable[[int], list[str]]  # of a set of actions
    # Those that the others may not notice, a set: as if the seat had not been to act
    hidden_actions: int
    phase: type[IntEnum]  # what the seat to act is to do; OVER is 0
    layout: Layout  # of observations

    # Events, and chips on the table
    new_log: Callable[[], NDArray[np.int64]]  # an empty log (core.events)
    no_log: NDArray[np.int64]  # one without rows: nothing is logged
    event_of: Callable[[NDArray[Any], int], Event]  # (row of a log, players)
    places: tuple[str, ...]  # for chips on the table, by name
    chips_on_table: Callable[[Records], NDArray[np.int32]]  # (B, places) of (B,) STATE
    # (B, 10) of (B,) STATE: every seat's chips if this deal became void; None: none can
    chips_if_void: Callable[[Records], NDArray[np.int32]] | None

    # What else is told of the game
    deals: Deals  # of its records: the module `record_deals`
    texts: Texts
    statistics: Statistics
    worlds: Worlds  # sampling games that a view allows (kernels.worlds)

    # Compiled for the game here: kernels.game_loops and kernels.rollout
    loops: SimpleNamespace = field(init=False, repr=False)
    rollouts: SimpleNamespace = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the contract, and compile what every game has."""
        check_members(self, GAMES)
        check_record(self.name, "state", self.state, STATE_FIELDS)
        check_record(self.name, "state.table", self.state["table"], TABLE_FIELDS)
        check_record(self.name, "view", self.view, VIEW_FIELDS)
        chance = self.chance_rows(None, self.players[0]).dtype
        check_record(self.name, "chance_rows", chance, CHANCE_FIELDS)
        check_record(self.name, "worlds.evidence", self.worlds.evidence, EVIDENCE_FIELDS)
        check_reliance(self)
        functions = self.reset, self.apply, self.write_view, self.encode
        object.__setattr__(self, "loops", game_loops.compiled_for(self.name, *functions))
        object.__setattr__(self, "rollouts", rollout.compiled_for(self.name, self.loops))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles of an environment share the one description of their game."""
        return game_named, (self.name,)

    @property
    def env(self) -> str:
        """The name of the environment for PettingZoo and in game records."""
        return GAMES[self.name].env

    @property
    def gym_id(self) -> str:
        """The name of the environment for `gymnasium.make`."""
        return GAMES[self.name].gym_id

    def match(self, num_players: object, rules: object, accidents: object, deals: object) -> Match:
        """The kind of match that these arguments ask for; ValueError names a wrong one.

        None stands for the defaults of the game; rules are an object, a preset's name, or a mapping
        of fields in which "preset" may name what the others replace.
        """
        given = rules_from(self.rules, self.presets, rules)
        num_players = self.default_players if num_players is None else num_players
        number = self.check_match(num_players, given, deals)
        # `check_match` has found the players to be an integer.
        return Match(index(num_players), given, self.check_accidents(accidents), number)  # type: ignore[arg-type]

    def check_accidents(self, accidents: object) -> Any:
        """Rates of accidents (None: none happen); ValueError for what are none of this game's."""
        if self.accidents is None:
            if accidents is not None:
                raise ValueError(f"accidents={shown(accidents)}: none can happen in {self.env}")
            return None
        if accidents is None:
            return self.accidents()
        if isinstance(accidents, Mapping):
            return self.accidents(**check_names("accidents", self.accidents, accidents))
        if not isinstance(accidents, self.accidents):
            raise ValueError(f"accidents={shown(accidents)}: expected a marriage_env.Accidents")
        return accidents

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

    def check_places(self, states: Records, games: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """`games` as (B,) int64 places in `states`, each once, where a seat is to act."""
        check_records("states", states, self.state)
        places = as_integers("games", games, (None,), 0, len(states) - 1)
        if len(places) > 1 and np.diff(places).min() < 1 and len(np.unique(places)) < len(places):
            raise ValueError(f"games={shown(games)}: expected each game once")
        if (over := states["seat"][places] < 0).any():
            raise ValueError(f"games: game {places[over][0]} is over")
        return places

    def refusal(self, states: Records, game: int, action: int) -> str:
        """Why an action is refused in a game: "action 61 (DONE) is not legal now; legal: QH"."""
        legal = ", ".join(self.action_names(states["legal"][game]))
        name = self.action_name(action) if 0 <= action < self.num_actions else "no action"
        return f"action {action} ({name}) is not legal now; legal: {legal or 'none'}"

    def view_of(self, states: Records, i: int, seat: int) -> Records:
        """What a seat may know of game `i`: (1,) VIEW. ValueError for no such game or seat."""
        given = as_records("states", states, self.state)
        game = as_int("i", i, 0, len(given) - 1)
        players = int(given["table"]["num_players"][game])
        views = records(1, self.view)
        self.write_view(given, game, as_int("seat", seat, 0, players - 1), views, 0)
        return views

    def check_views(self, views: object, size: int | None = None) -> Records:
        """(B,) VIEW records of games with equally many players; ValueError for anything else.

        What compiled code uses as places in its arrays is in their bounds then.
        """
        given = as_records("view" if size == 1 else "views", views, self.view, size)
        if not len(given):
            return given
        table, players = given["table"], int(given["table"]["num_players"][0])
        check_values("num_players", table["num_players"], self.players[0], self.players[-1])
        if (table["num_players"] != players).any():
            raise ValueError("views: expected games of equally many players")
        bounds = {"seat": (0, None), "dealer": (0, None), **self.view_bounds}
        parts = given, table, table["rules"]
        for name, (low, high) in bounds.items():
            values = next(part[name] for part in parts if name in (part.dtype.names or ()))
            check_values(name, values, low, players - 1 if high is None else high)
        return given

    def determinize(self, view: Records, rng: np.random.Generator, worlds: int = 1) -> Records:
        """(worlds,) STATE, sampled uniformly and independently from the games that a view allows.

        `view` is (1,) VIEW; the states are ready for `apply`. ValueError names a wrong argument,
        and says if no game has such a view.
        """
        given, generator = self.check_views(view, 1), as_generator("rng", rng)
        states = records(as_int("worlds", worlds, 1, 2**31 - 1), self.state)
        return sample_worlds(self.worlds, given, generator, states)


def game_named(name: str) -> Game:
    """The game of a folder's name; ValueError names those there are."""
    if not isinstance(name, str) or name not in GAMES:
        raise ValueError(f"game={shown(name)}: expected one of {', '.join(GAMES)}")
    game: Game = import_module(f"marriage_env.{name}.game").GAME
    return game


def game_of(env: object) -> Game:
    """The game of an environment's name, "marriage_v0"; ValueError names those there are."""
    named = {ids.env: name for name, ids in GAMES.items()}
    if not isinstance(env, str) or env not in named:
        raise ValueError(f"env={shown(env)}: expected one of {', '.join(named)}")
    return game_named(named[env])
