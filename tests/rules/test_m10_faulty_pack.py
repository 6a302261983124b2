"""M10.3: faulty packs, noticed at a trick or after the end, forced pack by pack.

Five players; seat 4 has the first deal. Everyone stakes five chips before a deal (-5), so that each
box holds 5.
"""

from collections import Counter

import pytest

from marriage_env import Accidents, marriage_v0
from marriage_env.mariage.observe import unpack

from . import deals as d
from .accidents import QUIET, SHARED_TRICKS, begin, deal_of, hands_are, happened, over
from .table import asked, boxes, chips, gains, legal, moved, pack, play

FINES = [(False, [0] * 5), (True, gains(5, 4, -1))]


@pytest.mark.parametrize("noticed", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("fine", "fined"), FINES)
def test_m10_3_void_deal(noticed: int, fine: bool, fined: list[int]) -> None:
    """M10.3: noticed when a trick is complete: 1 gives POINT back, -4; 4 deals again.

    The stakes stay in the boxes and are not paid again. After the fifth trick too there is neither
    fine nor prize for tricks. With `faulty_pack_fine` 4 pays each other a chip and keeps that loss.
    """
    packs = [deal_of(d.SHARED), deal_of(QUIET)]
    env = begin(packs, [{"faulty_pack": noticed}], faulty_pack_fine=fine)
    assert chips(env) == [-5, -1, -5, -5, -5]
    assert boxes(env) == [1, 5, 5, 5, 5]
    for trick in SHARED_TRICKS[: noticed - 1]:
        assert moved(env, trick) == [0] * 5
    last = SHARED_TRICKS[noticed - 1]
    assert moved(env, last) == [back + f for back, f in zip([0, -4, 0, 0, 0], fined, strict=True)]
    assert boxes(env) == [5] * 5
    assert env.dealer == 4
    assert asked(env) == 0
    assert hands_are(env, QUIET, eldest=0)
    assert moved(env, d.QUIET_PLAY) == [0] * 5
    assert over(env)
    assert chips(env) == [-5 + f for f in fined]
    assert ("FAULTY_PACK_FINE" in happened(env)) == fine
    assert happened(env).count("VOID_DEAL") == 1


@pytest.mark.parametrize(("fine", "fined"), FINES)
def test_m10_3_after_the_end(fine: bool, fined: list[int]) -> None:
    """M10.3: noticed after the end (6) the deal counts: tricks 3 and 2 are paid as ever.

    1 left one chip in POINT; three fines make 4, four of the five tricks are paid: +2 to 0 and 2.
    """
    env = begin([deal_of(d.SHARED)], [{"faulty_pack": 6}], faulty_pack_fine=fine)
    for trick in SHARED_TRICKS[:4]:
        assert moved(env, trick) == [0] * 5
    settled = [2, -1, 2, -1, -1]
    assert moved(env, SHARED_TRICKS[4]) == [s + f for s, f in zip(settled, fined, strict=True)]
    assert boxes(env) == [0, 5, 5, 5, 5]
    assert over(env)
    assert "VOID_DEAL" not in happened(env)
    assert happened(env)[-2:] == ["FAULTY_PACK_FINE" if fine else "FAULTY_PACK", "MATCH_END"]


def test_m10_3_after_the_end_the_dealer_of_that_deal_pays() -> None:
    """M10.3: 4, who dealt the faulty pack, pays, not 0, who deals next; then come stakes, -5."""
    packs = [deal_of(QUIET), deal_of(QUIET, dealer=0)]
    env = begin(packs, [{"faulty_pack": 6}], deals=2, faulty_pack_fine=True)
    assert moved(env, d.QUIET_PLAY) == [1 - 5, 1 - 5, 1 - 5, 1 - 5, -4 - 5]
    assert env.dealer == 0


# Trumps clubs; nobody declares anything. 0 leads KS, 2 has QS; KS takes from AS.
CALLED = {
    0: "KS 8D TD 9H 6H",
    1: "6S 7D 8H 9C AD",
    2: "QS AS 7H 7C AH",
    3: "8S 6D TH 9D JH",
    4: "9S TS AC 8C JC",
}


