"""What a picture of Trynka's table shows (marriage_env.core.scene), of a VIEW or a STATE.

Of whose turn it is a VIEW shows its own seat's alone: a pass that costs nothing is not seen (T4.3).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.core import trick_scene as parts
from marriage_env.core.cards import parse_card
from marriage_env.core.scene import LaidCard, Place, PlaceKind, Scene, Seat, Turn
from marriage_env.trynka.state import NUM_DOUBLES, PLACE_NAMES, How, Phase

_NOTES = {Phase.BEGIN: "to begin a pile", Phase.TURN: "to go on", Phase.KING: "asked for K♣"}
_MARRIAGE = (parse_card("KC"), parse_card("QC"))


def scene(records: np.ndarray[Any, Any], legal: int = 0) -> Scene:
    """The table of (1,) VIEW or STATE; `legal` are the actions of a VIEW's seat if it is to act."""
    record = records[0]
    table = record["table"]
    players = int(table["num_players"])
    return Scene(
        title="Trynka",
        deal=min(int(table["deal"]) + 1, int(table["deals"])),
        deals=int(table["deals"]),
        observer=None if parts.is_open(records) else int(record["seat"]),
        seats=tuple(_seat(record, seat, legal) for seat in range(players)),
        hand_cards=-(-_cards(players) // players),
        places=_places(table),
        laid=_pile(table),
        over=bool(table["deal"] >= table["deals"]),
    )


def _cards(players: int) -> int:
    """T1: how many cards the pack has."""
    return 36 if players <= 6 else 52


def _places(table: Any) -> tuple[Place, ...]:
    """T2: the six doubles and the two saucers."""
    places = []
    for number, (name, chips) in enumerate(zip(PLACE_NAMES, table["places"], strict=True)):
        if number < NUM_DOUBLES:
            places.append(Place(name, PlaceKind.DOUBLE, int(chips), (parse_card(name),)))
        elif name == "MARIAGE":
            places.append(Place(name, PlaceKind.SAUCER, int(chips), _MARRIAGE))
        else:
            places.append(Place(name, PlaceKind.SAUCER, int(chips), wins="run of clubs"))
    return tuple(places)


def _pile(table: Any) -> tuple[LaidCard, ...]:
    """T4: the cards of the pile being laid, from its first."""
    number = int(table["number"])
    began = [place for place in range(number) if table["how"][place] == How.BEGAN]
    pile = range(began[-1] if began else 0, number)
    laid, layer = table["laid"], table["layer"]
    return tuple(
        LaidCard(int(laid[place]), int(layer[place]), order) for order, place in enumerate(pile, 1)
    )


def _seat(record: Any, seat: int, legal: int) -> Seat:
    table = record["table"]
    players, dealer = int(table["num_players"]), int(table["dealer"])
    shares, more = divmod(_cards(players), players)
    dealt = shares + ((seat - dealer - 1) % players < more)  # T1: one at a time from the eldest
    size = dealt - int((table["layer"][: int(table["number"])] == seat).sum())
    phase = parts.phase_of(record, seat)
    return Seat(
        seat=seat,
        chips=int(table["chips"][seat]),
        hand=parts.hand_of(record, seat, size, parts.legal_of(record, seat, legal)),
        dealer=dealer == seat,
        turn=Turn.TO_ACT if phase else Turn.NO,
        note=_NOTES.get(Phase(phase), ""),
    )
