"""How an agent handles queens, kings and the fool, counted over the games of a duplicate match.

Every hand is played out, so that the cards laid tell what was held.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from agents.arena.estimate import LEVEL
from marriage_env.core.cards import KING, NUM_RANKS, QUEEN
from marriage_env.mariage.power import FOOL
from marriage_env.mariage.rules import FoolBeatenBy
from marriage_env.mariage.state import NUM_TRICKS

WITH_HABITS = ("mariage",)  # the games whose states `conduct` reads
_SUITS, _HEARTS = range(4), 2
Counts = dict[str, NDArray[np.int64]]  # by habit: how often, of how many chances


def conduct(states: np.ndarray[Any, Any]) -> Counts:
    """Habits of agent A in finished (deals, n + 1) games, as `play_duplicates` gives them.

    - `queens kept back`: of queens that were asked for (M6.3);
    - `lone kings led`: of leads with a king in hand whose queen another player may hold;
    - `fools lost`: of fools held, those in tricks that a king or queen of another took (M7.1).
    """
    table, seats = states["table"], np.arange(states.shape[1] - 1)
    games = table[:, seats]
    kept, married, own = (_own(games[name], seats) for name in ("kept", "married", "laid"))
    queens_kept = sum(int((kept >> suit & 1).sum()) for suit in _SUITS)
    could, did = _lone_king_leads(games, own, seats)
    held = own == FOOL
    return {
        "queens kept back": np.array([queens_kept, queens_kept + int(married.sum())]),
        "lone kings led": np.array([did.sum(), could.sum()]),
        "fools lost": np.array([(held & _taken_by_court(games, seats)).sum(), held.sum()]),
    }


def _own(by_seat: NDArray[np.int8], seats: NDArray[np.int64]) -> NDArray[np.int8]:
    """Of (deals, n, tricks, seats) what belongs to A's seat, (deals, n, tricks)."""
    return np.moveaxis(by_seat[:, seats, :, seats], 0, 1)


def _lone_king_leads(
    games: np.ndarray[Any, Any], own: NDArray[np.int8], seats: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """In which tricks A could lead a lone king, and in which it did, (deals, n, tricks) each."""
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


def rate(count: int, chances: int) -> dict[str, Any]:
    """A share with Wilson's interval, which holds also where nothing ever happened."""
    row: dict[str, Any] = {"count": count, "of": chances, "share": None, "ci95": None}
    if chances:
        interval = binomtest(count, chances).proportion_ci(LEVEL, "wilson")
        row.update(share=count / chances, ci95=[float(interval.low), float(interval.high)])
    return row
