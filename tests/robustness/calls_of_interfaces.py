"""Valid calls of the interfaces, and of what belongs to no game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np

import marriage_env
from marriage_env import Accidents, Rules, VectorEnv
from marriage_env.cli.random_play import random_records
from marriage_env.core import cards, rng
from marriage_env.core.cards import card_name, pack_for
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.game import GAMES, game_named
from marriage_env.interfaces.single_agent import SoloEnv
from marriage_env.interfaces.single_agent_vector import SoloVectorEnv
from marriage_env.records import check
from tests.robustness.public_arguments import (
    PLAYERS,
    Call,
    call_of,
    made_batch,
    made_record,
    made_solo,
    made_states,
    made_vector,
    made_views,
    players_of,
)


def calls_of_interfaces() -> dict[str, Callable[[], Call]]:
    """The interfaces that take the game as an argument, tried with every game."""
    calls: dict[str, Callable[[], Call]] = {}
    for game in GAMES:
        mark = "" if game == "mariage" else f"@{game}"
        common = {"num_players": players_of(game), "rules": None, "accidents": None, "deals": 1}
        learner = {**common, "opponents": None, "seat": 1, "render_mode": None, "illegal_reward": 0}
        learner |= {"dtype": "int8", "observation_format": "dict", "render_theme": "light"}
        learner |= {"render_view": "learner"}
        made: dict[str, Callable[[], Call]] = {
            "interfaces.vector.VectorEnv": lambda common=common, game=game: (
                VectorEnv,
                {**common, "num_envs": 2, "threads": 2, "copy": True, "observations": True,
                 "game": game, "dtype": "float32"},
            ),
            "interfaces.vector.VectorEnv.reset": lambda game=game: call_of(
                made_vector(game), "reset", seed=1
            ),
            "interfaces.vector.VectorEnv.step": lambda game=game: call_of(
                env := made_vector(game), "step", actions=_first_legal(env.states["legal"])
            ),
            "interfaces.vector.VectorEnv.views": lambda game=game: call_of(
                made_vector(game), "views"
            ),
            "interfaces.vector.VectorEnv.close": lambda game=game: call_of(
                made_vector(game), "close"
            ),
            "interfaces.single_agent.SoloEnv": lambda learner=learner, game=game: (
                SoloEnv, {**learner, "game": game}
            ),
            "interfaces.single_agent_vector.SoloVectorEnv": lambda learner=learner, game=game: (
                SoloVectorEnv, {**learner, "num_envs": 2, "game": game}
            ),
            "interfaces.single_agent.SoloEnv.reset": lambda game=game: call_of(
                made_solo(game), "reset", seed=1, options={"dealer": 1}
            ),
            "interfaces.single_agent.SoloEnv.step": lambda game=game: call_of(
                env := made_solo(game), "step", action=int(env.action_masks().argmax())
            ),
            "interfaces.single_agent.SoloEnv.action_masks": lambda game=game: call_of(
                made_solo(game), "action_masks"
            ),
            "interfaces.single_agent.SoloEnv.render": lambda game=game: call_of(
                made_solo(game), "render"
            ),
            "interfaces.single_agent.SoloEnv.close": lambda game=game: call_of(
                made_solo(game), "close"
            ),
            "interfaces.single_agent_vector.SoloVectorEnv.close_extras": lambda game=game: call_of(
                made_batch(game), "close_extras"
            ),
            "interfaces.single_agent_vector.SoloVectorEnv.render": lambda game=game: call_of(
                made_batch(game), "render"
            ),
            "interfaces.single_agent_vector.SoloVectorEnv.reset": lambda game=game: call_of(
                made_batch(game), "reset", seed=1, options=None
            ),
            "interfaces.single_agent_vector.SoloVectorEnv.step": lambda game=game: call_of(
                env := made_batch(game), "step", actions=env.action_masks().argmax(axis=1)
            ),
            "interfaces.single_agent_vector.SoloVectorEnv.action_masks": lambda game=game: call_of(
                made_batch(game), "action_masks"
            ),
            "game.Game.look": lambda game=game: call_of(
                game_named(game), "look", states=made_states(game), games=np.array([0, 2])
            ),
            "game.Game.check_places": lambda game=game: call_of(
                game_named(game), "check_places", states=made_states(game), games=np.array([0, 2])
            ),
            "game.Game.move": lambda game=game: call_of(
                game_named(game), "move", states=(states := made_states(game)),
                games=np.array([0, 2]), actions=_first_legal(states["legal"][[0, 2]])
            ),
            "game.Game.view_of": lambda game=game: call_of(
                game_named(game), "view_of", states=made_states(game), i=1, seat=1
            ),
            "game.Game.check_views": lambda game=game: call_of(
                game_named(game), "check_views", views=made_views(game), size=3
            ),
            "game.Game.determinize": lambda game=game: call_of(
                game_named(game), "determinize", view=made_views(game)[:1],
                rng=np.random.default_rng(1), worlds=2
            ),
            "interfaces.from_views.observe": lambda game=game: (
                marriage_env.observe, {"views": made_views(game)}
            ),
            "interfaces.from_views.determinize": lambda game=game: (
                marriage_env.determinize,
                {"view": made_views(game)[:1], "rng": np.random.default_rng(1), "worlds": 2},
            ),
            "game.Game.match": lambda game=game, common=common: call_of(
                game_named(game), "match", **common
            ),
            "game.Game.check_accidents": lambda game=game: call_of(
                game_named(game), "check_accidents", accidents=None
            ),
            "gymnasium.make": lambda game=game: (
                partial(gymnasium.make, GAMES[game].gym_id),
                {"num_players": players_of(game), "seat": 1},
            ),
        }  # fmt: skip
        calls.update({name + mark: call for name, call in made.items()})
    return calls


def _first_legal(legal: Any) -> np.ndarray[Any, Any]:
    return np.array([(int(one) & -int(one)).bit_length() - 1 for one in legal])


def calls_of_the_rest() -> dict[str, Callable[[], Call]]:
    """The calls of what belongs neither to a game nor to an interface."""
    layout = game_named("mariage").layout
    sequence = np.random.SeedSequence(1)
    return {
        "core.cards.card_id": lambda: (cards.card_id, {"suit": "H", "rank": "Q"}),
        "core.cards.card_name": lambda: (card_name, {"card": 3}),
        "core.cards.card_symbol": lambda: (cards.card_symbol, {"card": 3}),
        "core.cards.parse_card": lambda: (cards.parse_card, {"text": "QH"}),
        "core.cards.pack_for": lambda: (pack_for, {"num_players": PLAYERS}),
        "core.cards.card_set": lambda: (cards.card_set, {"cards": [1, 2]}),
        "core.cards.cards_of": lambda: (cards.cards_of, {"cards": 6}),
        "core.cards.names_of": lambda: (cards.names_of, {"cards": 6}),
        "core.rng.child_seeds": lambda: (child_seeds, {"seed": 1, "games": 2, "first": 0}),
        "core.rng.seed_for": lambda: (
            rng.seed_for, {"purpose": rng.Purpose.MATCH, "seed": 1}
        ),
        "core.rng.check_seed": lambda: (rng.check_seed, {"seed": 1}),
        "core.rng.stream_of": lambda: (stream_of, {"seed": sequence}),
        "mariage.rules.Accidents": lambda: (Accidents, vars(Accidents())),
        "core.observation_blocks.Layout": lambda: (type(layout), {"blocks": layout.blocks}),
        "core.observation_blocks.Layout.places": lambda: (layout.places, {"num_players": PLAYERS}),
        "core.observation_blocks.Layout.length": lambda: (layout.length, {"num_players": PLAYERS}),
        "core.observation_blocks.Layout.bounds": lambda: (layout.bounds, {"num_players": PLAYERS}),
        "core.observation_blocks.Layout.unpack": lambda: (
            layout.unpack,
            {"observation": np.zeros(layout.length(PLAYERS), np.int8), "num_players": PLAYERS},
        ),
        "game.game_named": lambda: (game_named, {"name": "mariage"}),
        "game.game_of": lambda: (marriage_env.game.game_of, {"env": "marriage_v0"}),
        "game.Game": lambda: (game_named, {"name": "trynka"}),
        "interfaces.registration.register": lambda: (
            marriage_env.interfaces.registration.register, {}
        ),
        "interfaces.replay.replay": lambda: (marriage_env.replay, {"record": made_record()}),
        "interfaces.replay.replayed": lambda: (marriage_env.replayed, {"record": made_record()}),
        "records.check.verify": lambda: (check.verify, {"record": made_record()}),
        "records.worlds.sampled_record": lambda: (
            marriage_env.records.worlds.sampled_record,
            {"record": made_record(), "seat": 1, "rng": np.random.default_rng(1)},
        ),
        "records.build.reset_options": lambda: (
            marriage_env.records.build.reset_options, {"record": made_record()}
        ),
        "records.build.action_numbers": lambda: (
            marriage_env.records.build.action_numbers, {"record": made_record()}
        ),
        "cli.random_play.random_records": lambda: (
            random_records,
            {"games": 2, "num_players": PLAYERS, "rules": Rules(), "accidents": None, "deals": 1,
             "seed": 1, "game": "mariage"},
        ),
    }  # fmt: skip