@pytest.mark.parametrize(
    ("answer", "paid", "last"),
    [
        ("2:QS", gains(5, 2), "1:6S 3:8S 4:9S"),  # a marriage: four chips
        ("2:WITHHOLD", gains(5, 2, -1), "1:6S 2:AS 3:8S 4:9S"),  # kept back: the fine of four
    ],
)
def test_m10_3_payments_between_players_go_back(answer: str, paid: list[int], last: str) -> None:
    """M10.3, M6.3, M6.5: what was paid for the queen goes back when the trick is complete."""
    env = begin([pack(CALLED, "6C"), deal_of(QUIET)], [{"faulty_pack": 1}])
    assert moved(env, f"0:KS {answer}") == paid
    assert moved(env, last) == [-p for p in paid]
    assert chips(env) == [-5] * 5


def test_m10_3_after_the_payments_of_the_trick() -> None:
    """M10.3, M7.1: the fool of the trick is paid, +4 to 0, and that goes back in the same step.

    Trumps are clubs. 0 leads JD, which takes: the others must follow, and QD and KD are in the
    talon. What 0 took for FOOL before, +4, goes back as well.
    """
    hands = {0: "JD 8C TD 9H 6H", 1: "6D 7S 8H 9C AS", 2: "7D JS 7H 7C AH"}
    hands |= {3: "8D 6S TH 9S JH", 4: "9D TS AC 8S JC"}
    env = begin([pack(hands, "6C"), deal_of(QUIET)], [{"faulty_pack": 1}])
    assert chips(env) == [-1, -5, -5, -5, -5]
    assert moved(env, "0:JD 1:6D 2:7D 3:8D") == [0] * 5
    assert moved(env, "4:9D") == [-4, 0, 0, 0, 0]
    assert happened(env)[-4:] == ["TRICK", "FOOL_PAID", "VOID_DEAL", "DEAL"]
    assert env.events[-3].chips == (4, -1, -1, -1, -1)
    assert env.events[-2].chips == (-4 - 4, 1, 1, 1, 1)


def test_m10_3_a_misdeals_payment_goes_back() -> None:
    """M10.3, M10.2: the misdeal came after the stakes: -9 and -4 become -5 again."""
    packs = [deal_of(d.SHARED), deal_of(QUIET), deal_of(QUIET)]
    env = begin(packs, [{"misdeal": True}, {"faulty_pack": 1}])
    assert chips(env) == [-4, -4, -4, -4, -9]
    assert moved(env, "0:QC 1:8C 2:TC 3:AC 4:6C") == [-1, -1, -1, -1, 4]
    assert chips(env) == [-5] * 5


@pytest.mark.parametrize(
    ("fine", "left"), [(False, [-4, -4, -4, -4, -9]), (True, [-8, -3, -3, -3, -8])]
)
def test_m10_3_a_missed_deals_fine_stays(fine: bool, left: list[int]) -> None:
    """M10.3, M10.1: the missed deal came before the stakes: 4 keeps that loss, -5 - 4.

    0 dealt the faulty pack and pays for it: -5 + 1 - 4; 4 has -9 + 1, the others -5 + 1 + 1.
    """
    packs = [deal_of(QUIET, dealer=0)] * 2
    befallen = [{"missed_deal": True, "faulty_pack": 1}]
    env = begin(packs, befallen, faulty_pack_fine=fine)
    play(env, "1:QC 2:8C 3:TC 4:AC 0:6C")
    assert env.dealer == 0
    assert asked(env) == 1
    assert chips(env) == left


def test_m10_3_one_void_a_deal() -> None:
    """M10.3: after a void deal the new pack is sound and well dealt, and no deal is missed."""
    befallen = [{"faulty_pack": 2}, {"faulty_pack": 1, "misdeal": True, "missed_deal": True}]
    env = begin([deal_of(QUIET)] * 2, befallen)
    play(env, "0:QC 1:8C 2:TC 3:AC 4:6C  0:6D 1:QD 2:8D 3:TD 4:AD")
    play(env, d.QUIET_PLAY)
    assert over(env)
    assert happened(env).count("VOID_DEAL") == 1
    assert not {"MISDEAL", "MISSED_DEAL", "FAULTY_PACK"} & set(happened(env))
    assert chips(env) == [-5] * 5


def test_m10_3_round_awards_of_a_void_deal() -> None:
    """M10.3, M4.7: under "round" 1's claim to POINT is void too: it is not paid after the sweep.

    In the second pack nobody claims a box. POINT: 5, four fines in, five tricks out: 4.
    """
    packs = [deal_of(d.SHARED), deal_of(d.SWEEP)]
    env = begin(packs, [{"faulty_pack": 1}], box_awards="round")
    assert moved(env, SHARED_TRICKS[0]) == [0] * 5
    play(env, d.SWEEP_FOUR)
    assert moved(env, d.SWEEP_LAST) == [5, -1, -1, -1, -1]
    assert boxes(env) == [4, 5, 5, 5, 5]


