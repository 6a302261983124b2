"""What a player is asked, and what a player can type."""

from __future__ import annotations

import io

import numpy as np
import pytest

from marriage_env import Rules, marriage_v0, small_mariage_v0, trynka_v0
from marriage_env.cli.play.prompts import Command, Decision
from marriage_env.cli.play.screen import Screen
from marriage_env.cli.play.table_view import show_decision, show_table
from marriage_env.cli.play.wording import Wording
from marriage_env.core.cards import card_name, pack_for, parse_card
from marriage_env.mariage.actions import WITHHOLD
from marriage_env.trynka.actions import PASS, STOP

# The worked example of the rules: seat 1 may throw the king of spades on the six of clubs.
_DEALT = "6C 7C 8C KS 9D JD QS 6D 7D TH AH 6H KH 9S 8S 9C TC 8D TD AD 6S 7H 8H 7S AC JC"


def worked_example(**rules):
    """The environment of the worked example."""
    env = marriage_v0.raw_env(num_players=5, rules=Rules(**rules))
    deck = _DEALT.split()
    rest = [card_name(card) for card in pack_for(5) if card_name(card) not in deck]
    env.reset(seed=1, options={"deck": deck + rest, "dealer": 4})
    return env


def asked(env, language="en"):
    """The decision of the seat to act."""
    views, mask = env.game.look(env._states, np.zeros(1, np.int64))
    words = Wording(env.game, language, int(views[0]["seat"]))
    return Decision(env.game, words, views, mask)


def shown(decision):
    """The screen of a decision, its lines put together."""
    file = io.StringIO()
    texts = decision.game.texts.seat
    show_table(Screen(file), decision.wording, texts, decision.view)
    show_decision(Screen(file), decision, texts)
    return " ".join(file.getvalue().split())


def step(env, *names):
    """Lay cards, by name."""
    for name in names:
        env.step(parse_card(name))


@pytest.mark.parametrize("fine", [1, 3])
def test_the_queen_is_asked_for_with_what_it_costs_to_keep_her_back(fine):
    """M6.2, M6.3: to every other player."""
    env = worked_example(queen_fine=fine)
    step(env, "6C", "KS")
    decision = asked(env)
    assert (
        "The king of spades is laid: you hold his queen. Lay her (q), or keep her back and pay "
        f"{4 * fine} chips (w)?"
    ) in shown(decision)
    assert decision.understood("q") == decision.understood("QS") == parse_card("QS")
    assert decision.understood("W") == decision.understood(" withhold ") == WITHHOLD
    russian = asked(env, "ru")
    paid = {1: "4 фишки", 3: "12 фишек"}[fine]
    assert (
        f"Положен король пик, его дама у вас. Положить её (д) или придержать и заплатить {paid}"
        in (shown(russian))
    )
    assert russian.understood("д") == russian.understood("дп") == parse_card("QS")
    assert russian.understood("у") == WITHHOLD
    assert "(M6.2)" in decision.understood("ad")


def test_every_rule_that_bars_a_card_is_named():
    """M5.2: beat in the suit, trump, follow; and nothing beats a marriage."""
    env = worked_example()
    step(env, "6C")
    assert asked(env).reasons == []  # seat 1 holds no clubs
    step(env, "KS", "QS")
    step(env, "6H")  # seat 3 has no clubs
    decision = asked(env)
    text = shown(decision)
    assert (
        "K♥ 9♠ 8♠ 7♠: you hold clubs and must follow suit; nothing beats a marriage (M5.2)" in text
    )
    assert "[1]A♣" in text
    assert decision.understood("ks").startswith("You do not hold K♠")
    assert decision.understood("9s").startswith("9♠ cannot be laid now: you hold clubs")


def dealt(*hands, turned, **rules):
    """Five such hands from the eldest, seat 0, on, and the card turned up."""
    hands = [hand.split() for hand in hands]
    deck = [card for hand in hands for card in hand[:3]]
    deck += [card for hand in hands for card in hand[3:]]
    deck.append(turned)
    env = marriage_v0.raw_env(num_players=5, rules=Rules(**rules))
    rest = [card_name(card) for card in pack_for(5) if card_name(card) not in deck]
    env.reset(seed=1, options={"deck": deck + rest, "dealer": 4})
    return env


_HANDS = ("9S 6C 7C 8C 9C", "8S QS 6D AD 7H", "7S 6S JC 7D 9D", "TC AC KC 8D 6H", "TS JS AS KS KD")


def test_who_can_beat_must():
    """M5.2 (1): in the suit led; (2): with a trump; B's rules ask for the suit alone."""
    env = dealt(*_HANDS, turned="QC")
    step(env, "9S")
    assert "8♠: you can beat 9♠ in spades, so you must (M5.2)" in shown(asked(env))
    assert "A♦ 6♦ 7♥: you hold spades and must follow suit (M5.2)" in shown(asked(env))
    step(env, "QS")
    assert "you cannot beat Q♠ in spades but you can with a trump, so you must (M5.2)" in (
        asked(env).understood("7s")
    )
    assert asked(env).understood("jc") == parse_card("JC")
    env = dealt(*_HANDS, turned="QC", follow="suit")
    step(env, "9S")
    assert "you hold spades and must follow suit (M5.2)" in asked(env).understood("ad")
    assert asked(env).understood("8s") == parse_card("8S")


