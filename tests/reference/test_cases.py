"""Tricky cases of the reference model, each worked by hand."""

from __future__ import annotations

import pytest

from .declare import point_cards, point_strength
from .rules import Rules
from .script import actions, cards, do, match_of
from .trick import Trick

# No declarations, hearts are trump.
PLAIN = ["KC 6C 8C TD 6S", "KS 6D 7D 9D AH", "QS 7S 9S JH 8D", "QC 9C JC 7H 9H", "TC AC 8S TS 8H"]
# K♥ at seat 0 and Q♥ at seat 3; clubs are trump.
HEARTS = [
    "KH 6C 7C 9C TD",
    "AH 6D 7D 9D 6S",
    "7H 8D 8S TS AC",
    "QH 8C TC 7S 9S",
    "8H JC AD AS 9H",
]
# The fool at seat 0, Q♦ at 1, K♦ at 3; clubs are trump.
FOOLS = [
    "JD 6C 7C 9C 7H",
    "QD 6S 8S TS 8H",
    "6D 9S AS 9H TH",
    "KD 7D 7S 6H AH",
    "TD 8C TC AC JH",
]
# Diamonds are trump: K♥ at seat 1, the hand marriage of spades at seat 4.
ONE_EACH = [
    "8H 9D 9H 9S AS",
    "6H 8C AH KH TC",
    "7D 8S AC KC TH",
    "7H 9C JS QD TS",
    "JC JH KS QC QS",
]
ONE_EACH_LINE = (
    "0:8H 1:KH 2:TH 3:7H 4:JH 1:TC 2:AC 3:QD 4:JC 0:9H 3:TS 4:QS 0:9D 1:AH 2:8S "
    "0:9S 1:8C 2:7D 3:JS 4:KS 2:KC 4:QC 3:9C 0:AS"
)


def test_m6_two_kings_in_one_trick() -> None:
    """M6.2, M6.4: both marriages are paid, the first takes the trick."""
    match = match_of(PLAIN, "6H")
    assert match.chips == [-5] * 5
    do(match, "0:KC")
    assert do(match, "3:QC") == [-1, -1, -1, 4, -1]
    do(match, "1:KS")
    assert (match.phase, match.asked) == ("QUEEN", 2)
    assert do(match, "2:QS") == [-1, -1, 4, -1, -1]
    assert match.legal() == actions("TC AC")  # nothing to beat, but suit is followed
    do(match, "4:AC")
    assert (match.takers, match.marriages) == ([3], {(0, 2), (0, 3)})
    assert list(match.laid[0]) == [0, 3, 1, 2, 4]


def test_m6_king_is_paid_and_takes() -> None:
    """M6.4, M6.5: table_marriage="king" pays the king; king_high gives him the trick."""
    match = match_of(PLAIN, "6H", {"table_marriage": "king", "rank_order": "king_high"})
    do(match, "0:KC")
    assert do(match, "3:QC") == [3, -1, -1, 0, -1]
    do(match, "1:KS")
    assert do(match, "2:QS") == [-1, 3, 0, -1, -1]
    do(match, "4:TC")
    assert match.takers == [0]


def test_m6_marriage_takes_a_trumped_trick() -> None:
    """M5.3, M6.4: a marriage takes a trick in which Q♥ and a trump may lie already."""
    hands = [
        "6C 7C 9C TH 8H",
        "9D QH 6S 8S AH",
        "KS 7S 6H 7H 9H",
        "JC 8D 6D TS KD",
        "QS 8C TC AC 7D",
    ]
    for second in ("QH", "9D"):
        match = match_of(hands, "TD")
        do(match, "0:6C")
        assert match.legal() == actions("9D QH")  # M5.2 (2): the trump, or the top card
        do(match, f"1:{second} 2:KS 4:QS")
        assert match.legal() == actions("JC")
        do(match, "3:JC")
        assert match.takers == [4]


def test_m6_withheld_queen_and_her_turn() -> None:
    """M6.3, M9.1: the queen counts as absent this trick; laying her is a revoke."""
    for offences in ("queen", "all"):
        match = match_of(PLAIN, "6H", {"offences": offences})
        do(match, "0:KC")
        assert do(match, "3:WITHHOLD") == [1, 1, 1, -4, 1]
        assert match.known[3] == {"QC"}
        do(match, "1:AH 2:JH")  # both must trump
        assert match.asked == 3
        if offences == "queen":
            assert match.legal() == actions("9C JC")
            continue
        assert match.legal() == actions("QC 9C JC 7H 9H")
        assert do(match, "3:QC") == [1, 1, 1, -4, 1]
        assert (match.revokes, match.marriages, match.known[3]) == ({(0, 3)}, set(), set())


