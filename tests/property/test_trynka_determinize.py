"""Drawing games of Trynka from a view: exactly the allowed ones, each as often as any other."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_env import determinize, jit
from marriage_env.compiler.jit import records
from marriage_env.core.bits import lowest
from marriage_env.core.rng import pick
from marriage_env.trynka import engine
from marriage_env.trynka.events import NO_LOG
from marriage_env.trynka.evidence import EVIDENCE
from marriage_env.trynka.game import GAME
from marriage_env.trynka.legal import legal_actions
from marriage_env.trynka.observe import LAYOUT, encode
from marriage_env.trynka.rules import Rules
from marriage_env.trynka.state import NO_CHANCE, STATE, Phase

from .strategies import steady
from .test_determinize import assert_uniform
from .trynka_worlds import brute_force, laid_by, players_of, positions, replayed, size_of

allows = GAME.worlds.allows

Records = np.ndarray[Any, Any]
DRAWS = 20  # for each allowed game
# Everything of a STATE that the play goes on from, but for who has passed unseen.
FIELDS = ("table", "hands", "legal", "phase", "seat", "turn")


class Case(NamedTuple):
    """What kind of view is wanted: from how many ways to deal, some of them not allowed."""

    players: int
    rules: Rules
    passing: float
    asked: int  # a Phase, 0 not asked
    seed: int


NONE, MISS = Rules(offences="none"), Rules()
CASES = {
    "passed over, not asked": Case(3, NONE, 0, 0, 100),
    "passed over, asked": Case(3, NONE, 0, Phase.TURN, 200),
    "passed over, to begin": Case(4, NONE, 0, Phase.BEGIN, 300),
    "somebody before has the turn": Case(3, MISS, 0.5, 0, 400),
    "a few pass": Case(4, MISS, 0.2, 0, 500),
    "most pass": Case(3, MISS, 0.8, 0, 600),
    "five players": Case(5, NONE, 0, 0, 700),
    "all out": Case(3, Rules(ends="all_out", offences="none"), 0, 0, 800),
    "all out, passing": Case(4, Rules(ends="all_out"), 0.5, 0, 900),
    "nothing on the cards": Case(3, Rules(card_stake=0), 0.7, 0, 1000),
    "52 cards": Case(7, Rules(ends="all_out", offences="none"), 0, 0, 1100),
}


def found(case: Case) -> tuple[Records, Records, Records]:
    """A view of a kind, all complete hands, and which of them are allowed: some, but not all."""
    for seed in range(case.seed, case.seed + 400):
        views = [
            view
            for _, view in positions(case.players, case.rules, seed, case.passing)
            if view[0]["asked"] == case.asked and 20 <= size_of(view) <= 4000
        ]
        if views:
            view = random.Random(seed).choice(views)
            deals, good = brute_force(view, case.rules)
            if 6 <= np.count_nonzero(good) < len(deals):
                return view, deals, good
    raise AssertionError("there is no such view")


def verdicts_on(deals: Records, view: Records) -> list[bool]:
    """What `allows` says of complete hands (deals, players)."""
    states, evidence, laid = records(1, STATE), records(1, EVIDENCE), laid_by(view)
    verdicts = []
    for deal in deals:
        states["hands"][0, : len(laid)] = deal & ~np.array(laid)
        verdicts.append(bool(allows(view, 0, states, 0, evidence, 0)))
    return verdicts


@pytest.mark.parametrize("name", CASES)
def test_just_the_allowed_games_and_uniformly(name: str) -> None:
    """T3.1, T4.2, T4.3: by brute force, the games drawn are the allowed ones, equally often."""
    case = CASES[name]
    view, deals, good = found(case)
    assert verdicts_on(deals, view) == good.tolist()
    worlds = determinize(view, np.random.default_rng(1), DRAWS * np.count_nonzero(good))
    assert_uniform(worlds["hands"][:, : case.players], deals[good] & ~np.array(laid_by(view)))
    for world in worlds[:20]:
        game = replayed(world["pack"], view, case.rules)
        assert game is not None
        for field in ("table", "hands"):
            assert np.array_equal(world[field], game[0][field]), field


@jit
def play_on(states, i, chance, log, stream):
    """Play random legal moves to the end; whether the chips stay together and masks are right."""
    g = states[i]
    bank = g.table.chips.sum() + g.table.places.sum()
    while g.phase != Phase.OVER:
        if g.legal != legal_actions(g) or g.legal == 0:
            return False
        engine.apply(states, i, chance, log, lowest(pick(stream, g.legal)))
        if g.table.chips.sum() + g.table.places.sum() != bank:
            return False
    return True


ANY_RULES = st.builds(
    Rules,
    card_stake=st.integers(0, 1),
    offences=st.sampled_from(["miss", "none"]),
    ends=st.sampled_from(["first_out", "all_out"]),
)


@settings(steady, max_examples=25)
@given(st.integers(3, 10), ANY_RULES, st.floats(0, 1), st.integers(0, 10**6))
def test_a_drawn_game_looks_the_same_and_can_be_played_on(
    players: int, rules: Rules, passing: float, seed: int
) -> None:
    """T7: the observer's view, observation and question stay; chips stay together to the end."""
    rng, stream = np.random.default_rng(seed), np.array([1, 2, 3, seed], np.uint32)
    seen = np.zeros((2, LAYOUT.length(players)), np.int8)
    for states, view in positions(players, rules, seed, passing):
        if rng.random() > 3 / players**2:
            continue
        worlds, seat = determinize(view, rng, 2), int(view[0]["seat"])
        for i in range(2):
            again = GAME.view_of(worlds, i, seat)
            assert again.tobytes() == view.tobytes()
            encode(view, 0, seen[0])
            encode(again, 0, seen[1])
            assert np.array_equal(*seen)
            if states[0]["seat"] == seat:
                assert all(worlds[i][name] == states[0][name] for name in ("legal", "turn"))
            assert replayed(worlds[i]["pack"], view, rules) is not None
            assert play_on(worlds, i, NO_CHANCE, NO_LOG, stream)


def test_the_generator_decides() -> None:
    """The same generator gives the same games, another gives others; each has its own stream."""
    _, view = next(iter(positions(7, Rules(), 1, 0)))
    one, same, other = (determinize(view, np.random.default_rng(s), 5) for s in (1, 1, 2))
    assert one.tobytes() == same.tobytes() != other.tobytes()
    assert len(np.unique(one["stream"], axis=0)) == 5
    assert players_of(view) == 7


def test_a_view_of_no_game() -> None:
    """More cards than a hand holds: no game has such a view."""
    _, view = next(iter(positions(5, Rules(), 1, 0)))
    view["hand"] = (1 << 52) - 1
    with pytest.raises(ValueError, match="no game"):
        determinize(view, np.random.default_rng(1))
