"""M10.1, M10.2, M10.4: missed deals, misdeals and new packs, forced pack by pack.

Five players; seat 4 has the first deal. Everyone stakes five chips before a deal (-5), so that each
box holds 5.
"""

from collections import Counter

from marriage_env import Accidents, marriage_v0

from . import deals as d
from .accidents import KING, QUIET, begin, deal_of, hands_are, happened, over
from .table import asked, bank, boxes, cards_of, chips, play


def test_m10_1_missed_deal() -> None:
    """M10.1: 4 misses the deal: -4, +1 to each other; 0 deals in its place, 1 is eldest.

    3, the eldest but two, takes KING: -5 + 1 + 4.
    """
    env = begin([deal_of(KING, dealer=0)], [{"missed_deal": True}])
    assert env.dealer == 0
    assert asked(env) == 1
    assert hands_are(env, KING, eldest=1)
    assert chips(env) == [-4, -4, -4, 0, -9]
    assert boxes(env) == [5, 5, 5, 1, 5]
    assert happened(env)[:3] == ["MISSED_DEAL", "STAKES", "DEAL"]
    assert env.events[0].chips == (1, 1, 1, 1, -4)
    assert env.events[0].clause == "M10.1"


def test_m10_1_the_deal_passes_on_from_there() -> None:
    """M10.1, M3.1: after 4 missed and 0 dealt it is 1's turn, who misses too: 2 deals.

    Two stakes make -10 each. 4 and 1 each paid four and were paid one, -3; the others +2.
    """
    packs = [deal_of(QUIET, dealer=0), deal_of(QUIET, dealer=2)]
    env = begin(packs, [{"missed_deal": True}] * 2, deals=2)
    play(env, d.turned_play(d.QUIET_PLAY, 1))
    assert env.dealer == 2
    assert asked(env) == 3
    assert chips(env) == [-8, -13, -8, -8, -13]
    play(env, d.turned_play(d.QUIET_PLAY, 3))
    assert over(env)


def test_m10_1_once_a_deal() -> None:
    """M10.1: though every deal is missed by its rate, the next seat does deal."""
    env = marriage_v0.raw_env(num_players=5, accidents=Accidents(missed_deal=1.0), deals=1)
    env.reset(seed=7, options={"dealer": 4})
    assert env.dealer == 0
    assert happened(env).count("MISSED_DEAL") == 1


def test_m10_2_misdeal() -> None:
    """M10.2: 4 misdeals SHARED: -4, +1 to each other; it deals again, KING, from a new pack.

    Nothing of the misdealt pack is declared (1 had a sequence); the stakes stay and are not paid
    again. 2, the eldest but two, takes KING: -5 + 1 + 4.
    """
    env = begin([deal_of(d.SHARED), deal_of(KING)], [{"misdeal": True}])
    assert env.dealer == 4
    assert asked(env) == 0
    assert hands_are(env, KING, eldest=0)
    assert chips(env) == [-4, -4, 0, -4, -9]
    assert boxes(env) == [5, 5, 5, 1, 5]
    assert happened(env) == ["STAKES", "MISDEAL", "DEAL", "BOX_KING"]
    assert env.events[1].chips == (1, 1, 1, 1, -4)
    assert env.events[1].clause == "M10.2"


def test_m10_2_once_a_deal() -> None:
    """M10.2: the new pack is not misdealt, though it is said to be: one fine, and it is dealt."""
    env = begin([deal_of(d.SHARED), deal_of(QUIET)], [{"misdeal": True}] * 2)
    assert hands_are(env, QUIET, eldest=0)
    assert chips(env) == [-4, -4, -4, -4, -9]


def test_m10_2_after_a_missed_deal() -> None:
    """M10.2, M10.1: in this order: 4 misses, stakes, 0 misdeals: -4 to each of them, +1 from each.

    So 4 and 0 have -5 - 4 + 1, the others -5 + 2.
    """
    packs = [deal_of(d.SHARED, dealer=0), deal_of(QUIET, dealer=0)]
    env = begin(packs, [{"missed_deal": True, "misdeal": True}])
    assert happened(env) == ["MISSED_DEAL", "STAKES", "MISDEAL", "DEAL"]
    assert chips(env) == [-8, -3, -3, -3, -8]
    assert boxes(env) == [5] * 5


def test_m10_4_neither_counts() -> None:
    """M10.4: of two deals the first is misdealt, then void; each new pack is the next one given.

    The misdeal's payment goes back with the void deal, so that at the end all have paid two stakes.
    """
    packs = [deal_of(d.SHARED), deal_of(d.SWEEP), deal_of(QUIET), deal_of(QUIET, dealer=0)]
    env = begin(packs, [{"misdeal": True}, {"faulty_pack": 1}], deals=2)
    assert hands_are(env, d.SWEEP, eldest=0)
    play(env, "0:QS 1:6C 2:7C 3:8C 4:9C")
    assert hands_are(env, QUIET, eldest=0)
    play(env, d.QUIET_PLAY)
    assert not over(env)
    assert env.dealer == 0
    assert hands_are(env, QUIET, eldest=1)
    play(env, d.turned_play(d.QUIET_PLAY, 1))
    assert over(env)
    assert chips(env) == [-10] * 5
    assert [event.deal for event in env.events if event.kind.name == "DEAL"] == [0, 0, 1]


def test_m10_4_shuffled_pack() -> None:
    """M10.4: when no more packs are given the new one is shuffled from the seed."""
    given = [hand.split() for hand in QUIET]
    dealt = []
    for _ in range(2):
        env = begin([deal_of(QUIET)], [{"misdeal": True}])
        dealt.append(env.hands)
        cards = [card for hand in env.hands for card in hand]
        assert len(set(cards)) == 25
        assert set(cards) <= set(cards_of(5))
    assert dealt[0] == dealt[1]
    assert [set(hand) for hand in dealt[0]] != [set(hand) for hand in given]


def test_m10_4_rates() -> None:
    """M10.1, M10.2, M10.4: a rate of 1 befalls every deal once, the default rate of 0 none."""
    for rates, times in ((Accidents(misdeal=1.0, missed_deal=1.0), 2), (Accidents(), 0)):
        env = marriage_v0.raw_env(num_players=5, accidents=rates, deals=2)
        env.reset(seed=7)
        while not over(env):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(mask.argmax()))
        counted = Counter(happened(env))
        assert (counted["MISSED_DEAL"], counted["MISDEAL"], counted["DEAL"]) == (times, times, 2)
        assert bank(env) == 0