def test_m9_revoking_with_a_king_calls_the_queen() -> None:
    """M6.1, M9.1: the fine comes first, then the king asks for his queen."""
    match = match_of(PLAIN, "6H", {"offences": "all"})
    do(match, "0:6C")
    assert do(match, "1:KS") == [1, -4, 1, 1, 1]  # A♥ had to trump
    assert (match.phase, match.legal()) == ("QUEEN", actions("QS WITHHOLD"))
    assert do(match, "2:QS") == [-1, -1, 4, -1, -1]


@pytest.mark.parametrize("offences", ["queen", "all"])
def test_m6_kept_back_queen_as_the_only_card(offences: str) -> None:
    """M6.3, M6.7: her holder has nothing else: she is laid, no revoke and no marriage."""
    match = match_of(PLAIN, "6H", {"follow": "suit", "offences": offences})
    do(match, "0:6C 1:6D 2:7S 3:9C 4:TC 4:8H 0:6S 1:AH 2:JH 3:7H 2:8D 3:9H 4:8S 0:TD 1:7D")
    do(match, "3:JC 4:AC 0:8C 1:9D 2:9S 3:QC 4:TS")
    do(match, "0:KC")
    assert (match.asked, match.phase) == (1, "TURN")  # Q♣ was led: the king is ordinary
    do(match, "1:KS")
    assert do(match, "2:WITHHOLD") == [1, 1, -4, 1, 1]
    assert (match.asked, match.legal()) == (2, actions("QS"))
    # Four fines into POINT, three chips out of it for the tricks of seat 3.
    assert do(match, "2:QS") == [-1, -1, -1, 3, -1]
    assert (match.takers, match.revokes, match.marriages) == ([4, 2, 3, 3, 3], set(), set())
    assert (match.chips, match.boxes["POINT"]) == ([-5, -5, -10, -1, -5], 6)


def test_m6_two_queens_kept_back() -> None:
    """M6.3: with nothing but kept-back queens left, M5.2 chooses between them."""
    trick = Trick("H", Rules())
    trick.cards = {0: "KC", 1: "KS"}
    trick.kept = {"QC", "QS"}
    assert trick.lawful({"QC", "QS"}) == {"QC"}
    assert trick.lawful({"QC", "QS", "6D"}) == {"6D"}


def test_m9_play_is_forced() -> None:
    """M9.1: offences="none" offers the queen alone."""
    match = match_of(PLAIN, "6H", {"offences": "none"})
    do(match, "0:KC")
    assert match.legal() == actions("QC")


@pytest.mark.parametrize(
    ("rules", "moved"),
    [
        ({}, [-1, -1, -1, 4, -1]),
        ({"table_marriage": "king"}, [0, -1, -1, 3, -1]),
        ({"table_marriage": "king", "hearts_king_pays": True}, [-1, -1, -1, 4, -1]),
        ({"table_marriage": "taker"}, [-1, -1, -1, 4, -1]),
    ],
)
def test_m6_hearts_marriage_at_the_table(rules: dict[str, object], moved: list[int]) -> None:
    """M6.4, M6.5: in hearts the queen is paid and takes, in king_high too."""
    match = match_of(HEARTS, "QC", {"rank_order": "king_high", **rules})
    assert match.chips == [-1, -5, -5, -1, -5]
    do(match, "0:KH")
    assert do(match, "3:QH") == moved
    do(match, "1:AH 2:7H 4:8H")
    assert match.takers == [3]


def fool_rules(order: str, beaten_by: str) -> dict[str, object]:
    """Following suit alone leaves the tests free to lay what they need."""
    return {"follow": "suit", "rank_order": order, "fool_beaten_by": beaten_by}


@pytest.mark.parametrize(
    ("order", "beaten_by", "line", "moved"),
    [
        ("queen_high", "court", "0:JD 1:QD 2:6D 3:7D 4:TD", [-1, 1, 0, 0, 0]),
        ("queen_high", "hearts", "0:JD 1:QD 2:6D 3:7D 4:TD", [4, -1, -1, -1, -1]),
        ("king_high", "court", "0:JD 1:QD 2:6D 3:KD 4:TD", [0] * 5),
        ("king_high", "hearts", "0:JD 1:QD 2:6D 3:KD 4:TD", [4, -1, -1, -1, -1]),
    ],
)
def test_m7_fool_and_the_court(order: str, beaten_by: str, line: str, moved: list[int]) -> None:
    """M7.1: the fool under a king or queen of another suit than hearts."""
    match = match_of(FOOLS, "KC", fool_rules(order, beaten_by))
    assert do(match, line) == moved


