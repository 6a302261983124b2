"""S6: the prize for the most tricks, and the next deal."""

from __future__ import annotations

import pytest

from marriage_env.small_mariage.rules import Rules

from .table import Table, pack, start


@pytest.mark.parametrize("prize", [0, 1, 3])
def test_s6_1_the_most_tricks(prize: int) -> None:
    """S6.1: seat 1 takes two tricks of two, seats 0 and 2 none: both pay."""
    table = start(["AC AD", "JC JD", "KC KD"], "AS", trick_prize=prize)
    assert table.play("0:AC 1:JC 2:KC 1:JD 2:KD 0:AD") == [-prize, 2 * prize, -prize]
    assert (table.asked, table.phase) == (-1, "OVER")


def test_s6_1_shared_by_two() -> None:
    """S6.1: a trick each: nobody is paid."""
    table = start(["JC AD", "AC JD"], "AS")
    assert table.play("0:JC 1:AC 0:AD 1:JD") == [0, 0]
    assert table.env.events[-2].kind.name == "NO_PRIZE"


def test_s6_1_more_than_the_others() -> None:
    """S6.1: with three cards two tricks of three are the most."""
    table = start(["JC AD AH", "AC JD KH"], "JS")
    assert table.play("0:JC 1:AC 0:AD 1:JD 1:KH 0:AH") == [-1, 1]


def test_s6_2_the_next_deal_and_the_end() -> None:
    """S6.2: the next dealer is at the left, chips stay; after the last deal the match is over."""
    rules = Rules(suits=4)
    packs = [pack(["JC AD", "AC JD"], "AS", 1, 4), pack(["JC JD", "AC AD"], "AS", 0, 4)]
    table = Table(2, rules, packs, 1)
    table.play("0:JC 1:AC 0:AD 1:JD")
    assert (table.asked, table.env.dealer, table.env.trump) == (1, 0, "S")
    assert table.play("1:AC 0:JC 0:JD 1:AD") == [1, -1]
    assert table.asked == -1
