"""Small Mariage's features: what stands where, nothing hidden, and nothing left out."""

from __future__ import annotations

import numpy as np
import pytest

from agents.arena.lockstep import Player, move
from agents.game_agents import features_of
from agents.learned.forecast import FORECAST
from agents.small_mariage.card_features import CARD_BLOCKS, CARD_WIDTH
from agents.small_mariage.features import NO_CARD, encode_views, table_width, width
from agents.small_mariage.table_features import (
    CARD_PLACES,
    SEAT_BLOCKS,
    SEAT_WIDTH,
    TABLE_BLOCKS,
    TABLE_WIDTH,
)
from agents.uniform import UniformAgent
from marriage_env import VectorEnv, determinize, small_mariage_v0
from marriage_env.core.cards import cards_of, parse_card
from marriage_env.game import game_named
from marriage_env.small_mariage.rules import Rules

GAME = game_named("small_mariage")
SLOTS = 3


def blocks_of(row, seats):
    """The blocks of a row by name; the seats' and the cards' blocks have a row each."""
    parts = {
        "": (TABLE_BLOCKS, row[:TABLE_WIDTH].reshape(1, -1)),
        "seat_": (SEAT_BLOCKS, row[TABLE_WIDTH : table_width(seats)].reshape(seats, SEAT_WIDTH)),
        "card_": (
            CARD_BLOCKS,
            row[table_width(seats) : -1 - SLOTS].reshape(SLOTS, CARD_WIDTH),
        ),
    }
    found = {}
    for kind, (blocks, rows) in parts.items():
        at = 0
        for name, places, _ in blocks:
            found[kind + name] = rows[:, at : at + places] if kind else rows[0, at : at + places]
            at += places
    return found, row[-1 - SLOTS : FORECAST].astype(int)


def test_the_parts_fill_a_row():
    assert table_width(3) == TABLE_WIDTH + 3 * SEAT_WIDTH
    assert width(2) == table_width(2) + SLOTS * (CARD_WIDTH + 1) + 1
    assert (features_of("small_mariage").card_width, 53) == (CARD_WIDTH, NO_CARD)


def test_a_deal_by_hand():
    """Two players, diamonds trump; seat 0 leads K♥ and seat 1, asked, keeps Q♥ back."""
    deck = [*("KH", "AH", "JC"), *("QH", "QD", "AC"), "JD"]
    env = small_mariage_v0.raw_env(2, Rules(hand_cards=3, table_marriage="queen"))
    rest = [rank + suit for suit in "CDH" for rank in "JQKA" if rank + suit not in deck]
    env.reset(seed=1, options={"deck": deck + rest, "dealer": 1})
    env.step(parse_card("KH"))
    found, ids = blocks_of(encode_views(env.view("player_1"), 2)[0], 2)
    assert ids.tolist() == sorted(parse_card(name) for name in ("QH", "QD", "AC"))
    assert found["players"].tolist() == [1, 0]
    assert found["rules"].tolist() == [0, 1, 0, 1, 0, 0, 0, 0.25, 0.25]
    assert found["asked"].tolist() == [0, 1]
    assert found["asked_queen"].tolist() == [0, 1, 0, 0]  # hearts come after diamonds, the trump
    assert found["led"].tolist() == [0, 1, 0, 0]
    assert found["best"].tolist() == [0, 0, 1]
    cards = found["cards"].reshape(4, 4, CARD_PLACES)
    assert cards[:, :, 0].sum() == 12  # no spades
    assert cards[0, 0, 2] == 1  # J♦ is turned up
    assert np.argwhere(cards[:, :, 1]).tolist() == [[0, 1], [1, 1], [2, 3]]
    # K♥ was laid to the first trick by the next seat from the observer on.
    assert cards[1, 2, 4:].tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0]
    queen = ids.tolist().index(parse_card("QH"))
    assert found["card_partner"][queen].tolist() == [0, 1, 0, 1]
    assert found["card_sums"][queen][0] == pytest.approx(0.25 * (1 + 0.6))
    assert found["seat_leads"][:, 0].tolist() == [0, 1]
    env.step(52)
    env.step(parse_card("QD"))  # hearts cannot be followed without the queen: a trump must be laid
    found, _ = blocks_of(encode_views(env.view("player_1"), 2)[0], 2)
    assert found["trick"].tolist() == [0, 1, 0]
    assert found["seat_kept"][0].reshape(3, 4)[0].tolist() == [0, 1, 0, 0]
    assert found["seat_won"].tolist() == [[1, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rules", [Rules(), Rules.large(), Rules(suits=4, follow="suit")])
def test_rows_show_all_that_a_seat_knows_and_nothing_hidden(players, rules):
    """Equal rows go with equal observations; with other hidden cards, the same row."""
    env = VectorEnv(60, players, rules, deals=1, game="small_mariage")
    env.reset(seed=4)
    walk, rng, changed = (
        Player(UniformAgent(), np.random.default_rng(2)),
        np.random.default_rng(3),
        0,
    )
    rows_of: dict[bytes, bytes] = {}
    while (games := np.flatnonzero(env.states["seat"] >= 0)).size:
        views, _ = GAME.look(env.states, games)
        rows = encode_views(views, players)
        assert np.isfinite(rows).all()
        assert np.abs(rows[:, : -1 - SLOTS]).max() <= 4
        observation = np.zeros(GAME.layout.length(players), np.int8)
        for j, (view, row) in enumerate(zip(views, rows)):
            found, ids = blocks_of(row, players)
            hand = cards_of(view["hand"])
            assert ids.tolist() == hand + [NO_CARD] * (SLOTS - len(hand))
            assert found["seat_present"].sum() == players
            shown = views[j : j + 1].copy()
            shown["table"]["chips"] = 0  # of earlier deals, as far as play can tell
            GAME.encode(shown, 0, observation)
            same = rows_of.setdefault(row.tobytes(), observation.tobytes())
            assert same == observation.tobytes()
        seat = int(views[0]["seat"])
        worlds = determinize(GAME.view_of(env.states, int(games[0]), seat), rng, worlds=3)
        again = [encode_views(GAME.view_of(worlds, w, seat), players)[0] for w in range(3)]
        assert all(np.array_equal(row, rows[0]) for row in again)
        changed += len({world["hands"].tobytes() for world in worlds}) > 1
        move(GAME, walk, env.states, games)
    assert changed > 1
    assert len(set(rows_of.values())) == len(rows_of)
