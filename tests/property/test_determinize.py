"""Drawing full games from a view: exactly the allowed ones, each as often as any other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_env import Accidents, Rules, determinize, jit, marriage_v0
from marriage_env.compiler.jit import records
from marriage_env.core.bits import lowest
from marriage_env.core.rng import pick
from marriage_env.kernels.card_sharing import prepare, sample_hand
from marriage_env.mariage import engine, observe
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.evidence import EVIDENCE
from marriage_env.mariage.game import GAME
from marriage_env.mariage.seat_view import VIEW
from marriage_env.mariage.state import NO_CHANCE, STATE, Phase
from tests.play import play_out

from .late_views import CASES, Case, find, positions
from .strategies import any_accidents, any_players, any_rules, steady
from .worlds import dealt, laid_by, replayed

allows = GAME.worlds.allows

Records = np.ndarray[Any, Any]
DRAWS = 20  # for each allowed game
# Everything of a STATE that the play goes on from, and what of it means nothing when.
FIELDS = (
    *("table", "hands", "legal", "phase", "seat", "turn", "asked_suit", "best_seat", "best_card"),
    *("best_power", "spoken", "point_claim", "num_awards", "award_box", "award_seat"),
)
BEFORE_PLAY = {"turn", "best_seat", "best_card", "best_power"}


@jit
def judge(deals, laid, views, states, evidence, verdicts):
    """What `allows` says of every complete deal."""
    for d in range(deals.shape[0]):
        for seat in range(laid.shape[0]):
            states[0].hands[seat] = deals[d, seat] & ~laid[seat]
        verdicts[d] = allows(views, 0, states, 0, evidence, 0)


def verdicts_on(deals: Records, view: Records) -> Records:
    """What `allows` says of complete hands (deals, players)."""
    verdicts = np.zeros(len(deals), np.bool_)
    judge(deals, laid_by(view), view, records(1, STATE), records(1, EVIDENCE), verdicts)
    return verdicts


def quantile(freedom: int) -> float:
    """Chi-square is above this once in 30,000 times (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 4 * np.sqrt(spread)) ** 3)


def assert_uniform(drawn: Records, allowed: Records) -> None:
    """Each row of `allowed` is drawn, nothing else, and all equally often."""
    rows, times = np.unique(drawn, axis=0, return_counts=True)
    assert np.array_equal(rows, np.unique(allowed, axis=0))
    mean = len(drawn) / len(rows)
    assert ((times - mean) ** 2 / mean).sum() < quantile(len(rows) - 1)


def assert_same_game(world: Records, game: Records) -> None:
    """Two games go on alike."""
    for field in FIELDS:
        if field == "asked_suit" and game["phase"] != Phase.QUEEN:
            continue
        if field in BEFORE_PLAY and game["phase"] == Phase.DECLARE:
            continue
        assert np.array_equal(world[field], game[field]), field


@pytest.mark.parametrize("name", CASES)
def test_just_the_allowed_games_and_uniformly(name: str) -> None:
    """By brute force: the games drawn are the allowed ones, each with the same chance."""
    case: Case = CASES[name]
    for view, deals, good in find(case, 3 if case.sizes.stop < 50_000 else 1):
        assert np.array_equal(verdicts_on(deals, view), good)
        worlds = determinize(view, np.random.default_rng(1), DRAWS * np.count_nonzero(good))
        assert_uniform(worlds["hands"][:, : case.players], deals[good] & ~laid_by(view))
        for world in worlds[:20]:
            game = replayed(world["pack"], view, case.rules)
            assert game is not None
            assert_same_game(world, game[0])


@jit
def share(views, evidence, stream, out):
    """Rows of hands, (draws, 3), from evidence; False if they cannot be dealt."""
    e = evidence[0]
    if not prepare(views[0].table, e):
        return False
    drawn = 0
    while drawn < out.shape[0]:
        rest, done = e.unseen, True
        for stage in range(e.stages):
            hand = sample_hand(e, stage, rest, stream)
            if hand < 0:
                done = False
                break
            out[drawn, e.order[stage]] = hand
            rest &= ~hand
        drawn += done
    return True


@pytest.mark.parametrize("seed", range(12))
def test_sharing_out_is_uniform(seed: int) -> None:
    """Nine cards for hands of one, two and three, each barred from some; by brute force."""
    rng = np.random.default_rng(seed)
    view, evidence = records(1, VIEW), records(1, EVIDENCE)
    view["table"]["num_players"] = 3
    evidence["unseen"] = 0b111111111
    rooms, barred = rng.permutation(3) + 1, rng.integers(0, 512, 3)
    evidence["room"][0, :3], evidence["barred"][0, :3] = rooms, barred
    hands = [
        [hand for hand in range(512) if hand.bit_count() == room and not hand & bars]
        for room, bars in zip(rooms.tolist(), barred.tolist(), strict=True)
    ]
    ways = [way for way in product(*hands) if not (way[0] & way[1] | (way[0] | way[1]) & way[2])]
    drawn = np.zeros((500 * max(len(ways), 1), 3), np.int64)
    found = share(view, evidence, np.array([1, 2, 3, seed], np.uint32), drawn) if ways else False
    assert found == bool(ways)
    if len(ways) > 1:
        assert_uniform(drawn, np.array(ways))


