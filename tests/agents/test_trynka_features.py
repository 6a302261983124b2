"""Trynka's features: what stands where, by hand and by counting, and nothing that is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from agents import load
from agents.arena.lockstep import Player, move
from agents.game_agents import features_of
from agents.learned.forecast import FORECAST
from agents.trynka.card_features import CARD_BLOCKS, CARD_WIDTH
from agents.trynka.features import NO_CARD, encode_views, table_width, width
from agents.trynka.table_features import SEAT_BLOCKS, SEAT_WIDTH, TABLE_BLOCKS, TABLE_WIDTH
from marriage_env import VectorEnv, determinize
from marriage_env.core.cards import RANKS, cards_of, parse_card
from marriage_env.game import game_named
from marriage_env.trynka.game import GAME
from marriage_env.trynka.rules import Rules
from tests.rules.trynka.table import Table, start

KINDS = [Rules(), Rules(offences="none", ends="all_out", card_stake=7), Rules.nain_jaune()]
SLOTS = features_of("trynka").slots


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


def seen_by(table: Table, seat: int):
    """The blocks of what a seat sees, and its card ids."""
    return blocks_of(
        encode_views(GAME.view_of(table.states, 0, seat), table.players)[0], table.players
    )


def test_the_parts_fill_a_row():
    assert table_width(4) == TABLE_WIDTH + 4 * SEAT_WIDTH
    assert width(10) == table_width(10) + SLOTS * (CARD_WIDTH + 1) + 1
    assert (features_of("trynka").card_width, 54) == (CARD_WIDTH, NO_CARD)


def test_a_turn_by_hand():
    """Three players; seat 0 began with 6♠ and has all the sevens, 9♣ and nothing lower."""
    table = start(["6S 7C 7D 7H 7S 9C TD TH JD JH QD QH"])
    table.play("0:6S")
    found, ids = seen_by(table, 0)
    names = ["7C", "7D", "7H", "7S", "9C", "TD", "TH", "JD", "JH", "QD", "QH"]
    assert ids.tolist() == [*sorted(map(parse_card, names)), NO_CARD]
    assert found["players"].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert found["asked"].tolist() == [0, 1, 0]
    assert found["wanted"].argmax() == RANKS.index("7")
    assert found["own"][RANKS.index("7")] == 1
    assert found["others"][RANKS.index("6")] == 0.75
    assert found["clubs"].tolist() == [0, 0, 0, 0, 0, 1]
    assert found["alone"].tolist() == [1, 1]  # no other has a seven
    # A pass is what the expert would do: nothing is better.
    assert found["pass"][1:].tolist() == [0, 0]
    slot = {name: ids.tolist().index(parse_card(name)) for name in names}
    assert found["card_legal"][:, 0].nonzero()[0].tolist() == sorted(slot[n] for n in names[:4])
    assert (found["card_worth"][slot["7D"]][1:] < 0).all()
    assert found["card_club"][slot["9C"]][0] == 1
    np.testing.assert_allclose(found["card_run"][slot["TD"]], [0.5, 0, 0])
    assert found["card_stops"][slot["7D"]].tolist() == [0, 0]  # others have all eights
    assert found["card_ahead"][slot["7D"]][0] == 1
    assert found["seat_laid_last"][:, 0].tolist() == [1, 0, 0]
    np.testing.assert_allclose(found["seat_cards"][:, 0], [11 / 12, 1, 1])
    # What the others hold adds up to what there is, and nobody else has sevens.
    np.testing.assert_allclose(found["seat_likely"][1:].sum(axis=0), found["others"], atol=1e-6)


def test_who_was_passed_over_is_taken_to_have_had_none():
    """Seat 2 goes on from seat 0's ten with J♦: seats 0 and 1 had no jack, or passed."""
    table = start(["TD", "JS", "JD", ""], players=4)
    table.play("0:TD")
    while table.asked != 2:
        table.play(f"{table.asked}:PASS")
    table.play("2:JD")
    jack = RANKS.index("J")
    found, _ = seen_by(table, 2)
    clubs = [int(known) >> jack & 1 for known in table.states["table"]["known"][0, :4]]
    of_two, of_three, of_none, of_one = found["seat_likely"][:, jack]
    assert (of_none, of_one) == (0.25 * clubs[0], 0.25 * clubs[1])
    assert of_three == pytest.approx(found["others"][jack] - of_none - of_one)
    assert of_two == found["own"][jack]


@pytest.mark.parametrize("rules", KINDS)
@pytest.mark.parametrize("players", [4, 10])
def test_rows_agree_with_the_game_and_know_nothing_hidden(rules, players):
    """Own cards, legal cards and sums; with other hidden cards, the same row."""
    env = VectorEnv(6, players, rules, deals=1, observations=False, game="trynka")
    env.reset(seed=4)
    walker, rng, changed = load("random"), np.random.default_rng(2), 0
    while (games := np.flatnonzero(env.states["seat"] >= 0)).size:
        views = env.views()[games]
        rows = encode_views(views, 10)
        assert np.isfinite(rows).all()
        assert np.abs(rows[:, : -1 - SLOTS]).max() <= 5
        for view, row, game in zip(views, rows, games):
            found, ids = blocks_of(row, 10)
            state = env.states[game]
            hand = cards_of(state["hands"][view["seat"]])
            assert ids.tolist() == hand + [NO_CARD] * (SLOTS - len(hand))
            legal = [card for card in hand if int(state["legal"]) >> card & 1]
            assert ids[found["card_legal"][:, 0] > 0].tolist() == legal
            assert found["seat_present"][:, 0].sum() == players
            np.testing.assert_allclose(
                found["seat_likely"].sum(axis=0), found["own"] + found["others"], atol=1e-5
            )
        asked = int(views[0]["seat"])
        view = GAME.view_of(env.states, int(games[0]), asked)
        worlds = determinize(view, rng, worlds=3)
        again = [encode_views(GAME.view_of(worlds, w, asked), 10)[0] for w in range(3)]
        assert all(np.array_equal(row, rows[0]) for row in again)
        changed += len({world["hands"].tobytes() for world in worlds}) > 1
        move(game_named("trynka"), Player(walker, rng), env.states, games)
    assert changed > 10
