"""Features: what stands where, by hand and by counting; the policy cannot see a forecast."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents import load
from agents.arena.lockstep import Player, move
from agents.game_agents import features_of
from agents.learned.forecast import FORECAST
from agents.mariage.card_features import CARD_BLOCKS, CARD_WIDTH
from agents.mariage.features import NO_CARD, encode_views, table_width, width
from agents.mariage.table_features import SEAT_BLOCKS, SEAT_WIDTH, TABLE_BLOCKS, TABLE_WIDTH
from marriage_env import Rules, VectorEnv, marriage_v0
from marriage_env.core.cards import cards_of, parse_card
from marriage_env.game import game_named
from tests.play import KINDS, legal


def blocks_of(row, seats):
    """The blocks of a row by name; the seats' and the cards' blocks have a row each."""
    found, at = {}, 0
    for name, places, _ in TABLE_BLOCKS:
        found[name] = row[at : at + places]
        at += places
    many = ((SEAT_BLOCKS, row[at : table_width(seats)].reshape(seats, SEAT_WIDTH)),)
    cards = row[table_width(seats) : -6].reshape(5, CARD_WIDTH)
    for blocks, rows in (*many, (CARD_BLOCKS, cards)):
        at = 0
        for name, places, _ in blocks:
            found[f"seat_{name}" if rows is not cards else f"card_{name}"] = rows[
                :, at : at + places
            ]
            at += places
    return found, row[-6:-1].astype(int)


def test_the_parts_fill_a_row():
    assert table_width(5) == TABLE_WIDTH + 5 * SEAT_WIDTH
    assert width(10) == table_width(10) + 5 * CARD_WIDTH + 6


def test_a_deal_by_hand():
    """Five players, dealer 4, clubs trump; seat 0 leads K♠, and seat 1 is asked for Q♠.

    Seat 1 has shown J♦, seat 3 the sequence 9♥ 10♥ J♥, and seat 4 nothing.
    """
    hands = [
        "KS 6S 7D 9D AC",
        "QS JD 6H 7H 8H",
        "TS 9S 6D 8D TC",
        "AD TD 9H TH JH",
        "AS 8S 7S AH KD",
    ]
    packs = [hand.split() for hand in hands]
    deck = [card for hand in packs for card in hand[:3]]
    deck += [card for hand in packs for card in hand[3:]] + ["6C"]
    env = marriage_v0.raw_env(5)
    rest = [name for name in env_pack() if name not in deck]
    env.reset(seed=1, options={"deck": deck + rest, "dealer": 4})
    env.step(parse_card("KS"))
    row = encode_views(env.view("player_1"), 5)[0]
    found, ids = blocks_of(row, 5)
    assert ids.tolist() == sorted(parse_card(name) for name in packs[1])
    assert found["players"].tolist() == [1, 0, 0, 0, 0, 0]
    assert found["asked"].tolist() == [0, 0, 1]
    assert found["trick"].tolist() == [1, 0, 0, 0, 0]
    assert found["coming"][3] == 1
    assert found["won"].tolist() == [1, 0, 0, 0]
    assert found["led"] == [1]
    assert found["best"].tolist() == [0, 0, 0, 1]
    assert found["best_place"].argmax() == "23456789TAKJQ".index("K")
    own, laid, elsewhere, coming, robbed = found["fool"]
    assert (own, laid, elsewhere, coming, robbed) == (1, 0, 0, 0, 0)
    # Seats from the observer on: 1, 2, 3, 4, 0; the leader, who has laid the best card, is last.
    assert found["seat_leads"][:, 0].tolist() == [0, 0, 0, 0, 1]
    assert found["seat_takes"][:, 0].tolist() == [0, 0, 0, 0, 1]
    assert found["seat_waits"][:, 0].tolist() == [1, 1, 1, 1, 0]
    # Five unknown cards in a hand, two where three are shown, four where one is laid; in fifths.
    np.testing.assert_allclose(found["seat_known"][:, 0], [1, 0, 0.6, 0, 0])
    np.testing.assert_allclose(found["seat_room"][:, 0], [0, 1, 0.4, 1, 0.8])
    queen = ids.tolist().index(parse_card("QS"))
    assert found["card_kind"][queen].tolist() == [0, 1, 0, 0]
    assert found["card_partner"][queen].tolist() == [0, 1, 0, 0, 1]


def env_pack():
    """The 36 cards by name."""
    return [rank + suit for suit in "CDHS" for rank in "6789TJQKA"]


@pytest.mark.parametrize("kind", KINDS)
def test_rows_agree_with_the_game(kind):
    """Own cards, lawful cards and the numbers of hidden cards, in games of all kinds."""
    env = VectorEnv(8, 7, kind, deals=1, observations=False)
    env.reset(seed=4)
    walker, rng, seen = load("random"), np.random.default_rng(2), 0
    while (games := np.flatnonzero(env.states["seat"] >= 0)).size and seen < 400:
        views = env.views()[games]
        rows = encode_views(views, 10)
        assert np.isfinite(rows).all()
        assert np.abs(rows[:, :-6]).max() <= 10
        for view, row, game in zip(views, rows, games):
            found, ids = blocks_of(row, 10)
            hand = cards_of(env.states["hands"][game, view["seat"]])
            assert ids.tolist() == hand + [NO_CARD] * (5 - len(hand))
            assert found["seat_present"][:, 0].tolist() == [1] * 7 + [0] * 3
            suits = found["suits"].reshape(4, 55)
            assert suits[:, 3:16].sum() == len(hand)
            coming, others = suits[:, 16:29], suits[:, 29:42]
            assert ((coming <= others) & (others <= 1)).all()
            seen += 1
        move(game_named("mariage"), Player(walker, rng), env.states, games)
    assert seen >= 200


def test_before_anyone_has_shown_a_thing_chances_add_up_to_the_cards_out():
    """A chance a card, summed over all cards, is the number of cards the others hold."""
    env = marriage_v0.raw_env(5)
    env.reset(seed=3)
    view = env.view(env.agent_selection)
    suits = blocks_of(encode_views(view, 5)[0], 5)[0]["suits"].reshape(4, 55)
    known = sum(bin(int(cards)).count("1") for cards in view["table"]["known"][0])
    assert suits[:, 29:42].sum() == pytest.approx(20, abs=2.5), known


@pytest.mark.parametrize(
    ("rank_order", "alike"),
    [
        ("queen_high", {"table_marriage": "queen"}),
        ("king_high", {"table_marriage": "king", "hearts_king_pays": True}),
    ],
)
def test_the_taker_of_a_marriage_looks_like_the_variant_that_pays_alike(rank_order, alike):
    """M6.5: networks of before know `taker`, by the two fields that pay just the same."""
    rows = []
    for fields in ({"table_marriage": "taker"}, alike):
        env = marriage_v0.raw_env(rules=Rules(rank_order=rank_order, **fields))
        env.reset(seed=3)
        for _ in range(7):
            env.step(legal(env)[0])
        rows.append(encode_views(env.view(env.agent_selection), 5)[0])
    np.testing.assert_array_equal(*rows)


def test_rules_of_before_look_as_they_did():
    """The places of the rules hold what the networks that come with the project were trained on."""
    for table_marriage, pays in (
        ("queen", False),
        ("queen", True),
        ("king", False),
        ("king", True),
    ):
        env = marriage_v0.raw_env(
            rules=Rules(table_marriage=table_marriage, hearts_king_pays=pays, queen_fine=7)
        )
        env.reset(seed=3)
        rules = blocks_of(encode_views(env.view(env.agent_selection), 5)[0], 5)[0]["rules"]
        assert rules[5:7].tolist() == [table_marriage == "king", pays]
        assert len(rules) == 12


@pytest.mark.parametrize("game", ["mariage", "trynka"])
def test_a_forecast_reaches_the_value_and_no_action(game):
    """The critic's place may hold what the seat cannot know."""
    from train.config import PPOConfig
    from train.model import make_model

    policy = make_model(PPOConfig(game=game, width=16), np.random.SeedSequence(1)).policy
    env = VectorEnv(64, 5, observations=False, game=game)
    _, masks, _ = env.reset(seed=1)
    rows = torch.as_tensor(features_of(game).encode_views(env.views(), 5))
    assert not rows[:, FORECAST].any()
    told = rows.clone()
    told[:, FORECAST] = torch.arange(64.0)
    before, actions, values = policy.candidates(rows, masks)
    after, _, other_values = policy.candidates(told, masks)
    assert torch.equal(before, after)
    assert not torch.allclose(values, other_values)
    # SB3's distribution over all actions is the one over the candidates.
    distribution = policy.get_distribution(rows, action_masks=masks)
    probs = torch.nn.functional.pad(distribution.distribution.probs, (0, 1))
    torch.testing.assert_close(probs.gather(1, actions), before.exp())
    taken, _, _ = policy(rows, action_masks=masks)
    ours = policy.evaluate_actions(rows, taken, action_masks=masks)
    torch.testing.assert_close(ours[1], distribution.log_prob(taken))
    torch.testing.assert_close(ours[2], distribution.entropy())
    torch.testing.assert_close(ours[0], policy.predict_values(rows))
