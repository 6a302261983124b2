"""The reference model: the worked example, declarations, accidents, random playouts."""

from __future__ import annotations

import random

import pytest

from .cards import card_action, full_pack
from .model import Chance, Match
from .rules import CHOICES, PRESETS
from .script import actions, cards, do

EXAMPLE = cards(
    "6C 7C 8C KS 9D JD QS 6D 7D TH AH 6H KH 9S 8S 9C TC 8D TD AD 6S 7H 8H 7S AC JC "
    "KC QC QD KD AS JS TS QH JH 9H"
)
SECOND_HALF = (
    "0:6C 1:KS 2:WITHHOLD 2:6D 3:6H 4:AC 4:KH 0:7C 1:9D 2:7D 3:TH 4:9S 0:8C 1:8D 2:6S 3:7H "
    "0:9C 1:JD 2:QS 3:8H 4:8S 0:TC 1:TD 2:AD 3:AH"
)


def example(chance: list[Chance] | None = None, deals: int = 1, **rules: object) -> Match:
    """The worked example's match."""
    return Match(5, rules, deals, chance or [Chance(EXAMPLE)], 4)


def test_m4_worked_example_declarations() -> None:
    """M2.2, M3.2, M4.1, M4.3, M4.5: the example up to the first lead."""
    match = example()
    assert (match.asked, match.phase, match.trump) == (0, "TURN", "C")
    assert match.hands[4] == set(cards("KH 9S 8S 7S AC"))
    assert match.chips == [-1, -1, -5, -5, -1]
    assert list(match.boxes.values()) == [1, 5, 1, 1, 5]
    assert match.shown[3] == {"6H", "7H", "8H"}
    assert match.shown[4] == {"7S", "8S", "9S", "KH"}
    assert match.shown[2] == set()
    assert match.laid == []


def test_m6_worked_example_first_half() -> None:
    """M6.1, M6.4, M6.5: the queen is laid; then the deal is played out (M7.1, M8.2)."""
    match = example()
    assert do(match, "0:6C") == [-1, -1, -5, -5, -1]  # stakes and declarations are booked here
    do(match, "1:KS")
    assert (match.phase, match.asked) == ("QUEEN", 2)
    assert match.legal() == actions("QS WITHHOLD")
    assert do(match, "2:QS") == [-1, -1, 4, -1, -1]
    assert match.legal() == actions("TH AH 6H 7H 8H")
    do(match, "3:6H")
    assert match.legal() == actions("AC")
    do(match, "4:AC")
    assert (match.takers, match.marriages, match.asked) == ([2], {(0, 2)}, 2)
    # K♥ takes the fool: he gets nothing, and a king is paid nothing.
    assert do(match, "2:AD 3:7H 4:KH 0:7C 1:JD") == [0] * 5
    assert "KH" in match.shown[4]
    assert "KH" not in match.known[4]
    do(match, "4:9S")
    assert match.legal() == actions("8C 9C TC")
    do(match, "0:8C 1:8D 2:6S 3:8H 0:9C 1:9D 2:6D 3:TH 4:8S 0:TC 1:TD 2:7D 3:AH")
    assert do(match, "4:7S") == [3, -1, -1, -1, -1]
    assert match.chips == [1, -3, -2, -7, -3]
    assert list(match.boxes.values()) == [2, 5, 1, 1, 5]
    assert (match.asked, match.phase, match.legal()) == (None, "OVER", set())
    with pytest.raises(ValueError, match="not legal"):
        match.step(card_action("7S"))
    assert (match.tricks, match.deal) == ([3, 0, 1, 0, 1], 1)


def test_m6_worked_example_second_half() -> None:
    """M6.3: the queen is kept back; M8.2: the prize until POINT is empty."""
    match = example()
    do(match, "0:6C 1:KS")
    assert do(match, "2:WITHHOLD") == [1, 1, -4, 1, 1]
    assert (match.phase, match.asked) == ("TURN", 2)
    assert match.legal() == actions("6D 7D AD 6S")
    assert (match.kept, match.known[2]) == ({(0, 2, "S")}, {"QS"})
    match = example()
    do(match, SECOND_HALF)
    assert match.known[2] == set()
    assert match.chips == [-1, 4, -10, -5, -1]  # the last trick is still open; the fool got 4
    # Fines of 1, 2, 3: POINT 1 + 3 = 4; trick by trick 4, 4, 0, 0; nothing for the fifth.
    assert do(match, "4:7S") == [2, -1, -1, -1, 2]
    assert (match.chips, match.boxes["POINT"]) == ([1, 3, -11, -6, 1], 0)
    assert match.takers == [4, 4, 0, 0, 0]


