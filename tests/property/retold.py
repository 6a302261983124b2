"""One match told again with hidden cards in other places, and all that a seat sees of it.

A telling is what a match begins from: packs, accidents, dealer. `what_he_sees` plays it through
`raw_env`, everybody doing what he did in the match, as long as he can, and gives what one seat
knows and what the environment shows to it at every moment. Who knows the same must see the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from marriage_env import Rules, determinize, marriage_v0
from marriage_env.core.cards import card_name, pack_for
from marriage_env.mariage.actions import DONE
from marriage_env.mariage.state import Phase
from tests.play import legal, over

Move = tuple[int, int]  # seat, action
Seen = tuple[bytes, bytes, str, bytes]  # observation, mask, infos, view


class Telling(NamedTuple):
    """What a match begins from."""

    players: int
    rules: Rules
    packs: list[list[str]]
    accidents: list[dict[str, int]]
    dealer: int

    def begin(self, env: marriage_v0.raw_env | None = None) -> marriage_v0.raw_env:
        """The match, begun, in a new environment or an old one; it has two deals."""
        env = env or marriage_v0.raw_env(self.players, self.rules, deals=2)
        packs = {"deck": self.packs, "accidents": self.accidents, "dealer": self.dealer}
        env.reset(seed=1, options=packs)
        return env

    def with_pack(self, number: int, pack: list[str]) -> Telling:
        """The same with another pack in the place of one."""
        packs = [pack if at == number else other for at, other in enumerate(self.packs)]
        return self._replace(packs=packs)


def tell(players: int, rules: Rules, rng: random.Random, rate: float = 0.0) -> Telling:
    """A telling by chance, accidents at a rate."""
    packs, accidents = [], []
    for _ in range(6):
        pack = [card_name(card) for card in pack_for(players)]
        packs.append(rng.sample(pack, len(pack)))
        hit = [int(rng.random() < rate) for _ in range(3)]
        fault = hit[2] * rng.randint(1, 6)
        accidents.append({"missed_deal": hit[0], "misdeal": hit[1], "faulty_pack": fault})
    return Telling(players, rules, packs, accidents, rng.randrange(players))


def moments(
    telling: Telling, rng: random.Random
) -> Iterator[tuple[marriage_v0.raw_env, list[Move]]]:
    """The match played at random: before every action, with the moves made so far."""
    env, moves = telling.begin(), []
    while not over(env):
        yield env, moves
        move = (seat_asked(env), rng.choice(legal(env)))
        env.step(move[1])
        moves.append(move)
    yield env, moves


def seat_asked(env: marriage_v0.raw_env) -> int:
    """The seat that is asked."""
    return int(env.agent_selection.removeprefix("player_"))


def seen_by(env: marriage_v0.raw_env, seat: int) -> Seen:
    """All that the environment shows to a seat."""
    agent = f"player_{seat}"
    shown = env.observe(agent)
    observation, mask = shown["observation"].tobytes(), shown["action_mask"].tobytes()
    return observation, mask, repr(env.infos.get(agent)), env.view(agent).tobytes()


def known_by(env: marriage_v0.raw_env, seat: int) -> tuple[object, ...]:
    """What a seat knows: every event at the table, its own cards, and what it is asked for.

    All events are public: cards shown and laid, queens kept back, chips and why they move.
    """
    state = env._states[0]
    question = None
    if state["seat"] == seat:
        question = (int(state["phase"]), int(state["phase"] == Phase.QUEEN and state["asked_suit"]))
    happened = b"".join(rows.tobytes() for rows in env._event_rows())
    done = int(state["spoken"]) >> seat & 1
    return happened, int(state["hands"][seat]), done, question


def what_he_sees(
    telling: Telling, moves: list[Move], seat: int, env: marriage_v0.raw_env | None = None
) -> Iterator[tuple[tuple[object, ...], Seen, Phase]]:
    """What a seat knows and sees at every moment, while the moves can be made, and the phase.

    Saying that one is done is nothing that the table notices: who is asked to declare and did not
    is done.
    """
    env = telling.begin(env)
    coming = [move for move in moves if move[1] != DONE]
    while True:
        yield known_by(env, seat), seen_by(env, seat), env.phase
        asked = seat_asked(env)
        if coming and coming[0][0] == asked and coming[0][1] in legal(env):
            action = coming.pop(0)[1]
        elif env.phase == Phase.DECLARE:
            action = DONE
        else:
            return
        env.step(action)


def hidden_places(env: marriage_v0.raw_env, seat: int) -> list[int]:
    """The places in the pack dealt of the cards that a seat has not seen."""
    state = env._states[0]
    table, own = state["table"], int(state["hands"][seat])
    seen = {int(table["turn_up"]), *table["laid"].flat}
    return [
        place
        for place, card in enumerate(state["pack"])
        if card >= 0 and card not in seen and not own >> int(card) & 1
    ]


def other_tellings(
    telling: Telling, env: marriage_v0.raw_env, seat: int, rng: random.Random
) -> Iterator[Telling]:
    """The match with hidden cards in other places: games drawn, cards exchanged, all shuffled."""
    state = env._states[0]
    number, pack = int(state["packs"]) - 1, [int(card) for card in state["pack"] if card >= 0]
    places = hidden_places(env, seat)
    for world in determinize(
        env.view(f"player_{seat}"), np.random.default_rng(rng.getrandbits(32)), 2
    ):
        yield telling.with_pack(number, names(world["pack"]))
    for size in (2, 2, 2, 4, len(places), len(places)):
        chosen = rng.sample(places, min(size, len(places)))
        mixed = pack[:]
        for place, other in zip(chosen, rng.sample(chosen, len(chosen)), strict=True):
            mixed[place] = pack[other]
        yield telling.with_pack(number, names(mixed))


def names(pack: Any) -> list[str]:
    """Card names of a pack of ids, -1 left out."""
    return [card_name(int(card)) for card in pack if card >= 0]
