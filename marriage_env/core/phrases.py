"""What is said to a player, before it is put into the words of a language.

A phrase is a key of a catalogue, where every language has a sentence under it, and what fills the
places of the sentence. Games make phrases; `marriage_env.cli.play.wording` puts them into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Seat(int):
    """A player, by seat."""


class Count(int):
    """A number of things, which their name has to agree with."""


class Suit(int):
    """A suit, 0 to 3 for C D H S."""


class Rank(int):
    """A rank, 0 to 12 for 2 … A."""


class Cards(int):
    """A set of cards."""


class Place(str):
    """A place for chips on the table, by its name."""

    __slots__ = ()


@dataclass(frozen=True)
class Phrase:
    """A sentence of the catalogue, and what fills its places: the types above, phrases, texts."""

    key: str
    places: Mapping[str, object] = field(default_factory=dict)


def phrase(key: str, **places: object) -> Phrase:
    """A phrase, its places given as keywords."""
    return Phrase(key, places)


class Reason(NamedTuple):
    """Why a seat may not lay some of its cards, or only for a fine."""

    cards: int  # a set
    why: Phrase


@dataclass(frozen=True)
class SpokenSeat:
    """A player in a sentence, which the verb agrees with.

    `{who:lay|lays}` is "you lay" or "seat 3 lays"; `{who:/lay|lays}` is the verb alone.
    """

    name: str
    is_reader: bool = False  # the sentence is for that player

    def __format__(self, verbs: str) -> str:
        if not verbs:
            return self.name
        own, other = verbs.lstrip("/").split("|")
        verb = own if self.is_reader else other
        return verb if verbs.startswith("/") else f"{self.name} {verb}"