def nearly(view: Records, rng: np.random.Generator, number: int) -> Iterator[Records]:
    """Packs near those that the view allows: up to two pairs of hidden cards change places."""
    seen = int(np.bitwise_or.reduce(laid_by(view))) | int(view[0]["hand"])
    seen |= 1 << int(view[0]["table"]["turn_up"])
    for pack in determinize(view, rng, number)["pack"]:
        hidden = [at for at, card in enumerate(pack) if card >= 0 and not seen >> int(card) & 1]
        for _ in range(rng.integers(3)):
            one, other = rng.choice(hidden, 2)
            pack[[one, other]] = pack[[other, one]]
        yield pack


@settings(steady, max_examples=25)
@given(any_players, any_rules, st.integers(0, 10**6))
def test_allowed_is_what_the_engine_plays_to_the_same_view(
    players: int, rules: Rules, seed: int
) -> None:
    """At any moment of a deal: the same verdict as playing the deal again from its first card."""
    rng = np.random.default_rng(seed)
    for states, view in positions(players, rules, seed):
        if rng.random() > 6 / players**2:
            continue
        laid, dealer = laid_by(view), int(view[0]["table"]["dealer"])
        true = states["hands"][:, :players] | laid
        assert verdicts_on(true, view).all()
        for pack in nearly(view, rng, 8):
            deals = dealt(pack, players, rules, dealer)["hands"][:, :players]
            game = replayed(pack, view, rules)
            assert verdicts_on(deals, view)[0] == (game is not None)


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("awards", ["deal", "round"])
def test_before_the_first_card(players: int, awards: str) -> None:
    """M4.6, voluntary: who may be speaking, for every seat, until the eldest leads."""
    rules, rng = Rules(declarations="voluntary", box_awards=awards), np.random.default_rng(1)
    for seed in range(8):
        for states, view in positions(players, rules, seed):
            table = view[0]["table"]
            if table["played"]:
                break
            assert verdicts_on(states["hands"][:, :players], view).all()
            for pack in nearly(view, rng, 6):
                deals = dealt(pack, players, rules, int(table["dealer"]))["hands"][:, :players]
                game = replayed(pack, view, rules)
                assert verdicts_on(deals, view)[0] == (game is not None)
            for world in determinize(view, rng, 3):
                assert_same_game(world, replayed(world["pack"], view, rules)[0])


@jit
def play_on(states, i, chance, log):
    """Random play to the end of the match; whether chips and boxes together stayed the same."""
    g = states[i]
    bank = g.table.chips.sum() + g.table.boxes.sum()
    while g.phase != Phase.OVER:
        engine.apply(states, i, chance, log, lowest(pick(g.stream, g.legal)))
        if g.table.chips.sum() + g.table.boxes.sum() != bank:
            return False
    return True


@settings(steady, max_examples=25)
@given(any_players, any_rules, any_accidents, st.integers(0, 10**6))
def test_a_drawn_game_looks_the_same_and_can_be_played_on(
    players: int, rules: Rules, accidents: Accidents, seed: int
) -> None:
    """View, observation and mask of the observer stay; chips and boxes together too, to the end."""
    env = marriage_v0.raw_env(players, rules, accidents, deals=2)
    env.reset(seed)
    rng, mask = np.random.default_rng(seed), np.zeros(62, np.int8)
    for _ in play_out(env, random.Random(seed)):
        for seat, agent in enumerate(env.possible_agents):
            if rng.random() > 3 / players**2:
                continue
            view, seen = env.view(agent), env.observe(agent)
            worlds = determinize(view, rng, 2)
            for i in range(2):
                again = GAME.view_of(worlds, i, seat)
                assert again.tobytes() == view.tobytes()
                observation = np.empty_like(seen["observation"])
                observe.encode(again, 0, observation)
                assert np.array_equal(observation, seen["observation"])
                if worlds[i]["seat"] == seat:
                    GAME.loops.write_mask(worlds, i, mask)
                    assert np.array_equal(mask, seen["action_mask"])
                assert play_on(worlds, i, NO_CHANCE, NO_LOG)


def test_the_generator_decides() -> None:
    """The same generator gives the same games, another gives others; each has its own stream."""
    _, view = next(iter(positions(7, Rules(), 1)))
    one, same, other = (determinize(view, np.random.default_rng(s), 5) for s in (1, 1, 2))
    assert one.tobytes() == same.tobytes() != other.tobytes()
    assert len(np.unique(one["stream"], axis=0)) == 5


def test_a_view_of_no_game() -> None:
    """More cards than a hand holds: no game has such a view."""
    _, view = next(iter(positions(5, Rules(), 1)))
    view["hand"] = (1 << 52) - 1
    with pytest.raises(ValueError, match="no game"):
        determinize(view, np.random.default_rng(1))
