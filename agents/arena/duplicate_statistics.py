"""What the games of a duplicate match say beside the gain: seats, tricks, variance, distinct deals.

Kept a few integers a deal, so that a million deals fit in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.duplicate import seat_gains
from agents.arena.estimate import t_interval
from agents.arena.setting import Setting
from marriage_env.mariage.rules import HAND_SIZE

_TRICKS = np.arange(HAND_SIZE + 1)
Part = dict[str, NDArray[Any]]


def tally(states: np.ndarray[Any, Any]) -> Part:
    """The figures of finished (deals, n + 1) games, as `play_duplicates` gives them.

    All are arrays by deal: `gain` (deals,) chips; `by_distance` (deals, n), column 0 the dealer's
    seat, 1 the eldest's, …; of A's seats and of B's in the game without A, by tricks won:
    `seats_a`, `seats_b`, how many, and `chips_a`, `chips_b`, their chips, (deals, 6), or (deals, 1)
    in a game without tricks; `squares_a` (deals,), A's squared chips summed over seats; `deal`
    (deals,), a hash of dealer and pack.
    """
    n = states.shape[1] - 1
    gains, seats, table = seat_gains(states), np.arange(n), states["table"]
    chips = {
        "a": table["chips"][:, seats, seats].astype(np.int64),
        "b": table["chips"][:, n, :n].astype(np.int64),
    }
    won, columns = table["chips"] * 0, _TRICKS[:1]
    if "won" in (table.dtype.names or ()):
        won, columns = table["won"], _TRICKS
    tricks = {"a": won[:, seats, seats], "b": won[:, n, :n]}
    at = (table["dealer"][:, :1] + seats) % n
    part: Part = {
        "gain": gains.mean(axis=1),
        "by_distance": np.take_along_axis(gains, at, axis=1).astype(np.int32),
        "squares_a": (chips["a"] ** 2).sum(axis=1),
        "deal": _hashes(states[:, n]),
    }
    for side in "ab":
        so_many = tricks[side][:, :, np.newaxis] == columns
        part[f"seats_{side}"] = so_many.sum(axis=1, dtype=np.int32)
        won_so = so_many * chips[side][:, :, np.newaxis]
        part[f"chips_{side}"] = won_so.sum(axis=1, dtype=np.int32)
    return part


def _hashes(games: np.ndarray[Any, Any]) -> NDArray[np.int64]:
    """A number for the dealer and the cards dealt last, alike for like deals in any process."""
    n = int(games["table"]["num_players"][0])
    talon = "turn_up" in (games["table"].dtype.names or ())  # the order of its cards means nothing
    dealt = games["pack"][:, : HAND_SIZE * n + 1] if talon else games["pack"]
    rows = np.column_stack([games["table"]["dealer"].astype(np.int8), dealt])
    digests = [blake2b(row.tobytes(), digest_size=8).digest() for row in rows]
    return np.frombuffer(b"".join(digests), np.int64)


def joined(parts: Sequence[Part]) -> Part:
    """Parts of a match as one."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def check_part(part: Part, setting: Setting, where: str) -> None:
    """ValueError unless arrays from a file are figures of deals of this setting, as `tally`'s."""
    deals, n = len(part.get("gain", ())), setting.num_players
    columns = len(_TRICKS) if part.get("seats_a", _TRICKS[:0]).shape[1:] != (1,) else 1
    wide, long = ("<i4", (deals, columns)), ("<i8", (deals,))
    wanted = {
        "gain": ("<f8", (deals,)),
        "by_distance": ("<i4", (deals, n)),
        "squares_a": long,
        "deal": long,
        **dict.fromkeys(("seats_a", "chips_a", "seats_b", "chips_b"), wide),
    }
    found = {name: (array.dtype.str, array.shape) for name, array in part.items()}
    if found != wanted or not 0 < deals <= setting.deals:
        raise ValueError(f"{where}: damaged (no figures of at most {setting.deals} deals)")


def independent_variance(part: Part) -> float:
    """Variance that the gain of a deal would have with a fresh pack in each of its n + 1 games.

    The mean of n independent results of A, less that of a table of B's, which has little variance:
    no comparison with as many games does better without duplicate deals.
    """
    n = part["by_distance"].shape[1]
    games = n * len(part["gain"])
    mean = part["chips_a"].sum() / games
    of_a = part["squares_a"].sum() / games - mean**2
    of_table = part["chips_b"].sum(axis=1).var() / n**2
    return float(of_a / n + of_table)


def has_tricks(part: Part) -> bool:
    """Whether the game has tricks."""
    return bool(part["seats_a"].shape[1] > 1)


def by_distance(part: Part) -> list[dict[str, Any]]:
    """The gain of each seat, by its distance from the dealer clockwise."""
    rows = []
    for distance, gains in enumerate(part["by_distance"].T):
        gain = t_interval(gains)
        rows.append({"distance": distance, "gain": gain.mean, "ci95": gain.ci95})
    return rows


def by_tricks(part: Part) -> list[dict[str, Any]]:
    """By number of tricks: how often won, what it brought, and its part of the gain."""
    n, rows = part["by_distance"].shape[1], []
    for won in _TRICKS:
        seats = {side: part[f"seats_{side}"][:, won].sum() for side in "ab"}
        chips = {side: part[f"chips_{side}"][:, won] for side in "ab"}
        gain = t_interval((chips["a"] - chips["b"]) / n)
        row: dict[str, Any] = {"tricks": int(won)}
        for side in "ab":
            row[f"share_{side}"] = float(seats[side] / (n * len(part["gain"])))
            row[f"chips_{side}"] = float(chips[side].sum() / max(seats[side], 1))
        rows.append({**row, "gain": gain.mean, "ci95": gain.ci95})
    return rows