@pytest.mark.parametrize("box_awards", ["deal", "round"])
def test_m10_3_stakes_on_the_tricks_go_back(box_awards: str) -> None:
    """M10.3, M2.2: they are no stakes before the deal: they go back, and are put in again.

    In the second pack, the sweep, nobody claims POINT: it holds 5 + 10; four fines in, five out.
    """
    packs = [deal_of(d.SHARED), deal_of(d.SWEEP)]
    env = begin(packs, [{"faulty_pack": 1}], box_awards=box_awards, point_stake=2)
    play(env, SHARED_TRICKS[0])
    assert chips(env) == [-7] * 5
    assert boxes(env) == [15, 5, 5, 5, 5]
    assert happened(env)[-3:] == ["VOID_DEAL", "DEAL", "POINT_STAKES"]
    assert moved(env, d.SWEEP_PLAY) == [5, -1, -1, -1, -1]
    assert boxes(env)[0] == 14


@pytest.mark.parametrize("declarations", ["automatic", "voluntary"])
def test_m10_3_how_it_came_is_remembered(declarations: str) -> None:
    """M10.3: all can tell at which trick this deal was found void, to its end, and no longer."""
    seen = set()
    for noticed in (0, 1, 2, 5):
        packs = [deal_of(QUIET)] * 2 + [deal_of(QUIET, dealer=0)]
        befallen = [{"faulty_pack": noticed}]
        env = begin(packs, befallen, deals=2, declarations=declarations)
        play(env, d.QUIET_PLAY if noticed == 0 else _first_tricks(noticed))
        if noticed:
            views = [env.observe(f"player_{seat}")["observation"] for seat in range(5)]
            found = [unpack(view, 5)["accidents"].tolist() for view in views]
            assert found == [[0, 0, noticed]] * 5
            seen.add(views[0].tobytes())
            play(env, d.QUIET_PLAY)
        assert unpack(env.observe("player_0")["observation"], 5)["accidents"].tolist() == [0, 0, 0]
    assert len(seen) == 3


def _first_tricks(number: int) -> str:
    """The script of the first tricks of QUIET."""
    return " ".join(d.QUIET_PLAY.split()[: 5 * number])


def test_m10_3_record_tells_before() -> None:
    """M10.3: `record()` is the whole game, the fault to come included; the players are not told."""
    env = begin([deal_of(QUIET)], [{"faulty_pack": 3}])
    assert env.record()["deals"][0]["accidents"] == {"faulty_pack": 3}


def test_m10_3_declarations_are_asked_anew() -> None:
    """M10.3, M4.6: "voluntary": the second pack is SHARED too, and 1 is asked for it again."""
    env = begin([deal_of(d.SHARED)] * 2, [{"faulty_pack": 1}], declarations="voluntary")
    play(env, f"1:DONE {SHARED_TRICKS[0]}")
    assert asked(env) == 1
    assert legal(env) == {"POINT", "DONE"}


def test_m10_3_nothing_tells_before() -> None:
    """M10.3: until it is noticed nobody can see that the pack is faulty."""
    seen = []
    for noticed in (0, 2, 6):
        env = begin([deal_of(d.SHARED)] * 2, [{"faulty_pack": noticed}])
        play(env, SHARED_TRICKS[0])
        views = [env.observe(f"player_{seat}") for seat in range(5)]
        seen.append([(v["observation"].tolist(), v["action_mask"].tolist()) for v in views])
    assert seen[0] == seen[1] == seen[2]


def test_m10_3_when_it_is_noticed() -> None:
    """M10.3: each of the six moments has an equal chance: of 240 packs about 40 each (sd 6)."""
    env = marriage_v0.raw_env(num_players=5, accidents=Accidents(faulty_pack=1.0), deals=1)
    moments: Counter[int] = Counter()
    for seed in range(240):
        env.reset(seed=seed)
        moments[int(env._states["fault_at"][0])] += 1
    assert set(moments) == {1, 2, 3, 4, 5, 6}
    assert all(20 <= times <= 60 for times in moments.values())
