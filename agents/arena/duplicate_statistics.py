"""Statistics of duplicate matches besides the gain: by seat, by tricks, variance, distinct deals.

A few integers a deal, so that a million deals fit in memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.arena.confidence_interval import Estimate, t_interval
from agents.arena.duplicate import seat_gains
from agents.arena.setting import Setting
from marriage_env.game import game_named


@dataclass(frozen=True)
class DuplicateStatistics:
    """Arrays by deal, for D deals with n players.

    The arrays by tricks have a column for each number of tricks that a seat can win, 0 included; a
    game without tricks has one column. B's figures are those of the game without A.
    """

    gain: NDArray[np.float64]  # (D,) chips
    by_distance: NDArray[np.int32]  # (D, n) chips: A's gain in the dealer's seat, the next one, …
    squares_a: NDArray[np.int64]  # (D,) squared chips of A, summed over its seats
    deal: NDArray[np.int64]  # (D,) a hash of the dealer and the cards dealt
    seats_a: NDArray[np.int32]  # (D, tricks + 1) how many of A's seats won so many tricks
    chips_a: NDArray[np.int32]  # (D, tricks + 1) their chips
    seats_b: NDArray[np.int32]  # (D, tricks + 1) the same of B's seats
    chips_b: NDArray[np.int32]  # (D, tricks + 1)

    @property
    def has_tricks(self) -> bool:
        """Whether the game has tricks."""
        return bool(self.seats_a.shape[1] > 1)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays by name, for a file."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


class TrickFigures(NamedTuple):
    """How often seats win one number of tricks in a deal, what it brings, and its part of the gain.

    Chips are means over the seats that win so many; the gains of all numbers sum to A's gain.
    """

    tricks: int
    share_a: float  # of A's seats, those that win so many
    chips_a: float
    share_b: float
    chips_b: float
    gain: Estimate  # chips a deal


def statistics_of(game: str, states: np.ndarray[Any, Any]) -> DuplicateStatistics:
    """The statistics of finished (deals, n + 1) games, as `play_duplicates` yields them."""
    statistics = game_named(game).statistics
    n = states.shape[1] - 1
    gains, seats, table = seat_gains(states), np.arange(n), states["table"]
    won = table["won"] if statistics.tricks else np.zeros_like(table["chips"])
    columns = np.arange(statistics.tricks + 1)
    distances = (table["dealer"][:, :1] + seats) % n
    of_a = table["chips"][:, seats, seats].astype(np.int64)
    of_b = table["chips"][:, n, :n].astype(np.int64)
    seats_a, chips_a = _by_tricks(won[:, seats, seats], of_a, columns)
    seats_b, chips_b = _by_tricks(won[:, n, :n], of_b, columns)
    return DuplicateStatistics(
        gain=gains.mean(axis=1),
        by_distance=np.take_along_axis(gains, distances, axis=1).astype(np.int32),
        squares_a=(of_a**2).sum(axis=1),
        deal=_hashes(statistics.dealt(states[:, n])),
        seats_a=seats_a,
        chips_a=chips_a,
        seats_b=seats_b,
        chips_b=chips_b,
    )


def _by_tricks(
    won: NDArray[np.integer[Any]], chips: NDArray[np.int64], columns: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """By tricks won, the number of seats and the sum of their chips, from (deals, n) of each."""
    matches = won[:, :, np.newaxis] == columns
    seats = matches.sum(axis=1, dtype=np.int32)
    return seats, (matches * chips[:, :, np.newaxis]).sum(axis=1, dtype=np.int32)


def _hashes(rows: NDArray[np.int8]) -> NDArray[np.int64]:
    """A number for each row, the same for equal rows in every process."""
    digests = [blake2b(row.tobytes(), digest_size=8).digest() for row in rows]
    return np.frombuffer(b"".join(digests), np.int64)


def concatenated(parts: Sequence[DuplicateStatistics]) -> DuplicateStatistics:
    """The statistics of all deals of some parts of a match."""
    columns = zip(*(part.arrays().values() for part in parts), strict=True)
    return DuplicateStatistics(*map(np.concatenate, columns))


def statistics_from(
    arrays: Mapping[str, NDArray[Any]], setting: Setting, where: str
) -> DuplicateStatistics:
    """The statistics with these arrays from a file; ValueError unless they fit the setting.

    `where` names the file.
    """
    deals, n = len(arrays.get("gain", ())), setting.num_players
    columns = game_named(setting.game).statistics.tricks + 1
    by_tricks, by_deal = ("<i4", (deals, columns)), ("<i8", (deals,))
    expected = {
        "gain": ("<f8", (deals,)),
        "by_distance": ("<i4", (deals, n)),
        "squares_a": by_deal,
        "deal": by_deal,
        **dict.fromkeys(("seats_a", "chips_a", "seats_b", "chips_b"), by_tricks),
    }
    found = {name: (array.dtype.str, array.shape) for name, array in arrays.items()}
    if found != expected or not 0 < deals <= setting.deals:
        raise ValueError(f"{where}: damaged (no figures of at most {setting.deals} deals)")
    return DuplicateStatistics(**arrays)


def independent_variance(statistics: DuplicateStatistics) -> float:
    """The variance of a deal's gain if each of its n + 1 games had a fresh pack.

    The mean of n independent results of A, less that of a table of B's, which has little variance:
    no comparison with as many games does better without duplicate deals.
    """
    n = statistics.by_distance.shape[1]
    games = n * len(statistics.gain)
    mean = statistics.chips_a.sum() / games
    of_a = statistics.squares_a.sum() / games - mean**2
    of_table = statistics.chips_b.sum(axis=1).var() / n**2
    return float(of_a / n + of_table)


def gain_by_distance(statistics: DuplicateStatistics) -> list[Estimate]:
    """A's gain in each seat, by the seat's distance from the dealer, clockwise."""
    return [t_interval(gains) for gains in statistics.by_distance.T]


def gain_by_tricks(statistics: DuplicateStatistics) -> list[TrickFigures]:
    """For each number of tricks: how often it is won, what it brings, and its part of the gain."""
    n, deals = statistics.by_distance.shape[1], len(statistics.gain)
    rows = []
    for tricks in range(statistics.seats_a.shape[1]):
        seats_a, seats_b = (
            seats[:, tricks].sum() for seats in (statistics.seats_a, statistics.seats_b)
        )
        chips_a, chips_b = statistics.chips_a[:, tricks], statistics.chips_b[:, tricks]
        rows.append(
            TrickFigures(
                tricks=tricks,
                share_a=float(seats_a / (n * deals)),
                chips_a=float(chips_a.sum() / max(seats_a, 1)),
                share_b=float(seats_b / (n * deals)),
                chips_b=float(chips_b.sum() / max(seats_b, 1)),
                gain=t_interval((chips_a - chips_b) / n),
            )
        )
    return rows
