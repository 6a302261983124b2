"""Habits are counted as the games have them, and shares have Wilson's intervals."""

from __future__ import annotations

import pytest

from agents import load
from agents.arena.duplicate import play_duplicates
from agents.arena.setting import Setting
from eval.report.habits import share_of
from marriage_env import Rules
from marriage_env.core.cards import KING, QUEEN
from marriage_env.mariage.statistics import STATISTICS


def counted(spec: str, deals: int = 60) -> dict:
    """The habits of an agent among experts."""
    setting = Setting(deals=deals, seed=4, game="mariage")
    (states,) = play_duplicates(load(spec), load("expert"), setting)
    return STATISTICS.habits(states)


def test_habits_are_those_of_the_games():
    """Counted again the slow way, seat by seat and trick by trick."""
    setting = Setting(rules=Rules.modern(), deals=40, seed=4, game="mariage")
    (states,) = play_duplicates(load("random"), load("expert"), setting)
    kept = asked = led = could = lost = held = 0
    for deal in states["table"]:
        for seat, game in enumerate(deal[:5]):
            laid = game["laid"].tolist()
            for trick in range(5):
                bits = bin(game["kept"][trick][seat]).count("1")
                kept += bits
                asked += bits + int(game["married"][trick][seat])
                hand = [laid[later][seat] for later in range(trick, 5)]
                gone = {card for row in laid[:trick] for card in row} | {int(game["turn_up"])}
                kings = [c for c in hand if c % 13 == KING and c - 1 not in gone.union(hand)]
                if game["leader"][trick] == seat and kings:
                    could += 1
                    led += hand[0] in kings
                if hand[0] == 22:  # the knave of diamonds
                    held += 1
                    taker = game["taker"][trick]
                    best = laid[trick][taker]
                    lost += taker != seat and best // 13 == 2 and best % 13 in (QUEEN, KING)
    counts = {name: tuple(pair) for name, pair in STATISTICS.habits(states).items()}
    assert counts == {
        "queens kept back": (kept, asked),
        "lone kings led": (led, could),
        "fools lost": (lost, held),
    }
    assert min(kept, asked - kept, led, could - led, lost, held - lost) > 0


def test_who_keeps_queens_back_is_found_out():
    did, could = counted("expert:withhold=1")["queens kept back"]
    assert did == could > 0
    did, could = counted("expert")["queens kept back"]
    assert (did, could > 0) == (0, True)


def test_shares_by_hand():
    """Wilson's interval for 0 of 10: from 0 to z²/(10 + z²) with z = 1.959964."""
    row = share_of(0, 10)
    assert row.share == 0
    assert row.ci95 == pytest.approx([0.0, 0.27753], abs=1e-5)
    assert share_of(0, 0).share is None
