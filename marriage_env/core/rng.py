"""Seeds by purpose, and a random generator for jitted code whose state lives in a game's record.

The generator is xoshiro128** (Blackman and Vigna): 128 bits of state, 32 bits per draw. It computes
with 64-bit integers that never overflow, so that it gives the same numbers jitted and not.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.core.arguments import as_int, shown
from marriage_env.core.bits import count

_MASK = 0xFFFFFFFF
_SELDOM_MORE = 4  # actions are left out before the one picked
_MOST_GAMES = 2**31 - 1
# The spawn keys of all purposes but ENVIRONMENT begin with this. Descendants of an environment's
# seed are numbered from 0, so that none of them ever has such a key.
_TAG = (0xC4A1D5E7, 0xF0B1A5E5)


class Purpose(IntEnum):
    """What randomness is used for: equal seeds for different purposes give independent streams.

    Every seeded result depends on these numbers: none is ever changed or reused.
    """

    ENVIRONMENT = 0  # `reset(seed)` of the PettingZoo environments and of VectorEnv
    LEARNER = 1  # Gymnasium's environments
    RECORD = 2
    WARM_UP = 3  # games that count for nothing
    TRAIN_PPO = 10
    TRAIN_DMC = 11
    TRAIN_DISTIL = 12
    CURVE = 13  # evaluations while training goes on
    SWEEP = 14
    TRAIN_RLLIB = 15
    MATCH = 20
    TOURNAMENT = 21
    BENCH = 22
    EXPLOIT = 23
    CEILING = 24
    REPORT = 25  # its tournament
    COMPANY = 26  # the report's agents among copies of a reference agent
    DISAGREEMENT = 27
    DEMO = 28
    STRENGTH = 29
    WORLDS = 30
    BOOTSTRAP = 31  # resampling of results
    COST = 32
    SPEED = 33
    FINE = 34
    SOLVE = 35
    PLAY = 40  # opponents and hints at a person's table


def seed_for(
    purpose: Purpose, seed: int | np.random.SeedSequence | None, *path: int
) -> np.random.SeedSequence:
    """The SeedSequence of a purpose, or its descendant at `path`.

    `seed` is an integer ≥ 0, a SeedSequence, or None for entropy from the system. That of
    ENVIRONMENT is the seed itself: its child i seeds game i of a batch. Raises ValueError for
    another seed.
    """
    if not isinstance(seed, np.random.SeedSequence):
        seed = np.random.SeedSequence(check_seed(seed))
    if not isinstance(purpose, Purpose):
        raise ValueError(f"purpose={shown(purpose)}: expected a Purpose")
    tag = () if purpose == Purpose.ENVIRONMENT else (*_TAG, int(purpose))
    return _descendant(seed, *tag, *path)


def _descendant(root: np.random.SeedSequence, *path: int) -> np.random.SeedSequence:
    """What `root.spawn` would give along `path`, without changing `root`."""
    return np.random.SeedSequence(
        root.entropy, spawn_key=(*root.spawn_key, *path), pool_size=root.pool_size
    )


def child_seeds(
    seed: int | np.random.SeedSequence | None, games: int, first: int = 0
) -> Sequence[np.random.SeedSequence]:
    """An independent SeedSequence for each game from `first` to `games` - 1, by its number alone.

    `seed` is a SeedSequence, such as `seed_for` gives; anything else is a seed of ENVIRONMENT.
    """
    games, first = as_int("games", games, 0, _MOST_GAMES), as_int("first", first, 0)
    root = seed_for(Purpose.ENVIRONMENT, seed)
    return [_descendant(root, game) for game in range(first, games)]


def check_seed(seed: object) -> int | None:
    """`seed` as a plain int or None; ValueError if it is neither, or negative."""
    return None if seed is None else as_int("seed", seed, 0, besides=", or None")


def stream_of(seed: np.random.SeedSequence) -> NDArray[np.uint32]:
    """The initial state of a stream, (4,) uint32."""
    if not isinstance(seed, np.random.SeedSequence):
        raise ValueError(f"seed={shown(seed)}: expected a numpy.random.SeedSequence")
    words = seed.generate_state(4, np.uint32).astype(np.uint32)
    if not words.any():
        words[0] = 1
    return words


@jit
def draw(stream):
    """The next 32 random bits, as an int64; advances the stream."""
    a, b = np.int64(stream[0]), np.int64(stream[1])
    c, d = np.int64(stream[2]), np.int64(stream[3])
    result, a, b, c, d = _after(a, b, c, d)
    stream[0], stream[1], stream[2], stream[3] = a, b, c, d
    return result


@jit
def below(stream, bound):
    """A uniform integer from 0 to bound - 1 (bound below 2**31), without bias (Lemire)."""
    product = draw(stream) * bound
    if (product & _MASK) < bound:
        threshold = (4294967296 - bound) % bound
        while (product & _MASK) < threshold:
            product = draw(stream) * bound
    return product >> 32


@jit
def _after(a, b, c, d):
    """`draw` on the words of a stream: (the next 32 random bits, the words after it)."""
    five = (b * 5) & _MASK
    result = ((((five << 7) | (five >> 25)) & _MASK) * 9) & _MASK
    shifted = (b << 9) & _MASK
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    return result, a, b, c, ((d << 11) | (d >> 21)) & _MASK


@jit
def shuffle(stream, cards, size, number):
    """Put a uniform choice of `size` cards, in random order, into the first `number` places.

    As `below(stream, size - place)` for each place would, but the words of the stream stay in
    registers meanwhile: for all that the compiler knows, `cards` may be a part of the stream.
    """
    a, b = np.int64(stream[0]), np.int64(stream[1])
    c, d = np.int64(stream[2]), np.int64(stream[3])
    for place in range(number):
        bound = size - place
        bits, a, b, c, d = _after(a, b, c, d)
        product = bits * bound
        if (product & _MASK) < bound:
            threshold = (4294967296 - bound) % bound
            while (product & _MASK) < threshold:
                bits, a, b, c, d = _after(a, b, c, d)
                product = bits * bound
        other = place + (product >> 32)
        cards[place], cards[other] = cards[other], cards[place]
    stream[0], stream[1], stream[2], stream[3] = a, b, c, d


@jit
def happens(stream, rate):
    """True with probability `rate`, to within 2**-32; always draws once."""
    return draw(stream) < rate * 4294967296.0


@jit
def pick(stream, bits):
    """A uniform member of a non-empty set of bits."""
    place = below(stream, count(bits))
    for earlier in range(_SELDOM_MORE):  # no jumps: how often a loop goes round cannot be foreseen
        bits &= bits - (earlier < place)
    for _ in range(_SELDOM_MORE, place):
        bits &= bits - 1
    return bits & -bits
