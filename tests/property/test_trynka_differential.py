"""Trynka's engine against its reference model, action by action, under every field of the rules."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marriage_env.core.cards import card_name, names_of, pack_for
from marriage_env.trynka.rules import PRESETS, Rules, variants
from marriage_env.trynka.state import How
from tests.reference.trynka.model import Match
from tests.rules.trynka.table import Table

ANY_RULES = st.one_of(
    st.sampled_from(PRESETS).map(Rules.preset),
    st.builds(
        Rules,
        card_stake=st.integers(0, 3),
        saucer_stake=st.integers(0, 3),
        marriage_saucer=st.sampled_from(variants("marriage_saucer")),
        offences=st.sampled_from(variants("offences")),
        ends=st.sampled_from(variants("ends")),
        out_pay=st.integers(0, 2),
    ),
)
MATCHES: dict[str, Any] = {
    "players": st.integers(3, 10),
    "rules": ANY_RULES,
    "deals": st.integers(1, 3),
    "passing": st.sampled_from([0.1, 0.5, 0.9]),
    "seed": st.integers(0, 2**32),
}
SETTINGS = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=False
)


def seen_of_engine(table: Table) -> dict[str, object]:
    """What both sides can be asked for, from the engine."""
    n, public = table.players, table.states["table"][0]
    number = int(public["number"])
    rows = zip(public["layer"][:number], public["laid"][:number], public["how"][:number])
    return {
        "chips": table.chips,
        "table": table.places,
        "hands": table.hands,
        "dealer": int(public["dealer"]),
        "shown": [set(names_of(cards)) for cards in public["shown"][:n]],
        "laid": [(int(seat), card_name(int(card)), How(how).name) for seat, card, how in rows],
        "misses": [int(number) for number in public["misses"]],
        "asked": (table.asked, table.phase),
    }


def seen_of_model(match: Match) -> dict[str, object]:
    """The same from the reference model."""
    misses = [0] * 52
    for laid, _ in match.misses:
        misses[laid - 1] += 1
    question = match.question
    return {
        "chips": match.chips,
        "table": match.table,
        "hands": match.hands,
        "dealer": match.dealer,
        "shown": match.shown,
        "laid": [(laid.seat, laid.card, laid.how) for laid in match.laid],
        "misses": misses,
        "asked": (question.seat, question.phase) if question else (-1, "OVER"),
    }


def compare(players: int, rules: Rules, deals: int, passing: float, seed: int) -> int:
    """Play a match with random choices on both sides; the number of actions compared."""
    rng = random.Random(seed)
    pack = [card_name(card) for card in pack_for(players)]
    packs = [rng.sample(pack, len(pack)) for _ in range(deals)]
    dealer = rng.randrange(players)
    match = Match(players, asdict(rules), deals, packs, dealer)
    table = Table(players, rules, deals)
    table.begin(packs, dealer)
    steps = 0
    while True:
        mine, theirs = seen_of_engine(table), seen_of_model(match)
        for name, value in theirs.items():
            assert mine[name] == value, f"{name} after {steps} actions"
        if match.question is None:
            return steps
        legal = int(table.states["legal"][0])
        assert {a for a in range(54) if legal >> a & 1} == match.question.legal, f"after {steps}"
        words = [action for action in match.question.legal if action >= 52]
        cards = sorted(match.question.legal.difference(words))
        action = words[0] if words and rng.random() < passing else rng.choice(cards)
        assert match.step(action) == table.step(action), f"rewards of action {steps}"
        steps += 1


@SETTINGS
@given(**MATCHES)
def test_t4_the_engine_agrees_with_the_reference_model(
    players: int, rules: Rules, deals: int, passing: float, seed: int
) -> None:
    """T1-T5: chips, table, hands, what is shown and laid, who is asked for what, what is legal."""
    assert compare(players, rules, deals, passing, seed) >= 5 * deals


@pytest.mark.slow
@settings(SETTINGS, max_examples=3000)
@given(**MATCHES)
def test_the_engine_agrees_with_the_reference_model_at_length(
    players: int, rules: Rules, deals: int, passing: float, seed: int
) -> None:
    """The same, for many more matches."""
    assert compare(players, rules, deals, passing, seed) >= 5 * deals


def test_the_comparison_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a model that forgets misses the difference is named."""
    monkeypatch.setattr(Match, "_pay_miss", lambda *_: None)
    with pytest.raises(AssertionError, match=r"chips after|rewards of action"):
        compare(4, Rules(), 2, 0.9, 1)
