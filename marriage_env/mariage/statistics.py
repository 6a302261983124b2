"""What is counted of finished games of Mariage: habits of an agent, and offences.

Every hand is played out, so that the cards laid tell what was held.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.contract_parts import Statistics
from marriage_env.core.cards import KING, NUM_RANKS, QUEEN
from marriage_env.core.kings_call import queens_kept_back
from marriage_env.mariage.card_strength import FOOL
from marriage_env.mariage.rules import HAND_SIZE, FoolBeatenBy
from marriage_env.mariage.state import NUM_TRICKS

_SUITS, _HEARTS = range(4), 2


def offences(table: np.ndarray[Any, Any]) -> dict[str, float]:
    """Shares in (B,) TABLE of finished deals.

    `withheld`: of the queens asked for, those kept back (M6.3); nan if none was asked for.
    `revoked`: of the cards laid, those that were revokes (M9.1).
    """
    kept, asked = queens_kept_back(table["kept"], table["married"])
    return {
        "withheld": kept / asked if asked else float("nan"),
        "revoked": float(table["revoked"].sum() / (table["laid"] >= 0).sum()),
    }


def habits(states: np.ndarray[Any, Any]) -> dict[str, NDArray[np.int64]]:
    """Habits of an agent in finished (deals, n + 1) games, in game s of a deal in seat s.

    By name (2,) int64, how often and of how many chances:

    - `queens kept back`: of queens that were asked for (M6.3);
    - `lone kings led`: of leads with a king in hand whose queen another player may hold;
    - `fools lost`: of fools held, those in tricks that a king or queen of another took (M7.1).
    """
    table, seats = states["table"], np.arange(states.shape[1] - 1)
    games = table[:, seats]
    own = _own(games["laid"], seats)
    kept, married = (_own(games[name], seats) for name in ("kept", "married"))
    could, did = _lone_king_leads(games, own, seats)
    held = own == FOOL
    return {
        "queens kept back": np.array(queens_kept_back(kept, married), np.int64),
        "lone kings led": np.array([did.sum(), could.sum()]),
        "fools lost": np.array([(held & _taken_by_court(games, seats)).sum(), held.sum()]),
    }


def _own(by_seat: NDArray[np.int8], seats: NDArray[np.int64]) -> NDArray[np.int8]:
    """Of (deals, n, tricks, seats) what belongs to the agent's seat, (deals, n, tricks)."""
    return np.moveaxis(by_seat[:, seats, :, seats], 0, 1)


def _lone_king_leads(
    games: np.ndarray[Any, Any], own: NDArray[np.int8], seats: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """In which tricks it could lead a lone king, and in which it did, (deals, n, tricks) each."""
    could, did = np.zeros((2, *own.shape), bool)
    for trick in range(NUM_TRICKS):
        leads, hand = games["leader"][..., trick] == seats, own[..., trick:]
        for suit in _SUITS:
            king, queen = NUM_RANKS * suit + KING, NUM_RANKS * suit + QUEEN
            gone = (games["laid"][:, :, :trick] == queen).any(axis=(2, 3))
            gone |= (hand == queen).any(axis=2) | (games["turn_up"] == queen)
            lone = leads & (hand == king).any(axis=2) & ~gone
            could[..., trick] |= lone
            did[..., trick] |= lone & (own[..., trick] == king)
    return could, did


def _taken_by_court(games: np.ndarray[Any, Any], seats: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which tricks a king or queen took that beats the fool, another's, (deals, n, tricks)."""
    taker = games["taker"].astype(np.int64)
    card = np.take_along_axis(games["laid"], taker[..., np.newaxis], axis=3)[..., 0]
    court = np.isin(card % NUM_RANKS, (QUEEN, KING))
    any_suit = games["rules"]["fool_beaten_by"] == FoolBeatenBy.COURT
    beats = court & (any_suit[..., np.newaxis] | (card // NUM_RANKS == _HEARTS))
    taken: NDArray[np.bool_] = beats & (taker != seats[:, np.newaxis])
    return taken


def dealt(states: np.ndarray[Any, Any]) -> NDArray[np.int8]:
    """The dealer and the pack as far as it is dealt; the order of the talon means nothing."""
    cards = HAND_SIZE * int(states["table"]["num_players"][0]) + 1
    dealers = states["table"]["dealer"].astype(np.int8)
    return np.column_stack([dealers, states["pack"][:, :cards]])


STATISTICS = Statistics(
    habits=habits,
    offences=offences,
    tricks=NUM_TRICKS,
    dealt=dealt,
    habits_text=(
        "queens kept back of those asked for (M6.3); lone kings led of leads with a king in hand "
        "whose queen another may hold; fools lost to a king or queen of those held (M7.1)"
    ),
)
