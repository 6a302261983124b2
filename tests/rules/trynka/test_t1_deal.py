"""T1: players, pack, dealer and deal."""

import pytest

from marriage_env.core.cards import card_name, pack_for
from marriage_env.trynka.rules import Rules, check_match
from tests.rules.table import cards_of

from .table import Table, start

# 36 cards for 3 to 6, 52 for 7 to 10; the eldest and those at his left have a card more.
SIZES = {
    3: [12, 12, 12],
    4: [9, 9, 9, 9],
    5: [8, 7, 7, 7, 7],
    6: [6, 6, 6, 6, 6, 6],
    7: [8, 8, 8, 7, 7, 7, 7],
    8: [7, 7, 7, 7, 6, 6, 6, 6],
    9: [6, 6, 6, 6, 6, 6, 6, 5, 5],
    10: [6, 6, 5, 5, 5, 5, 5, 5, 5, 5],
}


@pytest.mark.parametrize("players", SIZES)
def test_t1_hands(players: int) -> None:
    """T1: the whole pack is dealt; hands differ by one card at most."""
    hands = start({}, players).hands
    assert [len(hand) for hand in hands] == SIZES[players]
    assert set().union(*hands) == set(cards_of(players))


@pytest.mark.parametrize("players", [4, 7])
def test_t1_one_card_at_a_time_from_the_eldest(players: int) -> None:
    """T1: with seat 1 dealing, seat 2 gets the first card of the pack and every n-th after it."""
    names = cards_of(players)
    table = Table(players, Rules(), 1)
    table.begin([names], dealer=1)
    for turn in range(players):
        assert table.hands[(2 + turn) % players] == set(names[turn::players])
    assert table.asked == 2


@pytest.mark.parametrize("players", [2, 11, 3.0, True])
def test_t1_players(players: object) -> None:
    """T1: three to ten players."""
    with pytest.raises(ValueError, match=f"num_players={players!r}: expected an integer from 3"):
        check_match(players, Rules(), None)


def test_t1_first_dealer_by_lot() -> None:
    """T1: over many matches every seat deals first, about equally often (mean 100 of 400)."""
    table = Table(4, Rules(), 1)
    times = [0] * 4
    for _ in range(400):
        table.begin([], dealer=-1)
        times[int(table.states["table"]["dealer"][0])] += 1
    assert min(times) > 65


def test_t1_the_deal_passes_to_the_left() -> None:
    """T1: dealer 2, then 3, then 0; the eldest at his left begins."""
    table = start({}, 4, dealer=2, deals=3)
    dealers = []
    while table.asked >= 0:
        if not table.states["table"]["number"][0]:
            dealers.append(int(table.states["table"]["dealer"][0]))
            assert table.asked == (dealers[-1] + 1) % 4
        table.step(min(action for action in range(54) if table.states["legal"][0] >> action & 1))
    assert dealers == [2, 3, 0]


def test_t1_later_packs_are_shuffled() -> None:
    """T1: where no pack is given one is shuffled; two of them differ."""
    table = Table(7, Rules(), 1)
    table.begin([], 0)
    first = [card_name(card) for card in table.states["pack"][0]]
    table.begin([], 0)
    second = [card_name(card) for card in table.states["pack"][0]]
    assert first != second
    assert sorted(first) == sorted(second) == sorted(map(card_name, pack_for(7)))
