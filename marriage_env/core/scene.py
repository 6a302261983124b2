"""`Scene`: what a picture of the table shows, in plain values, the same for every game.

A game makes it from one seat's VIEW or from the whole STATE; `marriage_env.render` lays it out and
draws it. A scene made from a VIEW has no card that its seat does not see: others' cards lie face
down. Cards are ids, suits 0 to 3, and -1 is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

FACE_DOWN = -1


class Turn(Enum):
    """Whether a seat is to act."""

    NO = "no"
    TO_ACT = "to act"
    NEXT = "next"  # by what lies open; a question to another seat may come before


class Mark(Enum):
    """What is special about a card that was laid."""

    NONE = ""
    OUT_OF_TURN = "out of turn"  # the queen called by her king
    CALLED_HER = "called her"  # the king that called her
    REVOKE = "revoke"


class PlaceKind(Enum):
    """What the chips on the table lie in."""

    BOX = "box"
    DOUBLE = "double"
    SAUCER = "saucer"


@dataclass(frozen=True)
class HeldCard:
    """A card in a hand."""

    card: int  # FACE_DOWN: the onlooker does not see it
    known: bool = False  # everyone at the table knows that it is there
    legal: bool = False  # it may be laid now


@dataclass(frozen=True)
class LaidCard:
    """A card in the trick or on the pile."""

    card: int
    seat: int  # who laid it
    order: int  # from 1
    mark: Mark = Mark.NONE
    takes: bool = False  # it took the trick, or the marriage that it belongs to did


@dataclass(frozen=True)
class Place:
    """A place for chips on the table, and what wins them."""

    name: str
    kind: PlaceKind
    chips: int
    cards: tuple[int, ...] = ()  # what wins it, where these are certain cards
    wins: str = ""  # else in words


@dataclass(frozen=True)
class Seat:
    """A player."""

    seat: int
    chips: int  # won and lost since the match began
    hand: tuple[HeldCard, ...]
    tricks: int | None = None  # won in this deal; None: the game has none
    dealer: bool = False
    turn: Turn = Turn.NO
    note: str = ""  # what it is to do, or has just done


@dataclass(frozen=True)
class Scene:
    """The table at one moment."""

    title: str
    deal: int  # from 1
    deals: int
    observer: int | None  # whose view it is; None: every hand lies open
    seats: tuple[Seat, ...]
    hand_cards: int  # the most cards that a hand of this game can have
    places: tuple[Place, ...] = ()
    turn_up: int = -1
    trump: int = -1
    tricks: int = 0  # of a deal; 0: the game has none, cards go onto a pile
    trick: int = 0  # the trick that lies on the table, from 1
    laid: tuple[LaidCard, ...] = ()  # the trick, or the pile, in order of play
    taken_by: int = -1  # who has taken this trick
    over: bool = False  # the match is over
