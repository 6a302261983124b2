"""A seat's picture depends on its view alone, whatever the hidden cards are."""

from __future__ import annotations

import numpy as np
import pytest

from marriage_env.render.ansi import table_text
from marriage_env.render.picture import table_layout, table_svg

from .tables import MODULES, legal_in, moments

PLAYERS = {"mariage": 6, "small_mariage": 3, "trynka": 4}


@pytest.mark.parametrize("game", MODULES)
def test_redistributed_cards_change_nothing(game: str) -> None:
    """In sampled worlds, in which a seat would have seen the same: layout, SVG and text."""
    rng, elsewhere = np.random.default_rng(1), 0
    for number, env in enumerate(moments(game, PLAYERS[game], 5)):
        if number % 4:
            continue
        seat = number // 4 % PLAYERS[game]
        agent, legal = f"player_{seat}", legal_in(env, seat)
        mine = (env.game, env.view(agent), env.events)
        for _ in range(2):
            other = env.sample_world(agent, rng)
            theirs = (env.game, other.view(agent), other.events)
            assert legal == legal_in(other, seat)
            assert table_layout(*mine, legal=legal) == table_layout(*theirs, legal=legal)
            assert table_svg(*mine, legal=legal) == table_svg(*theirs, legal=legal)
            assert table_text(*mine, legal=legal) == table_text(*theirs, legal=legal)
            elsewhere += other.hands != env.hands
    assert elsewhere > 5


@pytest.mark.parametrize("game", MODULES)
def test_hidden_cards_are_nowhere(game: str) -> None:
    """No card of another hand is in the picture, but those that everyone knows to be there."""
    for env in moments(game, PLAYERS[game], 2):
        view = env.view("player_1")
        hands, known = env._states[0]["hands"], view[0]["table"]["known"]
        hidden = {
            card
            for seat in range(PLAYERS[game])
            for card in range(52)
            if seat != 1 and (int(hands[seat]) & ~int(known[seat])) >> card & 1
        }
        layout = table_layout(env.game, view, env.events)
        cards = [card.card for panel in layout.panels for card in panel.cards]
        cards += [card.card for card in (*layout.trick, *layout.pile)]
        assert not hidden & set(cards)
        sizes = [bin(int(hand)).count("1") for hand in hands[: PLAYERS[game]]]
        if not any(env.terminations.values()):
            assert [len(panel.cards) for panel in layout.panels] == sizes
