"""S1 to S3: the pack, the ranks, chips, and the deal."""

from __future__ import annotations

import random

import pytest

from marriage_env import small_mariage_v0
from marriage_env.small_mariage.rules import Rules, check_match
from tests.play import play_out

from .table import Table, full_pack, pack, start


@pytest.mark.parametrize("suits", [2, 3, 4])
def test_s1_1_pack(suits: int) -> None:
    """S1.1: king, queen, jack and ace of clubs, diamonds, hearts and spades, in this order."""
    env = small_mariage_v0.raw_env(2, Rules(suits=suits), deals=1)
    env.reset(seed=1)
    assert sorted(env.record()["deals"][0]["pack"]) == sorted(full_pack(suits))


@pytest.mark.parametrize(
    ("players", "suits", "hand", "most"), [(3, 2, 3, 2), (2, 2, 3, None), (3, 3, 3, None)]
)
def test_s1_1_a_card_is_left_to_turn_up(
    players: int, suits: int, hand: int, most: int | None
) -> None:
    """S1.1: two or three play, and the pack has more cards than the hands."""
    rules = Rules(suits=suits, hand_cards=hand)
    if most is None:
        assert check_match(players, rules, None) == players
        return
    with pytest.raises(ValueError, match=f"hand_cards={hand}: expected at most {most} with 3 pl"):
        check_match(players, rules, None)


@pytest.mark.parametrize("players", [1, 4])
def test_s1_1_players(players: int) -> None:
    """S1.1: two or three play."""
    with pytest.raises(ValueError, match=f"num_players={players}: expected an integer from 2 to 3"):
        small_mariage_v0.raw_env(players)


@pytest.mark.parametrize(("low", "high"), [("A", "K"), ("K", "J"), ("J", "Q")])
def test_s1_2_rank(low: str, high: str) -> None:
    """S1.2: queen, jack, king, ace, from the highest; no card stands above a trump."""
    table = start([f"{low}C AD", f"{high}C AH"], "AS")
    table.play(f"0:{low}C 1:{high}C")
    assert table.env.tricks.tolist() == [0, 1]


def test_s1_2_the_queen_of_hearts_is_a_card_like_any_other() -> None:
    """S1.2: in Mariage it would beat a trump (M1.3)."""
    table = start(["QH AD", "AS AC"], "JS")
    table.play("0:QH 1:AS")
    assert table.env.tricks.tolist() == [0, 1]


@pytest.mark.parametrize("players", [2, 3])
def test_s2_payments_are_between_players(players: int) -> None:
    """S2: at every moment all chips sum to 0, and none lie on the table."""
    env = small_mariage_v0.raw_env(players, Rules(hand_cards=3))
    env.reset(seed=3)
    moved = 0
    for _ in play_out(env, random.Random(3)):
        assert env.chips.sum() == 0
        assert env.chips_on_table == {}
        moved += sum(map(abs, env.rewards.values()))
    assert moved > 0


def test_s3_1_the_dealer() -> None:
    """S3.1: by lot; then the deal passes to the left."""
    env = small_mariage_v0.raw_env(3, deals=2)
    first = set()
    for seed in range(20):
        env.reset(seed=seed)
        dealer = env.dealer
        first.add(dealer)
        while env.events[-1].deal == 0:
            env.step(next(iter(play_out(env, random.Random(1)))))
        assert env.dealer == (dealer + 1) % 3
    assert first == {0, 1, 2}


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_s3_2_the_deal(dealer: int) -> None:
    """S3.2: each hand at once from the eldest; the next card turned up makes its suit trump."""
    cards = full_pack(3)
    table = Table(3, Rules(hand_cards=3), [cards], dealer)
    for k in range(3):
        hand = table.env.hands[(dealer + 1 + k) % 3]
        assert set(hand) == set(cards[3 * k : 3 * k + 3])
    assert table.env.events[0].cards == (cards[9],) == ("QH",)
    assert table.env.trump == "H"
    assert table.asked == (dealer + 1) % 3


def test_s3_2_packs_that_are_not() -> None:
    """S1.1: a pack from the user is checked against the pack of the rules."""
    env = small_mariage_v0.raw_env(2, Rules(suits=2), deals=1)
    right = pack(["QC KC", "QD KD"], "AC", 1, 2)
    env.reset(options={"deck": right})
    for wrong, message in (
        (right[1:], "7 cards, expected the 8 of the pack for 2 players"),
        ([*right[1:], "QH"], "QH is not in the pack of 8 cards"),
        ([*right[1:], right[1]], "KC stands 2 times"),
    ):
        with pytest.raises(ValueError, match=message):
            env.reset(options={"deck": wrong})
