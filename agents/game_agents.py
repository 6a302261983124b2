"""`GameAgents`: what agents, training and evaluation need to know of a game, on one page.

`agents_of` finds it by the name of the game's folder: `agents/<game>/descriptor.py` exports it as
`AGENTS`. It stands beside `marriage_env.game.Game`, which says what interfaces need to know of the
rules engine. Search (`agents.search`), learning (`agents.learned`, `train`) and evaluation (`eval`)
are written once for every game and read everything that differs from here. A part that a game
lacks is None, and whoever needs it raises the ValueError of `required`.

Words: B is the number of decisions in a batch, VIEW and STATE are the game's record types.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from agents.protocol import Agent
from marriage_env.game import game_named

_Part = TypeVar("_Part")


@dataclass(frozen=True)
class BuiltIn:
    """A built-in agent: how it is made, and what it is in one line."""

    make: Callable[..., Agent]  # takes `options` and `specs` as keywords
    line: str
    options: tuple[str, ...] = ()  # keywords of `make` that a spec string may set
    specs: tuple[str, ...] = ()  # keywords that a spec string must set, each to another agent
    example: str = ""  # the options that a spec needs at least

    def keywords(self) -> Set[str]:
        """The keywords that `make` takes."""
        return inspect.signature(self.make).parameters.keys()

    def defaults(self) -> dict[str, Any]:
        """The options with their defaults, read off the signature."""
        parameters = inspect.signature(self.make).parameters
        return {name: parameters[name].default for name in self.options}

    def options_text(self) -> str:
        """The options, with their defaults."""
        known = [f"{name}=AGENT" for name in self.specs]
        known += [f"{key}={value}" for key, value in self.defaults().items()]
        return ", ".join(known) or "none"


@dataclass(frozen=True)
class Features:
    """The numbers that a learned agent reads off a view, in place of the raw observation.

    A row of features has four parts, in this order: the table; each card in hand, `card_width`
    numbers for each of `slots` (zeros for an empty slot); the slots' card ids (the id after the
    game's last action for an empty slot); and one number that is 0 but in training
    (`agents.learned.forecast`).
    """

    version: int  # stored in checkpoints: another version is refused
    slots: int  # the largest hand
    card_width: int
    # The length of a row when the table's part has room for so many seats.
    width: Callable[[int], int]
    # Views (B,) VIEW and the number of seats: (B, width) float32.
    encode_views: Callable[[np.ndarray[Any, Any], int], NDArray[np.float32]]
    # Fields of the rules that no feature shows: training for any rules keeps their defaults.
    unshown_rules: tuple[str, ...] = ()
    # What training for any rules samples from for a number among the rules; 0 and 1 if not named.
    sampled_numbers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Playout:
    """How a sampled world is played to the end of the deal, in compiled code.

    `settings(exact, at_random)` makes the tuple that the functions below take as `playing`, with
    scratch space of its own, so that each thread needs one. `exact` is the number of cards a hand
    has left when exact play with open hands takes over, from 0 (never) to `most_exact`; until then
    the heuristic agent plays, or random legal actions if `at_random`.
    """

    settings: Callable[[int, bool], Any]
    # (stack, playing, scratch, stream, chance, log, chips): plays `stack[1]`, a STATE record in its
    # last deal, to the end of the deal and writes every seat's chips then into `chips`, int32.
    # `stack` has `stack_size` STATE records, `scratch` (1,) VIEW, `stream` (4,) uint32 the random
    # stream; `chance` and `log` are those of the game's `apply`.
    play_out: Callable[..., None]
    # (views, k, legal, playing): the action in `views[k]` if it needs no search, else -1; `legal`
    # is the set of legal actions as an int64.
    choose_unsearched: Callable[..., int]
    stack_size: int = 2
    most_exact: int = 0
    # (g, playing): whether exact play takes over in the STATE record `g`, where a tree search need
    # not go deeper. None: the game has no tree search.
    is_exact: Callable[..., bool] | None = None


@dataclass(frozen=True)
class Suite:
    """The matches of the standard suite (`eval bench`)."""

    opponents: tuple[str, ...]  # specs of heuristics
    search: str  # spec of the opponent that searches
    rules: tuple[str, ...]  # presets
    search_deals: Mapping[int, int]  # duplicate deals against search, by number of players


@dataclass(frozen=True)
class GameAgents:
    """A game as agents, training and evaluation see it; ValueError for what cannot be."""

    game: str  # the name of its folder in `marriage_env` and in `agents`
    built_in: Mapping[str, BuiltIn]  # by the name that begins their specs, weakest first
    features: Features | None = None  # None: no learning
    playout: Playout | None = None  # None: no search by heuristic playouts, and no forecasts
    # Exact play when every hand is open: (B,) STATE and a place in it give the best action, every
    # seat's chips at the end of the deal (players,) int32, and the number of positions searched.
    open_hand: Callable[[np.ndarray[Any, Any], int], tuple[int, NDArray[np.int32], int]] | None = (
        None
    )
    suite: Suite | None = None
    exploiters: tuple[str, ...] = ()  # specs of heuristics that `eval exploit` tries
    pretrained: tuple[str, ...] = ()  # names of the checkpoints in agents/pretrained
    speed_players: tuple[int, ...] = ()  # numbers of players that speed is measured with

    def __post_init__(self) -> None:
        kind = game_named(self.game)
        for name, entry in self.built_in.items():
            unknown = {*entry.options, *entry.specs} - entry.keywords()
            self._check(not unknown, f"built_in[{name!r}].make takes no {', '.join(unknown)}")
        suite = self.suite
        specs = (*self.exploiters, *((*suite.opponents, suite.search) if suite else ()))
        for spec in specs:
            self._check(spec.partition(":")[0] in self.built_in, f"{spec!r} is not built in")
        if suite is not None:
            self._check(set(suite.rules) <= set(kind.presets), "suite.rules: unknown preset")
            players = set(suite.search_deals)
            self._check(players <= set(kind.players), "suite.search_deals: players out of range")
        players = set(self.speed_players)
        self._check(players <= set(kind.players), "speed_players: players out of range")
        if self.playout is not None:
            self._check(self.playout.stack_size >= 2, "playout.stack_size: expected at least 2")

    def _check(self, holds: bool, what: str) -> None:
        if not holds:
            raise ValueError(f"the agents of {self.game}: {what}")


@cache
def agents_of(game: str) -> GameAgents:
    """The descriptor of a game's agents; ValueError names the games that there are."""
    game_named(game)
    found: GameAgents = import_module(f"agents.{game}.descriptor").AGENTS
    return found


def required(part: _Part | None, name: str, game: str) -> _Part:
    """A part of a game's descriptor; ValueError if the game has none."""
    if part is None:
        raise ValueError(f"{game} has no {name}")
    return part


def features_of(game: str) -> Features:
    """The features of a game; ValueError if it has none."""
    return required(agents_of(game).features, "features for learned agents", game)


def playout_of(game: str) -> Playout:
    """The playout of a game; ValueError if it has none."""
    return required(agents_of(game).playout, "heuristic playout", game)
