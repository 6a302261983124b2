"""Every block of Trynka's observation, recomputed from what happened."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from marriage_env import trynka_v0
from marriage_env.core.cards import parse_card
from marriage_env.trynka.events import EventKind
from marriage_env.trynka.observe import BLOCKS, LAYOUT
from marriage_env.trynka.rules import Rules
from tests.play import over, play_out

CARDS = range(EventKind.WENT_ON, EventKind.BEGAN + 1)


def noted(env: trynka_v0.raw_env, seat: int) -> dict[str, np.ndarray]:
    """What a seat at the table could note down, from the events of the deal being played."""
    n, deal = env.max_num_agents, env.events[-1].deal
    blocks = {block.name: np.zeros(block.shape(n)) for block in BLOCKS}
    number, last = 0, None
    for event in (event for event in env.events if event.deal == deal):
        place = (event.seat - seat) % n if event.seat is not None else -1
        if event.kind == EventKind.DEAL:
            blocks["dealer"][place] = 1
        elif event.kind in (EventKind.TRYNKA_SHOWN, EventKind.DOUBLE_HELD):
            for card in event.cards:
                blocks["shown"][place, parse_card(card)] = 1
                blocks["known"][place, parse_card(card)] = 1
        elif event.kind in CARDS:
            last = parse_card(event.cards[0])
            number += 1
            blocks["order"][last] = number
            blocks["laid_by"][place, last] = 1
            blocks["layer"][:] = np.arange(n) == place
            blocks["began"][last] = event.kind == EventKind.BEGAN
            blocks["came_round"][last] = event.kind == EventKind.CAME_ROUND
            if last < 13:
                blocks["known"][place, last] = 0
        elif event.kind == EventKind.MISS:
            blocks["misses"][last] += 1
    if last is not None and last % 13 < 12:
        blocks["wanted"][last % 13 + 1] = 1
    note_own(env, seat, blocks)
    return blocks


def note_own(env: trynka_v0.raw_env, seat: int, blocks: dict[str, np.ndarray]) -> None:
    """The blocks that are the seat's own, and the counts."""
    n = env.max_num_agents
    blocks["hand"][[parse_card(card) for card in env.hands[seat]]] = 1
    if env.agent_selection == f"player_{seat}" and not over(env):
        blocks["asked"][["BEGIN", "TURN", "KING"].index(env.phase.name)] = 1
    for other, chips in enumerate(env.chips):
        blocks["chips"][(other - seat) % n] = np.clip(chips, -127, 127)
        blocks["cards"][(other - seat) % n] = len(env.hands[other])
    blocks["table"][:] = [min(chips, 127) for chips in env.table.values()]
    blocks["deals_left"][:] = max(env.num_deals - env.events[-1].deal - 1, 0)


@pytest.mark.parametrize("players", [3, 7])
@pytest.mark.parametrize("rules", [Rules(), Rules(ends="all_out", card_stake=9), Rules.literal()])
def test_every_block_is_what_a_witness_notes_down(rules: Rules, players: int) -> None:
    env = trynka_v0.raw_env(num_players=players, rules=rules, deals=2)
    env.reset(seed=players)
    passes, moments = np.zeros(players), random.Random(1)
    for action in play_out(env, random.Random(players)):
        for seat in range(players):
            if moments.random() > 0.2:
                continue
            expected = {**noted(env, seat), "passed": passes[seat : seat + 1]}
            seen = env.observe(f"player_{seat}")["observation"]
            for name, block in LAYOUT.unpack(seen, players).items():
                np.testing.assert_array_equal(block, expected[name], err_msg=name)
        passes[int(env.agent_selection[-1])] += action == 52
        if action < 52:
            passes[:] = 0


@pytest.mark.parametrize("players", [3, 10])
def test_the_layout_is_whole_and_without_overlap(players: int) -> None:
    places = list(LAYOUT.places(players).values())
    assert places[0].start == 0
    assert all(a.stop == b.start for a, b in pairwise(places))
    low, high = LAYOUT.bounds(players)
    assert len(low) == len(high) == LAYOUT.length(players) == places[-1].stop
    assert (low < high).all()
