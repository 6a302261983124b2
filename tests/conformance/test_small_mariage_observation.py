"""Every block of Small Mariage's observation, recomputed from what happened."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from marriage_env import small_mariage_v0
from marriage_env.core.cards import parse_card
from marriage_env.small_mariage.events import EventKind
from marriage_env.small_mariage.observe import BLOCKS, LAYOUT
from marriage_env.small_mariage.rules import Rules
from tests.play import over, play_out


def place_of(card: str) -> int:
    """The place of a card among the sixteen."""
    return 4 * "CDHS".index(card[1]) + "JQKA".index(card[0])


def noted(env: small_mariage_v0.raw_env, seat: int) -> dict[str, np.ndarray]:
    """What a seat at the table could note down, from the events of the deal being played."""
    n, deal = env.max_num_agents, env.events[-1].deal
    blocks = {block.name: np.zeros(block.shape(n)) for block in BLOCKS}
    trick, led = 0, False
    for event in (event for event in env.events if event.deal == deal):
        place = (event.seat - seat) % n if event.seat is not None else -1
        card = place_of(event.cards[0]) if event.cards else -1
        if event.kind == EventKind.DEAL:
            blocks["dealer"][place] = 1
            blocks["turn_up"][card] = blocks["trump"][card // 4] = 1
        elif event.kind in (EventKind.CARD, EventKind.QUEEN_LAID):
            if not led:
                blocks["leader"][trick, place] = 1
            led = True
            blocks["laid"][trick, place, card] = blocks["on_table"][place, card] = 1
            blocks["known"][place, card] = 0
            blocks["married"][trick, place] = event.kind == EventKind.QUEEN_LAID
        elif event.kind == EventKind.WITHHELD:
            blocks["kept"][trick, place, card // 4] = blocks["known"][place, card] = 1
        elif event.kind == EventKind.TRICK:
            blocks["taker"][trick, place] = 1
            blocks["won"][place] += 1
            blocks["on_table"][:] = 0
            trick, led = trick + 1, False
    blocks["trick"][0] = trick
    note_own(env, seat, blocks)
    return blocks


def note_own(env: small_mariage_v0.raw_env, seat: int, blocks: dict[str, np.ndarray]) -> None:
    """The blocks that are the seat's own, and the counts."""
    n = env.max_num_agents
    blocks["hand"][[place_of(card) for card in env.hands[seat]]] = 1
    if env.agent_selection == f"player_{seat}" and not over(env):
        blocks["asked"][["TURN", "QUEEN"].index(env.phase.name)] = 1
        if env.phase.name == "QUEEN":
            blocks["asked_queen"][parse_card(env.events[-1].cards[0]) // 13] = 1
    for other, chips in enumerate(env.chips):
        blocks["chips"][(other - seat) % n] = np.clip(chips, -127, 127)
    blocks["deals_left"][:] = max(env.num_deals - env.events[-1].deal - 1, 0)


@pytest.mark.parametrize(
    ("players", "rules"),
    [(2, Rules(hand_cards=3)), (3, Rules(suits=2, queen_fine=99)), (3, Rules(suits=4))],
)
def test_every_block_is_what_a_witness_notes_down(players: int, rules: Rules) -> None:
    env = small_mariage_v0.raw_env(players, rules, deals=8)
    env.reset(seed=players)
    for _ in play_out(env, random.Random(players)):
        for seat in range(players):
            seen, expected = env.observe(f"player_{seat}")["observation"], noted(env, seat)
            for name, block in LAYOUT.unpack(seen, players).items():
                np.testing.assert_array_equal(block, expected[name], err_msg=name)


@pytest.mark.parametrize("players", [2, 3])
def test_the_layout_is_whole_and_without_overlap(players: int) -> None:
    places = list(LAYOUT.places(players).values())
    assert places[0].start == 0
    assert all(a.stop == b.start for a, b in pairwise(places))
    low, high = LAYOUT.bounds(players)
    assert len(low) == len(high) == LAYOUT.length(players) == places[-1].stop
    assert (low < high).all()
