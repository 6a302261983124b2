"""Tables for the tests of pictures: moments of random matches, and crowded scenes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from marriage_env import marriage_v0, small_mariage_v0, trynka_v0
from marriage_env.core.scene import FACE_DOWN, HeldCard, LaidCard, Mark, Scene, Turn
from marriage_env.interfaces.aec import GameEnv

MODULES: dict[str, Any] = {
    "mariage": marriage_v0,
    "small_mariage": small_mariage_v0,
    "trynka": trynka_v0,
}
SIZES = [
    *(("mariage", players) for players in range(5, 11)),
    *(("small_mariage", players) for players in (2, 3)),
    *(("trynka", players) for players in range(3, 11)),
]


def moments(game: str, players: int, seed: int, **options: Any) -> Iterator[GameEnv]:
    """A random match of two deals, before every decision and after the last."""
    env: GameEnv = MODULES[game].raw_env(players, deals=2, **options)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    yield env
    while not any(env.terminations.values()):
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(rng.choice(legal)))
        yield env


def legal_in(env: GameEnv, seat: int) -> int:
    """The legal actions of a seat if it is to act, a set."""
    state = env._states[0]
    return int(state["legal"]) if state["seat"] == seat else 0


def crowded(scene: Scene, observer: int | None) -> Scene:
    """The scene with everything in it that can be: full hands, long notes, marks, many chips."""
    hand = (HeldCard(8, True, True), *[HeldCard(FACE_DOWN)] * (scene.hand_cards - 1))
    seats = tuple(
        replace(
            seat,
            chips=-1234,
            hand=hand,
            dealer=True,
            turn=list(Turn)[seat.seat % 3],
            note="kept Q♣ Q♦ Q♥ Q♠ back for ever and ever",
        )
        for seat in scene.seats
    )
    places = tuple(replace(place, chips=12345) for place in scene.places)
    return replace(
        scene,
        deal=1234,
        deals=12345,
        observer=observer,
        seats=seats,
        places=places,
        laid=tuple(_laid(scene)),
        taken_by=0 if scene.tricks else -1,
        over=True,
    )


def _laid(scene: Scene) -> Iterator[LaidCard]:
    marks = [Mark.OUT_OF_TURN, Mark.CALLED_HER, Mark.REVOKE, Mark.NONE]
    for number in range(len(scene.seats) if scene.tricks else 13):
        seat = number % len(scene.seats)
        yield LaidCard(8, seat, number + 1, marks[number % 4], takes=True)
