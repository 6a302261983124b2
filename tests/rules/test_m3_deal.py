"""M3: the deal."""

import pytest

from marriage_env import marriage_v0

from .deals import QUIET, QUIET_PLAY, TURNUP, turned, turned_play
from .table import asked, cards, cards_of, pack, play, start


def test_m3_1_first_dealer_by_lot() -> None:
    """M3.1: the first dealer is drawn by lot: over forty seeds each of five seats deals."""
    env = marriage_v0.raw_env(num_players=5, deals=1)
    dealers = set()
    for seed in range(40):
        env.reset(seed=seed)
        dealers.add(int(env.dealer))
        assert asked(env) == (env.dealer + 1) % 5  # the eldest is asked first
    assert dealers == {0, 1, 2, 3, 4}


def test_m3_1_deal_passes_to_the_left() -> None:
    """M3.1: 3 deals, then 4, then 0; the eldest, 4, then 0, then 1, leads."""
    then = [(turned(QUIET, 0), TURNUP), (turned(QUIET, 1), TURNUP)]
    env = start(turned(QUIET, 4), TURNUP, dealer=3, deals=3, then=then, follow="suit")
    for dealer in (3, 4, 0):
        eldest = (dealer + 1) % 5
        assert env.dealer == dealer
        assert asked(env) == eldest
        play(env, turned_play(QUIET_PLAY, eldest))
    assert all(env.terminations.values())


def test_m3_2_packets() -> None:
    """M3.2: three to each from the eldest, then two to each, then the turn-up.

    The pack lies in its natural order, from the sixes, suits C D H S; seat 2 deals, 3 is eldest:
    3 gets cards 1-3 and 16-17, 4 gets 4-6 and 18-19, 0 7-9, 20-21, 1 10-12, 22-23, 2 13-15, 24-25.
    """
    env = marriage_v0.raw_env(num_players=5, deals=1)
    env.reset(seed=3, options={"deck": cards_of(5), "dealer": 2})
    assert [set(hand) for hand in env.hands] == [
        cards("7H 7S 8C TS JC"),
        cards("8D 8H 8S JD JH"),
        cards("9C 9D 9H JS QC"),
        cards("6C 6D 6H 9S TC"),
        cards("6S 7C 7D TD TH"),
    ]
    assert env.trump == "D"  # card 26 is QD
    assert asked(env) == 3


@pytest.mark.parametrize("players", [5, 6, 7, 8, 9, 10])
def test_m3_2_every_number_of_players(players: int) -> None:
    """M3.2: five cards each; the card after the hands is trump; the talon is out of play."""
    deck = cards_of(players)
    env = marriage_v0.raw_env(num_players=players, deals=1)
    env.reset(seed=3, options={"deck": deck, "dealer": players - 1})
    for seat in range(players):
        three, two = 3 * seat, 3 * players + 2 * seat
        assert set(env.hands[seat]) == set(deck[three : three + 3] + deck[two : two + 2])
    assert env.trump == deck[5 * players][1]
    talon = set(deck[5 * players :])
    assert not talon & {card for hand in env.hands for card in hand}


def test_m3_3_cut_is_part_of_the_shuffle() -> None:
    """M3.3: a pack that is given is not cut, and nobody is asked to cut."""
    hands = turned(QUIET, 3)
    env = marriage_v0.raw_env(num_players=5, deals=1)
    for seed in range(5):
        env.reset(seed=seed, options={"deck": pack(hands, TURNUP, dealer=2), "dealer": 2})
        assert [set(env.hands[s]) for s in range(5)] == [set(hands[s].split()) for s in range(5)]
        assert env.phase.name == "TURN"
        assert asked(env) == 3
