"""T3: what is declared, what it wins, and what is public from then on."""

import pytest

from .deals import SPREAD
from .table import DOUBLES, start

# Seat 0 has the marriage and the highest trynka, seat 1 a lower one, seat 2 the lowest.
THREE = ["AC KC QC", "JC TC 9C", "8C 7C 6C"]


def cards(names: str) -> set[str]:
    """A set of names from a string of them."""
    return set(names.split())


def test_t3_all_at_once() -> None:
    """T3: three players have staked 10 each; 3 lie on each double, 6 in each saucer.

    Seat 0: trynka 6 - 2, marriage 6 - 2, three doubles at 3 - 1; seat 1: three doubles.
    """
    table = start(THREE)
    assert table.chips == [-10 + 4 + 4 + 6, -10 + 6, -10]
    assert table.places == {**dict.fromkeys(DOUBLES, 1), "MARIAGE": 2, "TRYNKA": 2}


def test_t3_public() -> None:
    """T3: public are the trynkas shown, the marriage and the six winning clubs."""
    table = start(THREE)
    assert [table.shown(seat) for seat in range(3)] == [cards(hand) for hand in THREE]
    table = start([*SPREAD, "8C 7C"])
    assert [table.shown(seat) for seat in range(3)] == [*map(cards, SPREAD), set()]


@pytest.mark.parametrize(
    ("players", "clubs", "shown"),
    [
        (3, "8C 7C 6C", "8C 7C 6C"),
        (3, "9C 8C 7C 6C", "9C 8C 7C"),  # his highest only; 6C stays hidden
        (3, "KC TC 9C 8C 6C", "KC TC 9C 8C"),  # K♣ is shown for its double
        (3, "AC 7C 6C", "AC"),
        (7, "4C 3C 2C", "4C 3C 2C"),
        (7, "5C 4C 3C 2C", "5C 4C 3C"),
        (7, "AC 3C 2C", "AC"),  # the ace is high only
        (7, "AC KC 2C", "AC KC"),
    ],
)
def test_t3_1_trynka(players: int, clubs: str, shown: str) -> None:
    """T3.1: three consecutive clubs, ace high only, with 52 cards down to 4-3-2."""
    table = start([clubs], players)
    assert table.shown(0) == cards(shown)


def test_t3_1_the_highest_takes_the_saucer() -> None:
    """T3.1: 10-9-8 beats 7-6-5 whoever is eldest; 14 - 2 from the saucer; with 3 doubles each -10.

    Seven players have staked 10 each. Seat 3 has 10 and 9, seat 1 nothing else that counts.
    """
    for dealer in range(7):
        table = start({1: "7C 6C 5C", 3: "TC 9C 8C", 4: "AC QC", 5: "KC JC"}, 7, dealer)
        assert table.chips[1] == -10
        assert table.chips[3] == -10 + 12 + 2 * 6
        assert table.places["TRYNKA"] == 2
        assert table.places["MARIAGE"] == 14


def test_t3_1_nobody_has_one() -> None:
    """T3.1: the saucer stays as it is."""
    assert start(SPREAD).places["TRYNKA"] == 6


@pytest.mark.parametrize(
    ("marriage_saucer", "gain", "left"),
    [("all", 4 * 5 - 5, 5), ("two", 0, 4 * 5)],
)
def test_t3_2_marriage(marriage_saucer: str, gain: int, left: int) -> None:
    """T3.2: four players at 5 chips a saucer: all of it and 5 back, or 5 and 5 back.

    Seat 2 also takes 4 - 1 from each of two doubles; each has staked 6 + 10.
    """
    hands = {2: "KC QC", 0: "AC TC", 1: "JC 9C"}
    table = start(hands, 4, saucer_stake=5, marriage_saucer=marriage_saucer)
    assert table.chips[2] == -16 + 2 * 3 + gain
    assert table.places["MARIAGE"] == left


def test_t3_2_not_in_one_hand() -> None:
    """T3.2: king and queen in two hands take nothing from the saucer."""
    assert start(SPREAD).places["MARIAGE"] == 6


def test_t3_3_each_holder() -> None:
    """T3.3: five players at 2 chips a double: 10 - 2 for each club, 2 stay there.

    Each has staked 12 + 4; nobody has the marriage or a trynka.
    """
    table = start(["AC", "KC", "QC", "JC", "TC 9C"], 5, card_stake=2)
    assert table.chips == [-16 + 8, -16 + 8, -16 + 8, -16 + 8, -16 + 16]
    assert [table.places[name] for name in DOUBLES] == [2] * 6