def test_m8_pool() -> None:
    """M8.2: no fines; all of POINT goes to the first player with two tricks."""
    match = example(trick_prize="pool", point_stake=1)
    do(match, SECOND_HALF)
    # POINT was 5, seat 0 took it and put one back; then five were staked on the tricks.
    assert do(match, "4:7S") == [0, 0, 0, 0, 6]
    assert match.boxes["POINT"] == 0


def test_m4_round_awards() -> None:
    """M4.7: the boxes are paid at the end, before the tricks: the same chips in the end."""
    match = example(box_awards="round")
    assert (match.chips, set(match.boxes.values())) == ([-5] * 5, {5})
    do(match, SECOND_HALF)
    assert match.chips == [-5, 0, -10, -5, -5]
    do(match, "4:7S")
    assert match.chips == [1, 3, -11, -6, 1]
    assert list(match.boxes.values()) == [0, 5, 1, 1, 5]


def test_m2_point_stake_of_a_round() -> None:
    """M2.2, M4.7: what is awarded at the end leaves this deal's stakes on the tricks in POINT."""
    match = example(box_awards="round", point_stake=2, trick_prize="pool")
    assert (match.chips, match.boxes["POINT"]) == ([-7] * 5, 15)
    do(match, SECOND_HALF)
    # Seat 0: POINT 5 - 1; seat 4: KING 5 - 1 and the pool 11; seat 1: FOOL 5 - 1.
    assert do(match, "4:7S") == [4, 4, 0, 0, 15]
    assert match.boxes["POINT"] == 0


def test_m4_nothing_put_back() -> None:
    """M4.1-M4.4: without `box_put_back` and `hand_marriage_pays`."""
    match = example(box_put_back=False, hand_marriage_pays=False)
    assert match.chips == [0, 0, -5, -5, 0]
    assert list(match.boxes.values()) == [0, 5, 0, 0, 5]


def test_m4_voluntary() -> None:
    """M4.6: who has nothing is not asked; POINT goes to the strongest declared."""
    match = example(declarations="voluntary")
    assert (match.asked, match.phase, match.legal()) == (0, "DECLARE", {53, 61})
    assert match.step(61) == [-5] * 5
    assert (match.asked, match.legal()) == (1, {53, 55, 61})
    assert match.step(53) == [0] * 5
    assert match.shown == [set(), {"8D", "9D", "TD", "JD"}, set(), set(), set()]
    assert (match.asked, match.legal()) == (1, {55, 61})
    assert match.step(55) == [0, 4, 0, 0, 0]
    assert match.asked == 3
    match.step(53)
    assert (match.asked, match.legal()) == (4, {53, 56, 61})
    assert match.step(61) == [0, 4, 0, 0, 0]
    assert (match.asked, match.phase, match.shown[4]) == (0, "TURN", set())


def test_m10_missed_deal() -> None:
    """M10.1: seat 4 pays and seat 0 deals; M3.1: the next deal is seat 1's."""
    match = example([Chance(EXAMPLE, missed=True), Chance(EXAMPLE)], deals=2)
    assert (match.dealer, match.asked, match.trump) == (0, 1, "C")
    # Seat 1 now holds the clubs, seat 2 the fool, seat 0 K♥.
    assert match.chips == [0, 0, 0, -4, -9]
    while match.deal == 0:
        match.step(min(match.legal()))
    assert match.dealer == 1


@pytest.mark.parametrize("fine", [False, True])
def test_m10_void_deal(fine: bool) -> None:
    """M10.2, M10.3: the void gives all back since the stakes, a misdeal's payment included."""
    chance = [Chance(EXAMPLE, misdeal=True), Chance(EXAMPLE, faulty=2, misdeal=True)]
    chance.append(Chance(EXAMPLE, misdeal=True, faulty=1))  # ignored on the pack after the void
    match = example(chance, faulty_pack_fine=fine)
    assert match.chips == [0, 0, -4, -4, -5]
    do(match, SECOND_HALF[: SECOND_HALF.index("3:TH")])
    assert (match.takers, match.kept) == ([4], {(0, 2, "S")})
    before = list(match.chips)
    moved = do(match, "3:TH")
    # Stakes, then the declarations of the new pack, then the dealer's fine.
    after = [0, 0, -4, -4, -5] if fine else [-1, -1, -5, -5, -1]
    assert match.chips == after
    assert moved == [a - b for a, b in zip(after, before, strict=True)]
    assert list(match.boxes.values()) == [1, 5, 1, 1, 5]
    assert (match.deal, match.dealer, match.asked) == (0, 4, 0)
    assert (match.takers, match.laid, match.kept, len(match.hands[0])) == ([], [], set(), 5)
    do(match, SECOND_HALF + " 4:7S")
    assert match.phase == "OVER"


