"""Labels of information sets: 64-bit hashes of what a seat may know of a deal.

A label is made of the observation without what earlier deals of the match left: their number, and
the chips won in them. As observations are relative to the seat, it holds wherever the dealer sits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.game import Game

_START, _PRIME = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)  # FNV-1a
_MIX, _HALF = np.uint64(0xFF51AFD7ED558CCD), np.uint64(32)


@jit
def label_of(row):
    """The hash of a row of integers, each taken modulo 2**64."""
    found = _START
    for place in range(row.shape[0]):
        found = (found ^ np.uint64(np.int64(row[place]))) * _PRIME
        found ^= found >> _HALF
    found = (found ^ (found >> _HALF)) * _MIX
    return np.int64(found ^ (found >> _HALF))


@jit
def forget_match(views, j):
    """Take from a view what earlier deals of the match left."""
    t = views[j].table
    t.deal = 0
    t.deals = 1
    t.chips[:] = 0


@jit
def _write_labels(observations, labels):
    for k in range(observations.shape[0]):
        labels[k] = label_of(observations[k])


def labels_of(game: Game, views: np.ndarray[Any, Any]) -> NDArray[np.int64]:
    """(B,) labels of (B,) VIEW records of games with equally many players."""
    if not len(views):
        return np.zeros(0, np.int64)
    kept = views.copy()
    kept["table"]["deal"], kept["table"]["deals"], kept["table"]["chips"] = 0, 1, 0
    length = game.layout.length(int(views["table"]["num_players"][0]))
    observations = np.zeros((len(views), length), np.int8)
    game.loops.encode_views(kept, observations)
    labels = np.zeros(len(views), np.int64)
    _write_labels(observations, labels)
    return labels
