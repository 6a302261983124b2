"""T5: the end of the deal, and how every match comes to it."""

from typing import Any

import pytest

from marriage_env.trynka.actions import PASS
from marriage_env.trynka.rules import Rules

from .deals import OUT_AT_ONCE, OUT_PLAY, turned
from .table import DOUBLES, Table, start


def test_t5_first_out() -> None:
    """T5: the deal ends with the first last card, and what lies on the table stays there."""
    table = start(OUT_AT_ONCE, 6)
    assert table.play(OUT_PLAY) == [0] * 6
    assert (table.asked, table.phase) == (-1, "OVER")
    assert [table.places[name] for name in DOUBLES] == [1] * 6


@pytest.mark.parametrize("ends", ["first_out", "all_out"])
def test_t5_out_pay(ends: str) -> None:
    """T5: each of five others pays 2 chips for each of six cards, at once, under both `ends`."""
    table = start(OUT_AT_ONCE, 6, ends=ends, out_pay=2)
    assert table.play(OUT_PLAY) == [60, -12, -12, -12, -12, -12]


def test_t5_a_winning_club_as_the_last_card() -> None:
    """T5, T4.1: 0 lays 6♠ to J♣: the chip on J♣ is won, then five others pay for six cards each."""
    table = start(["6S 7S 8S 9S TS JC", "AC 9C", "KC", "QC", "8C", "TC"], 6, out_pay=1)
    table.play(OUT_PLAY.removesuffix(" 0:JS"))
    assert table.play("0:JC") == [31, -6, -6, -6, -6, -6]
    assert table.asked == -1


def test_t5_only_the_first_out_is_paid() -> None:
    """T5, "all_out": whoever is out later gets nothing, and is not asked again."""
    table = start(OUT_AT_ONCE, 6, ends="all_out", out_pay=1, offences="none")
    table.play(OUT_PLAY)
    chips, table_before = sum(table.chips), sum(table.places.values())
    while table.asked >= 0:
        assert table.hands[table.asked]
        before = table.chips
        moved = table.play(f"{table.asked}:{min(table.legal)}")
        assert all(gain >= 0 for gain in moved), before
    assert sum(table.chips) - chips == table_before - sum(table.places.values()) == 6


def test_t5_all_out_lays_every_card() -> None:
    """T5, "all_out": every card is laid, so every double is won."""
    table = start(OUT_AT_ONCE, 6, ends="all_out")
    while table.asked >= 0:
        table.play(f"{table.asked}:{min(table.legal)}")
    assert table.hands == [set()] * 6
    assert [table.places[name] for name in DOUBLES] == [0] * 6


def test_t5_the_next_deal() -> None:
    """T5, T1: after the last card the next deal lies there, and seat 1 begins it."""
    table = start(OUT_AT_ONCE, 6, deals=2, then=[turned(OUT_AT_ONCE, 1)])
    table.play(OUT_PLAY)
    assert (table.asked, table.phase) == (1, "BEGIN")
    assert table.hands[1] == set(OUT_AT_ONCE[0].split())


@pytest.mark.parametrize("rules", [{}, {"ends": "all_out"}, {"offences": "none"}])
@pytest.mark.parametrize("players", range(3, 11))
@pytest.mark.parametrize("passes", [False, True])
def test_t5_every_match_ends(players: int, rules: dict[str, Any], passes: bool) -> None:
    """T5, T4.4: with players who always pass when they may, and who never do.

    Between two cards nobody passes twice but the player of the last one.
    """
    table = Table(players, Rules(**rules), players)
    table.begin([], -1)
    steps = 0
    while table.asked >= 0:
        legal = int(table.states["legal"][0])
        cards = legal & ~(1 << PASS)
        table.step(PASS if passes and legal >> PASS & 1 else cards.bit_length() - 1)
        steps += 1
    assert players * 5 <= steps <= players * 52 * (players + 2)
