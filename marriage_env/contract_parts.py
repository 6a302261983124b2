"""Parts of the contract of a game (marriage_env.game): deals of records, texts, statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.events import Event
from marriage_env.core.phrases import Phrase, Reason
from marriage_env.core.record_parts import Part
from marriage_env.core.scene import Scene

Records = np.ndarray[Any, Any]


class Deals(Protocol):
    """The deals of a game's records (marriage_env.records): the game's module `record_deals`."""

    def read_deals(
        self, deals: list[Any], players: int, rules: Any, open_end: bool
    ) -> tuple[list[Part], Records]:
        """Every pack dealt with its actions, and the CHANCE rows; RecordError for invalid deals.

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
        """The deal just dealt in (1,) STATE, with no action yet."""
        ...


@dataclass(frozen=True, kw_only=True)
class SeatTexts:
    """The table as one seat sees it, for `python -m marriage_env play`: made from its VIEW alone.

    All functions take (1,) VIEW of the seat. `words` has a catalogue for every language: sentences
    by the keys of the phrases made here, and by `event.KIND` (those in English are
    `Texts.sentences`), `action.NAME` and `keys.NAME` for every action that is no card, `place.NAME`
    for the places for chips that are not named for a card, `title` and `aim`.
    """

    words: Mapping[str, Mapping[str, str]]
    ranks: Callable[[Records], str]  # the ranks of a suit, from the highest: "QJKAT98765432"
    lines: Callable[[Records], list[Phrase]]  # what is said above the table of seats
    columns: tuple[str, ...]  # keys of the headings of that table, besides seats and chips
    cells: Callable[[Records, int], list[list[Phrase]]]  # of a seat, one list for each column
    question: Callable[[Records], Phrase]  # what the seat is to do
    # Which of its cards the seat may not lay, or only for a fine, and why
    reasons: Callable[[Records], list[Reason]]


@dataclass(frozen=True, kw_only=True)
class Texts:
    """A game in words, for tables and score sheets in plain text."""

    title: str  # of a score sheet
    # A sentence for every kind of event, with places that `render.ansi.event_text` fills in
    sentences: Mapping[Any, str]
    table_lines: Callable[[Records], list[str]]  # of (1,) STATE: the table, every hand open
    # What a picture shows of (1,) VIEW or STATE; with a VIEW, also the legal actions of its seat if
    # it is to act, a set
    scene: Callable[..., Scene]
    payment_example: str  # of chips that moved, as the notes of a score sheet explain them
    places: str  # what the places for chips on the table are called together
    dealt: Callable[[Event], str]  # what is said of a deal besides, by its event
    headings: Callable[[Sequence[Event]], Iterator[str]]  # of each event of a pack, in order
    seat: SeatTexts  # the table as one seat sees it


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """What is counted of finished matches."""

    # (deals, n + 1) STATE of duplicate play, the agent in seat s of game s: for each habit (2,)
    # int64, how often the agent showed it and of how many chances. None: the game has none.
    habits: Callable[[Records], dict[str, NDArray[np.int64]]] | None
    # (B,) TABLE: for each offence its share of the occasions, nan where there was none.
    offences: Callable[[Records], dict[str, float]]
    # Of a deal, counted for each seat in TABLE's `won`; 0: the game has none.
    tricks: int
    # (B,) STATE: the dealer and the cards dealt last, (B, any) int8, equal for equal deals.
    dealt: Callable[[Records], NDArray[np.int8]]
    habits_text: str = ""  # in words, of what chances each of the habits is a share