def test_m10_faulty_pack_after_the_end() -> None:
    """M10.3: noticed after the end the deal counts; only the fine is paid."""
    match = example([Chance(EXAMPLE, faulty=6)], faulty_pack_fine=True)
    do(match, SECOND_HALF + " 4:7S")
    assert (match.chips, match.deal) == ([2, 4, -10, -5, -3], 1)


def test_m2_contribution_point() -> None:
    """M2.2: later deals feed POINT alone; they are booked with the step that ends a deal."""
    match = example([Chance(EXAMPLE)] * 2, 2, contribution="point", stake=2, point_stake=1)
    # Seat 0 took POINT but for one; then five were staked on the tricks.
    assert list(match.boxes.values()) == [6, 10, 1, 1, 10]
    do(match, SECOND_HALF)
    # Fines 3, prizes 5: POINT 4. Prizes [3, -1, -1, -1, 2], stakes -3 each; seat 1 (now eldest)
    # holds the clubs: POINT 4 + 10 - 1; seats 2 and 0 the fool and the king: boxes of one chip, put
    # back.
    assert do(match, "4:7S") == [0, 9, -4, -4, -1]
    assert list(match.boxes.values()) == [6, 10, 1, 1, 10]
    assert (match.deal, match.dealer, match.asked) == (1, 0, 1)


def random_rules(preset: str, rng: random.Random) -> dict[str, object]:
    """A preset with some further fields drawn at random."""
    rules = dict(PRESETS[preset])
    for field in ("contribution", "sequence_order", "declarations", "box_awards", "offences"):
        rules[field] = rng.choice(sorted(CHOICES[field]))
    rules["hearts_king_power"] = rng.random() < 0.5
    rules["stake"] = rng.randint(1, 3)
    for field in ("box_put_back", "hand_marriage_pays"):
        rules[field] = rng.random() < 0.5
    rules["queen_fine"], rules["revoke_fine"] = rng.randint(0, 3), rng.randint(0, 3)
    return rules


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_playout_conserves_chips_and_cards(preset: str, players: int) -> None:
    """M2.3: chips of all players and boxes are constant; no card is lost or doubled."""
    rng = random.Random(f"{preset} {players}")
    for _ in range(15):
        chance = []
        for _pack in range(9):
            pack = sorted(full_pack(players))
            rng.shuffle(pack)
            missed, misdeal = rng.random() < 0.2, rng.random() < 0.2
            chance.append(Chance(pack, missed, misdeal, rng.choice([0, 0, 0, 1, 3, 5, 6])))
        match = Match(players, random_rules(preset, rng), 3, chance, rng.randrange(players))
        booked = [0] * players
        while match.asked is not None:
            action = rng.choice(sorted(match.legal()))
            moved = match.step(action)
            booked = [b + m for b, m in zip(booked, moved, strict=True)]
            assert booked == match.chips
            assert sum(match.chips) + sum(match.boxes.values()) == 0
            check_cards(match, players)
        assert (match.deal, sum(match.tricks), len(match.laid)) == (3, 5, 5)


def check_cards(match: Match, players: int) -> None:
    """Hands and tricks together hold five cards a player; what is known is held."""
    seen = [card for hand in match.hands for card in hand]
    seen += [card for trick in match.laid for card in trick.values()]
    assert len(seen) == len(set(seen)) == 5 * players
    for hand, known in zip(match.hands, match.known, strict=True):
        assert known <= hand
    assert (match.asked is None) == (not match.legal())
    if match.phase == "TURN" and match.asked is not None:
        assert match.legal() <= {card_action(card) for card in match.hands[match.asked]}
    for done, taker in enumerate(match.takers[:-1]):
        leader = next(iter(match.laid[done + 1]))
        assert leader == taker
