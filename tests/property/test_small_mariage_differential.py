"""Small Mariage's engine against its reference model, under every field of the rules."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_env.core.cards import card_name, names_of
from marriage_env.small_mariage import actions
from marriage_env.small_mariage.rules import PRESETS, Rules, variants
from tests.reference.small_mariage.model import Match
from tests.rules.small_mariage.table import Table, full_pack

from .strategies import steady

ANY_RULES = st.one_of(
    st.sampled_from(PRESETS).map(Rules.preset),
    st.builds(
        Rules,
        suits=st.integers(2, 4),
        hand_cards=st.integers(2, 3),
        follow=st.sampled_from(variants("follow")),
        queen_fine=st.integers(0, 3),
        table_marriage=st.sampled_from(variants("table_marriage")),
        trick_prize=st.integers(0, 2),
        offences=st.sampled_from(variants("offences")),
    ),
)
ANY_KIND = st.tuples(st.integers(2, 3), ANY_RULES).filter(
    lambda kind: kind[0] * kind[1].hand_cards < 4 * kind[1].suits
)
MATCHES: dict[str, Any] = {
    "kind": ANY_KIND, "deals": st.integers(1, 3), "seed": st.integers(0, 2**32)
}  # fmt: skip


def seen_of_engine(table: Table) -> dict[str, object]:
    """What both sides can be asked for, from the engine."""
    env, public = table.env, table.env._table
    players, tricks = range(table.players), range(int(public["trick"]))
    return {
        "chips": table.chips,
        "hands": [set(hand) for hand in env.hands],
        "dealer": env.dealer,
        "turned": card_name(int(public["turn_up"])),
        "laid": [
            {seat: card_name(int(row[seat])) for seat in players if row[seat] >= 0}
            for row in public["laid"]
            if max(row) >= 0
        ],
        "kept": {
            (trick, seat, "Q" + "CDHS"[suit])
            for trick, row in enumerate(public["kept"])
            for seat in players
            for suit in range(4)
            if row[seat] >> suit & 1
        },
        "married": {
            (trick, seat)
            for trick, row in enumerate(public["married"])
            for seat in players
            if row[seat]
        },
        "takers": [int(public["taker"][trick]) for trick in tricks],
        "known": [set(names_of(int(cards))) for cards in public["known"][: table.players]],
        "asked": (table.asked, table.phase, table.legal),
    }


def seen_of_model(match: Match) -> dict[str, object]:
    """The same from the reference model."""
    question, tricks = match.question, list(enumerate(match.tricks))
    kept = {(k, seat, queen) for k, trick in tricks for seat, queen in trick.kept}
    return {
        "chips": match.chips,
        "hands": match.hands,
        "dealer": match.dealer,
        "turned": match.turned,
        "laid": [trick.laid for _, trick in tricks if trick.laid],
        "kept": kept,
        "married": {(k, seat) for k, trick in tricks for seat in trick.married},
        "takers": match.takers,
        "known": [
            {queen for _, seat, queen in kept if seat == other and queen in match.hands[other]}
            for other in range(match.players)
        ],
        "asked": (question.seat, question.phase, question.legal)
        if question
        else (-1, "OVER", set()),
    }


def compare(kind: tuple[int, Rules], deals: int, seed: int) -> int:
    """Play a match with random choices on both sides; the number of actions compared."""
    (players, rules), rng = kind, random.Random(seed)
    pack = full_pack(rules.suits)
    packs = [rng.sample(pack, len(pack)) for _ in range(deals)]
    dealer = rng.randrange(players)
    match = Match(players, asdict(rules), deals, packs, dealer)
    table = Table(players, rules, packs, dealer)
    steps = 0
    while True:
        mine, theirs = seen_of_engine(table), seen_of_model(match)
        for name, value in theirs.items():
            assert mine[name] == value, f"{name} after {steps} actions"
        if match.question is None:
            return steps
        answer = rng.choice(sorted(match.question.legal))
        moved = match.step(answer)
        table.env.step(actions.parse(answer))
        rewards = [int(chips) for chips in table.env.rewards.values()]
        assert rewards == moved, f"rewards of action {steps}"
        steps += 1


@settings(steady, max_examples=150)
@given(**MATCHES)
def test_the_engine_agrees_with_the_reference_model(
    kind: tuple[int, Rules], deals: int, seed: int
) -> None:
    """S1-S6: chips, hands, tricks, queens kept back, marriages, who is asked, what is legal."""
    assert compare(kind, deals, seed) >= 4 * deals


@pytest.mark.slow
@settings(steady, max_examples=5000)
@given(**MATCHES)
def test_the_engine_agrees_with_the_reference_model_at_length(
    kind: tuple[int, Rules], deals: int, seed: int
) -> None:
    """The same, for many more matches."""
    assert compare(kind, deals, seed) >= 4 * deals


def test_the_comparison_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a model that forgets payments the difference is named."""
    monkeypatch.setattr(Match, "_all_pay", lambda *_: None)
    with pytest.raises(AssertionError, match=r"chips after|rewards of action"):
        compare((3, Rules(hand_cards=3)), 3, 1)
