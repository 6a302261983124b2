"""Parts of a scene (marriage_env.core.scene) that games with tricks and the king's call share.

`table` is a TABLE record with the fields `laid`, `kept` and `married`, each (tricks, players), and
`leader` and `taker`, each (tricks,).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.core.cards import KING, QUEEN, card_symbol, cards_of
from marriage_env.core.scene import FACE_DOWN, HeldCard, LaidCard, Mark, Turn

Records = np.ndarray[Any, Any]


def is_open(records: Records) -> bool:
    """Whether these are STATE records, with every hand, and not VIEW records."""
    return "hands" in (records.dtype.names or ())


def hand_of(record: Any, seat: int, size: int, legal: int) -> tuple[HeldCard, ...]:
    """The `size` cards of a seat's hand as the onlooker sees it, by suit and rank.

    `record` is a STATE or VIEW record, `legal` the legal actions of the seat, a set.
    """
    known = int(record["table"]["known"][seat])
    if is_open(record):
        hand = int(record["hands"][seat])
    elif record["seat"] == seat:
        hand = int(record["hand"])
    else:
        hidden = size - len(cards_of(known))
        seen = [HeldCard(card, known=True) for card in cards_of(known)]
        return (*seen, *[HeldCard(FACE_DOWN)] * hidden)
    return tuple(
        HeldCard(card, known=bool(known >> card & 1), legal=bool(legal >> card & 1))
        for card in cards_of(hand)
    )


def legal_of(record: Any, seat: int, legal: int) -> int:
    """The legal actions of a seat, a set; `legal` are those of a VIEW's seat if it is to act."""
    if is_open(record):
        return int(record["legal"]) if record["seat"] == seat else 0
    return legal if record["seat"] == seat and record["asked"] else 0


def phase_of(record: Any, seat: int) -> int:
    """The phase if the onlooker knows that this seat is to act, else 0."""
    if is_open(record):
        return int(record["phase"]) if record["seat"] == seat else 0
    return int(record["asked"]) if record["seat"] == seat else 0


def shown_trick(table: Any, tricks: int) -> int:
    """The trick that lies on the table: the one under way, or until that is led to the last one."""
    trick = min(int(table["trick"]), tricks - 1)
    begun = table["leader"][trick] >= 0
    return trick if begun or not trick else trick - 1


def order_of_play(table: Any, trick: int) -> list[int]:
    """The seats that have laid a card to a trick: a queen out of turn follows her king."""
    players, leader = int(table["num_players"]), int(table["leader"][trick])
    laid, married = table["laid"][trick], table["married"][trick]
    order: list[int] = []
    for step in range(players if leader >= 0 else 0):
        seat = (leader + step) % players
        if laid[seat] < 0 or seat in order or married[seat]:
            continue
        order.append(seat)
        if laid[seat] % 13 == KING:
            queen = laid[seat] - KING + QUEEN
            order += [one for one in range(players) if laid[one] == queen and married[one]]
    return order


def cards_laid(table: Any, trick: int) -> tuple[LaidCard, ...]:
    """The cards of a trick in order of play, with what is special about them."""
    laid, married, taker = table["laid"][trick], table["married"][trick], table["taker"][trick]
    revoked = table["revoked"][trick] if "revoked" in table.dtype.names else np.zeros_like(laid)
    called = {int(laid[seat]) - QUEEN + KING for seat in np.flatnonzero(married)}
    cards = []
    for number, seat in enumerate(order_of_play(table, trick), 1):
        card, mark = int(laid[seat]), Mark.NONE
        if married[seat]:
            mark = Mark.OUT_OF_TURN
        elif card in called:
            mark = Mark.CALLED_HER
        elif revoked[seat]:
            mark = Mark.REVOKE
        cards.append(LaidCard(card, seat, number, mark, takes=bool(taker == seat)))
    return tuple(cards)


def next_in_turn(table: Any, tricks: int) -> int:
    """The seat whose turn is next by what lies open, as if no queen were asked for; -1 for none."""
    trick, players = int(table["trick"]), int(table["num_players"])
    if trick >= tricks:
        return -1
    if table["leader"][trick] < 0:
        return int(table["taker"][trick - 1]) if trick else (int(table["dealer"]) + 1) % players
    laid, married = table["laid"][trick], table["married"][trick]
    last = [seat for seat in order_of_play(table, trick) if not married[seat]][-1]
    waiting = [(last + step) % players for step in range(1, players + 1)]
    return next((seat for seat in waiting if laid[seat] < 0), -1)


def turn_of(record: Any, seat: int, tricks: int) -> Turn:
    """Whether a seat is to act, or would be next by all that the onlooker knows."""
    if phase_of(record, seat):
        return Turn.TO_ACT
    if is_open(record) or record["asked"]:
        return Turn.NO
    return Turn.NEXT if next_in_turn(record["table"], tricks) == seat else Turn.NO


def kept_note(table: Any, trick: int, seat: int) -> str:
    """ "kept Q♣ back", of the queens that a seat has kept back in a trick."""
    suits = int(table["kept"][trick, seat]) if table["kept"].ndim == 2 else 0
    queens = [card_symbol(13 * suit + QUEEN) for suit in range(4) if suits >> suit & 1]
    return f"kept {' '.join(queens)} back" if queens else ""
