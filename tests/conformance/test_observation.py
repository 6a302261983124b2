"""Every block of the observation, recomputed from what happened, and what it must not tell."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from marriage_env import marriage_v0
from marriage_env.core.cards import SUITS, parse_card
from marriage_env.mariage import observe
from marriage_env.mariage.events import EventKind
from tests.play import HARD, KINDS, legal, over, play_out

DECLARED = {
    EventKind.POINT_SHOWN: "POINT",
    EventKind.HEARTS_MARRIAGE: "MARIAGE",
    EventKind.BOX_FOOL: "FOOL",
    EventKind.BOX_KING: "KING",
    EventKind.BOX_QUEEN: "QUEEN",
}
KINDS_OF_DECLARATION = ["POINT", "MARIAGE", "FOOL", "KING", "QUEEN", "PAIR_C", "PAIR_D", "PAIR_S"]
BOXES = ["POINT", "MARIAGE", "FOOL", "KING", "QUEEN"]
OF_BOX = {"FOOL": ["JD"], "KING": ["KH"], "QUEEN": ["QH"]}


PRIVATE = ("hand", "asked", "asked_queen")


class Witness:
    """What a seat at the table could note down, event after event, of the deal being played."""

    def __init__(self, players, seat):
        self.n, self.seat, self.heard = players, seat, 0
        self.new_deal(-1)

    def new_deal(self, deal):
        """Everything of the deal before is put away."""
        self.blocks = {block.name: np.zeros(block.shape(self.n)) for block in observe.BLOCKS}
        self.deal, self.trick = deal, 0

    def listen(self, events):
        """Note what has happened since the last time."""
        for event in events[self.heard :]:
            if event.deal != self.deal:
                self.new_deal(event.deal)
            self.note(event)
        self.heard = len(events)

    def place(self, seat):
        """Where a seat stands, seen from the observer."""
        return (seat - self.seat) % self.n

    def code(self, card):
        """Suit and rank of a card, one place each."""
        coded = np.zeros(17)
        coded[parse_card(card) // 13] = coded[4 + parse_card(card) % 13] = 1
        return coded

    def declare(self, event, kind, cards):
        """A declaration with the cards it shows."""
        row = self.blocks["declared"][self.place(event.seat)]
        row[KINDS_OF_DECLARATION.index(kind)] = np.count_nonzero(row) + 1
        for card in cards:
            self.blocks["shown"][self.place(event.seat), parse_card(card)] = 1
            self.blocks["known"][self.place(event.seat), parse_card(card)] = 1

    def lay(self, event):
        """A card laid to the trick, at its turn or out of turn."""
        place, card = self.place(event.seat), event.cards[0]
        if not self.blocks["leader"][self.trick].any():
            self.blocks["on_table"][:] = 0
            self.blocks["leader"][self.trick, place] = 1
        self.blocks["laid"][self.trick, place] = self.code(card)
        self.blocks["on_table"][place] = self.code(card)
        self.blocks["played"][parse_card(card)] = 1
        self.blocks["known"][place, parse_card(card)] = 0
        self.blocks["married"][self.trick, place] = event.kind == EventKind.QUEEN_LAID

    def note(self, event):
        """One event."""
        kind = event.kind
        if kind == EventKind.DEAL:
            self.blocks["dealer"][self.place(event.seat)] = 1
            self.blocks["turn_up"][:] = self.code(event.cards[0])
            self.blocks["trump"][SUITS.index(event.cards[0][1])] = 1
        elif kind == EventKind.HAND_MARRIAGE:
            self.declare(event, "PAIR_" + event.cards[0][1], event.cards)
        elif kind in DECLARED:
            name = DECLARED[kind]
            self.declare(event, name, OF_BOX.get(name, event.cards))
        elif kind in (EventKind.CARD, EventKind.QUEEN_LAID):
            self.lay(event)
        elif kind == EventKind.REVOKE:
            self.blocks["revoked"][self.trick, self.place(event.seat)] = 1
        elif kind == EventKind.WITHHELD:
            card = parse_card(event.cards[0])
            self.blocks["kept"][self.trick, self.place(event.seat), card // 13] = 1
            self.blocks["known"][self.place(event.seat), card] = 1
        elif kind == EventKind.TRICK:
            self.blocks["taker"][self.trick, self.place(event.seat)] = 1
            self.blocks["won"][self.place(event.seat)] += 1
            self.blocks["on_table"][:] = 0
            self.trick += 1


def private_blocks(env, seat, witness):
    """The blocks that are the seat's own, the chips, and how many deals are left."""
    blocks = witness.blocks
    for name in PRIVATE:
        blocks[name][:] = 0
    for card in env.hands[seat]:
        blocks["hand"][parse_card(card)] = 1
    if env.agent_selection == f"player_{seat}" and not over(env):
        blocks["asked"][["DECLARE", "TURN", "QUEEN"].index(env.phase.name)] = 1
        if env.phase.name == "QUEEN":
            queen = next(a for a in legal(env) if a < 52)
            blocks["asked_queen"][queen // 13] = 1
    for other, chips in enumerate(env.chips):
        blocks["chips"][witness.place(other)] = np.clip(chips, -127, 127)
    blocks["boxes"][:] = [min(env.boxes[name], 127) for name in BOXES]
    blocks["deals_left"][:] = max(env.num_deals - witness.deal - 1, 0)


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("kind", KINDS[:4])
def test_every_block_is_what_a_witness_notes_down(kind, players):
    env = marriage_v0.raw_env(num_players=players, rules=kind, deals=2)
    env.reset(seed=players)
    witnesses = [Witness(players, seat) for seat in range(players)]
    for _ in play_out(env, random.Random(players)):
        events = env.events
        for seat, witness in enumerate(witnesses):
            witness.listen(events)
            private_blocks(env, seat, witness)
            seen = env.observe(f"player_{seat}")["observation"]
            for name, block in observe.unpack(seen, players).items():
                assert np.array_equal(block, witness.blocks[name]), (name, seat)


def test_saying_done_is_remembered_by_its_seat_alone():
    env = marriage_v0.raw_env(rules=HARD, deals=1)
    for seed in range(40):
        env.reset(seed=seed)
        if env.phase.name == "DECLARE":
            break
    speaker = env.agent_selection
    before = {agent: env.observe(agent)["observation"] for agent in env.agents}
    env.step(61)
    for agent in env.agents:
        after = observe.unpack(env.observe(agent)["observation"], 5)
        assert after["spoken"][0] == (agent == speaker)
        if agent not in (speaker, env.agent_selection):
            np.testing.assert_array_equal(before[agent], env.observe(agent)["observation"])


def test_the_order_of_declarations_is_told():
    env = marriage_v0.raw_env(rules=HARD, deals=1)
    for seed in range(400):
        env.reset(seed=seed)
        if env.phase.name == "DECLARE" and len(legal(env)) >= 3:
            break
    first, second = legal(env)[:2]
    watcher = env.possible_agents[(env._seat_of[env.agent_selection] + 1) % 5]
    seen = []
    for order in ((first, second), (second, first)):
        twin = env.clone()
        for action in order:
            twin.step(action)
        seen.append(twin.observe(watcher)["observation"].tolist())
    assert seen[0] != seen[1]


@pytest.mark.parametrize("players", [5, 10])
def test_the_layout_is_whole_and_without_overlap(players):
    places = list(observe.layout(players).values())
    assert places[0].start == 0
    assert all(a.stop == b.start for a, b in pairwise(places))
    low, high = observe.bounds(players)
    assert len(low) == len(high) == observe.length(players)
    assert (low < high).all()


def test_different_histories_look_different():
    env = marriage_v0.raw_env(deals=1)
    seen = {}
    for seed in range(30):
        env.reset(seed=1)
        history = []
        for action in play_out(env, random.Random(seed)):
            history.append(action)
            key = env.observe("player_0")["observation"].tobytes()
            assert seen.setdefault(key, history[:-1]) == history[:-1]