@pytest.mark.parametrize(
    ("order", "beaten_by", "moved", "taker"),
    [
        ("queen_high", "court", [-1, 1, 0, 0, 0], 1),
        ("king_high", "court", [0] * 5, 3),
        ("king_high", "hearts", [4, -1, -1, -1, -1], 3),
    ],
)
def test_m7_fool_under_a_marriage(order: str, beaten_by: str, moved: list[int], taker: int) -> None:
    """M7.1: a marriage takes with the card of M6.4; it is that card that beats the fool."""
    match = match_of(FOOLS, "KC", fool_rules(order, beaten_by), dealer=2)
    assert do(match, "3:KD 1:QD 4:TD 0:JD 2:6D") == moved
    assert match.takers == [taker]


@pytest.mark.parametrize(("top", "moved"), [("QH", [-1, 1, 0, 0, 0]), ("KH", [0] * 5)])
def test_m7_fool_under_hearts(top: str, moved: list[int]) -> None:
    """M7.1: Q♥ is paid by the fool, K♥ is not."""
    hands = [hand.replace("QD", top) for hand in FOOLS]
    match = match_of(hands, "KC", fool_rules("queen_high", "hearts"))
    assert do(match, f"0:JD 1:{top} 2:6D 3:7D 4:TD") == moved


def test_m1_fool_power() -> None:
    """M1.3: a powerful fool stands above trumps; off suit he is allowed, not compelled."""
    trick = Trick("C", Rules(fool_power=True))
    trick.cards = {0: "AS", 1: "QC"}
    assert trick.lawful({"JD", "7S", "6C"}) == {"7S", "JD"}  # M5.2 (3)
    assert trick.lawful({"JD", "KC"}) == {"JD", "KC"}  # (4)
    trick.cards = {0: "AS", 1: "6C"}
    assert trick.lawful({"JD", "7S", "8C"}) == {"8C", "JD"}  # (2)
    trick.cards = {0: "9S"}
    assert trick.lawful({"JD", "TS", "7S", "8C"}) == {"TS"}  # (1)


def test_m5_low_cards_of_the_suit_do_not_excuse() -> None:
    """M5.2 (2): seat 4 holds a diamond, but only its trumps beat Q♦."""
    match = match_of(FOOLS, "KC")
    do(match, "0:JD")
    assert match.legal() == actions("QD")
    do(match, "1:QD 2:6D 3:7D")
    assert match.legal() == actions("8C TC AC")


@pytest.mark.parametrize("awards", ["deal", "round"])
def test_m8_nobody_takes_two_tricks(awards: str) -> None:
    """M8.1, M4.7: no fines, no prize, and a box won by the round stays; marriages are final."""
    match = match_of(ONE_EACH, "TD", {"box_awards": awards})
    king = 4 if awards == "deal" else 0
    assert match.chips == [-6, -6 + king, -6, -6, -1]
    do(match, ONE_EACH_LINE)
    assert do(match, "1:6H") == [0] * 5
    assert match.takers == [1, 3, 0, 2, 4]
    assert match.chips == [-7, -7 + king, -7, -7, 3]
    assert match.boxes["KING"] == 5 - king


def test_m4_hearts_marriage_in_hand() -> None:
    """M4.2, M4.3: three boxes less a chip each, and two chips from every other player."""
    hands = [HEARTS[0].replace("TD", "QH"), *HEARTS[1:3], HEARTS[3].replace("QH", "TD"), HEARTS[4]]
    match = match_of(hands, "QC")
    assert match.chips == [-5 + 12 + 8, -7, -7, -7, -7]
    do(match, "0:KH")
    assert match.phase == "TURN"  # M6.6


def test_m4_sequences() -> None:
    """M4.1: orders, no wrap, count, and the ways in which equals are told apart."""
    natural, ranked, count = Rules(), Rules(sequence_order="rank"), Rules(point="count")
    assert point_cards(set(cards("JC QC KC 6D AC")), natural) == ["JC", "QC", "KC", "AC"]
    assert point_cards(set(cards("KC AC 2C 3C 6D")), natural) == []
    assert point_cards(set(cards("TC AC KC 6D 7D")), ranked) == ["TC", "AC", "KC"]
    assert set(point_cards(set(cards("6C 9C KC 6D 7D")), count)) == {"6C", "9C", "KC"}
    assert point_strength(["QC", "KC", "AC"], "D", natural) > point_strength(
        ["JD", "QD", "KD"], "D", natural
    )
    assert point_strength(["TC", "JC", "QC"], "D", count) > point_strength(
        ["6D", "KD", "AD"], "D", count
    )
    assert point_strength(["6D", "7D", "8D"], "D", natural) > point_strength(
        ["6C", "7C", "8C"], "D", natural
    )
