"""Deals of M10 with accidents, forced pack by pack. Five players; seat 4 has the first deal."""

from collections.abc import Sequence
from typing import Any

from marriage_env import Rules, marriage_v0

from . import deals as d
from .table import Env, bank, pack

Befallen = Sequence[dict[str, int]]

# In a deal of QUIET no chip moves; in one of QUIET_KING the eldest but two takes KING: +4.
QUIET, KING = d.QUIET, d.QUIET_KING

# In a deal of SHARED seat 1 takes POINT: +4; the tricks go to 0, 0, 2, 2, 0.
_SHARED_CARDS = f"{d.SHARED_FOUR} {d.SHARED_LAST}".split()
SHARED_TRICKS = [" ".join(_SHARED_CARDS[k : k + 5]) for k in range(0, 25, 5)]


def deal_of(hands: list[str], dealer: int = 4) -> list[str]:
    """The pack with which this dealer deals these hands, the first of them to the eldest."""
    return pack(d.turned(hands, (dealer + 1) % 5), d.TURNUP, dealer)


def begin(packs: list[list[str]], befallen: Befallen, deals: int = 1, **rules: Any) -> Env:
    """A reset raw_env with these packs and what befalls each of them; suit is to be followed."""
    settled = Rules(**{"follow": "suit", **rules})
    env = marriage_v0.raw_env(num_players=5, rules=settled, deals=deals)
    env.reset(seed=7, options={"deck": packs, "dealer": 4, "accidents": befallen})
    assert bank(env) == 0
    return env


def happened(env: Env) -> list[str]:
    """The names of all events since reset."""
    return [event.kind.name for event in env.events]


def hands_are(env: Env, hands: list[str], eldest: int) -> bool:
    """Whether these hands have been dealt, the first of them to the eldest."""
    return all(
        set(env.hands[seat]) == set(hand.split()) for seat, hand in d.turned(hands, eldest).items()
    )


def over(env: Env) -> bool:
    """Whether the match is over."""
    return all(env.terminations.values())