def test_a_queen_kept_back_waits_for_the_next_trick():
    """M6.3."""
    env = dealt(*_HANDS, turned="QC")
    step(env, "9S", "QS", "JC", "TC", "KS")
    hands = ("KS 6C 7C 8C 9C", *_HANDS[1:4], "TS JS AS 9S KD")
    env = dealt(*hands, turned="QC")
    step(env, "KS")
    assert int(env._states["seat"][0]) == 1
    env.step(WITHHOLD)
    assert asked(env).understood("qs") == "Q♠ cannot be laid now: kept back in this trick (M6.3)."
    assert "keeps Q♠ back" in shown(asked(env))


def test_a_revoke_is_offered_with_its_fine():
    """M9.1: under offences="all" every card can be laid."""
    env = worked_example(offences="all", revoke_fine=2)
    step(env, "6C", "KS", "QS", "6H")
    decision = asked(env)
    assert "a revoke: you may lay it all the same, for 8 chips (M9.1)" in shown(decision)
    assert decision.understood("9s") == parse_card("9S")


def test_declarations_come_first():
    """M4.6: under voluntary declarations, by keys; no card can be laid."""
    env = worked_example(declarations="voluntary")
    decision = asked(env)
    text = shown(decision)
    assert "p: claim the box POINT and show your best sequence (M4.1)" in text
    assert "declarations come first (M4.6)" in decision.understood("1")
    assert env.game.action_name(decision.understood("p")) == "POINT"
    assert env.game.action_name(asked(env, "ru").understood("пу")) == "POINT"
    assert env.game.action_name(decision.understood("done")) == "DONE"


def test_whatever_is_typed_gets_an_answer():
    """Wrong keys get a sentence that names the choices."""
    env = worked_example()
    for language in ("en", "ru"):
        decision = asked(env, language)
        for text in (
            "",
            "0",
            "6",
            "-1",
            "99999999999",
            "zz",
            "{}",
            "[red]",
            "%s",
            "\x00",
            "²",
            "q" * 999,
        ):
            answer = decision.understood(text)
            assert isinstance(answer, str)
            assert decision.wording.card(parse_card("TC")) in answer
    assert decision.understood("?") is Command.HELP
    assert asked(env).understood("Quit") is Command.QUIT
    assert asked(env).understood("3") == asked(env).hand[2]


def test_a_rank_alone_names_a_card_if_there_is_one():
    env = marriage_v0.raw_env(num_players=5)
    deck = ["QC", "QD", "AS"] + [
        c for c in map(card_name, pack_for(5)) if c not in {"QC", "QD", "AS"}
    ]
    env.reset(seed=1, options={"deck": deck, "dealer": 4})
    decision = asked(env)
    assert decision.understood("a") == parse_card("AS")
    assert decision.understood("q").startswith("You have several of that rank: Q♣, Q♦")


def test_the_hand_is_sorted_by_suit_and_strength():
    """M1.2: queens first, or kings."""
    env = worked_example()
    step(env, "6C", "KS", "QS")
    names = [card_name(card) for card in asked(env).hand]
    assert names == ["AH", "TH", "8H", "7H", "6H"]
    assert "high to low: Q J K A 10 9 8 7 6" in shown(asked(env))
    assert "high to low: K Q J A 10" in shown(asked(worked_example(rank_order="king_high")))


def test_trynka_asks_for_ranks_and_clubs():
    """T4: the rank wanted; T4.1: K♣ after Q♣, or STOP; T4.3: what a miss costs."""
    env = trynka_v0.raw_env(num_players=3)
    pack = [card_name(card) for card in pack_for(3)]
    first = ["QC", "KC", "JD"]
    others = [card for card in pack if card not in first]
    deck = [
        card
        for k in range(12)
        for card in ((first + others[24:])[k], others[2 * k], others[2 * k + 1])
    ]
    deck = list(dict.fromkeys(deck + pack))
    env.reset(seed=1, options={"deck": deck, "dealer": 2})
    assert "You begin a pile: any card (T4)." in shown(asked(env))
    step(env, "JD")
    decision = asked(env)
    assert "The pile wants Q, and Q♣ wins its double." in shown(decision)
    assert decision.understood("p") == PASS
    assert "only Q goes on with the pile (T4)" in decision.understood("kc")
    step(env, "QC")
    decision = asked(env)
    assert "lay K♣ as well (k), or stop (s)?" in shown(decision)
    assert decision.understood("k") == parse_card("KC")
    assert decision.understood("s") == STOP


def test_small_mariage_asks_for_the_queen_too():
    """S5.2, S5.3."""
    env = small_mariage_v0.raw_env(num_players=2)
    pack = [card_name(13 * suit + rank) for suit in range(3) for rank in (9, 10, 11, 12)]
    first = ["KC", "QC", "AD", "JD", "AH"]
    env.reset(seed=1, options={"deck": first + [c for c in pack if c not in first], "dealer": 1})
    holder = next(seat for seat in range(2) if "KC" in env.hands[seat])
    if int(env._states["seat"][0]) == holder:
        step(env, "KC")
    if "QC" in env.hands[1 - holder]:
        text = shown(asked(env))
        assert "The king of clubs is laid: you hold his queen. Lay her (q)" in text
        assert "pay 1 chip (w)?" in text
