"""Every public function, class and method, with valid arguments: what the fuzz test calls.

`found()` lists them by looking into the public modules, `CALLS` says how each is called. A name
that is in one of them alone fails the test, and so does a module that is neither public nor
internal.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from enum import IntEnum
from functools import cache, partial
from typing import Any

import gymnasium
import numpy as np
from numba.core.dispatcher import Dispatcher

import marriage_env
from marriage_env import Accidents, Rules, VectorEnv, small_mariage, trynka
from marriage_env.cli.random_play import random_records
from marriage_env.compiler.jit import jit, records
from marriage_env.core import cards, rng
from marriage_env.core.bits import lowest
from marriage_env.core.cards import card_name, pack_for
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.game import GAMES, game_named
from marriage_env.interfaces.single_agent import SoloEnv
from marriage_env.interfaces.single_agent_vector import SoloVectorEnv
from marriage_env.records import check
from marriage_env.small_mariage.card_strength import pack_of_suits

_OF_A_GAME = (
    *("actions", "engine", "events", "observe", "rollout", "rules", "state"),
    *("largest_loss", "longest_deal", "reset_options"),
)
PUBLIC = (
    "marriage_env",
    *(f"marriage_env.{name}" for name in ("marriage_v0", "trynka_v0", "small_mariage_v0", "game")),
    *(f"marriage_env.core.{name}" for name in ("rng", "cards", "observation_blocks")),
    *(
        f"marriage_env.interfaces.{name}"
        for name in ("vector", "single_agent", "single_agent_vector", "replay", "from_views")
    ),
    *(f"marriage_env.{game}.{name}" for game in GAMES for name in _OF_A_GAME),
    "marriage_env.interfaces.registration",
    "marriage_env.cli.random_play",
    "marriage_env.records.build",
    "marriage_env.records.check",
    "marriage_env.records.worlds",
)
# What the public modules are made of; nobody else is meant to call it.
INTERNAL = (
    *("adapters", "cli", "compiler", "core", "errors", "files", "interfaces", "kernels", "mariage"),
    *(
        "contract_check",
        "contract_parts",
        "deal_layout",
        "game_registry",
        "records",
        "render",
        "trynka",
    ),
    "small_mariage",
)
# Names in public modules that are not called with values from outside, and why.
EXEMPT = {
    **{f"{game}.rules.fill_record": "writes checked rules" for game in GAMES},
    **{f"{game}.events.event_of": "reads the engine's log" for game in GAMES},
    **{f"game.Game.{name}": "is handed down checked values by the interfaces" for name in (
        "new_games", "refusal")},
    "mariage.rules.most_chips": "is given what check_match has checked",
    "interfaces.vector.ResetResult": "what VectorEnv.reset returns",
    "interfaces.vector.StepResult": "what VectorEnv.step returns",
    "game.Match": "what Game.match makes of checked values",
    "core.observation_blocks.Block": "describes a part of the layout",
    **{f"records.build.{name}": "is given the engine's own" for name in (
        "deals_of", "make_record", "action_count")},
    **{f"records.check.{name}": "is given a checked script" for name in (
        "walk", "run", "check_end")},
    "records.worlds.sample_script": "is given a checked script",
    "cli.random_play.random_record": "is handed down checked values by random_records",
}  # fmt: skip

Call = tuple[Callable[..., Any], dict[str, Any]]
PLAYERS = 5


def players_of(game: str) -> int:
    """How many play a game here."""
    return game_named(game).default_players


@jit
def _lowest_legal(views, k, legal, stream):
    return lowest(legal)


def short(name: str) -> str:
    """A dotted name without the package's."""
    return name.removeprefix("marriage_env.")


def modules() -> list[str]:
    """All modules of the package."""
    found = pkgutil.walk_packages(marriage_env.__path__, "marriage_env.")
    return ["marriage_env", *(one.name for one in found if not one.name.endswith("__main__"))]


def _own(value: Any) -> bool:
    return str(getattr(value, "__module__", "")).startswith("marriage_env")


def found() -> set[str]:
    """The names of everything public that is not compiled, methods of public classes included."""
    names = set()
    for module in PUBLIC:
        for name, value in vars(importlib.import_module(module)).items():
            here = getattr(value, "__module__", "") == module or inspect.ismethod(value)
            if name.startswith("_") or isinstance(value, Dispatcher) or not here:
                continue
            if inspect.isfunction(value) or inspect.ismethod(value):
                names.add(short(f"{module}.{name}"))
            elif inspect.isclass(value) and not issubclass(value, (IntEnum, Exception)):
                names.add(short(f"{module}.{name}"))
                if short(f"{module}.{name}") not in EXEMPT:
                    names |= {short(f"{module}.{name}.{one}") for one in _methods(value)}
    return names - EXEMPT.keys()


def _methods(kind: type) -> list[str]:
    methods = inspect.getmembers(kind, lambda one: callable(one) and not inspect.isclass(one))
    return [name for name, one in methods if not name.startswith("_") and _own(one)]


@cache
def _record() -> Any:
    return next(iter(random_records(1, PLAYERS, None, None, 1, 1, game="mariage")))


def _pack(game: str) -> list[str]:
    small = game == "small_mariage"
    return [card_name(card) for card in (pack_of_suits(3) if small else pack_for(PLAYERS))]


def _states(game: str, games: int = 3) -> np.ndarray[Any, Any]:
    """Matches under way."""
    kind = game_named(game)
    states = kind.new_games(games, kind.match(players_of(game), None, None, 2))
    states["stream"] = [stream_of(child) for child in child_seeds(1, games)]
    no_chance = kind.chance_rows(None, players_of(game))
    kind.loops.reset_games(states, 0, games, no_chance, kind.no_log)
    return states


def _views(game: str) -> np.ndarray[Any, Any]:
    return game_named(game).look(_states(game), np.arange(3))[0]


def _streams(games: int = 3) -> np.ndarray[Any, Any]:
    return np.array([stream_of(child) for child in child_seeds(2, games)])


def _raw(game: str) -> Any:
    module = importlib.import_module(f"marriage_env.{GAMES[game].env}")
    env = module.raw_env(num_players=players_of(game), deals=1, render_mode="ansi")
    env.reset(seed=1)
    return env


def _vector(game: str) -> VectorEnv:
    env = VectorEnv(3, players_of(game), deals=1, game=game)
    env.reset(seed=1)
    return env


def _solo(game: str) -> SoloEnv:
    env = SoloEnv(players_of(game), deals=1, game=game)
    env.reset(seed=1)
    return env


def _batch(game: str) -> SoloVectorEnv:
    env = SoloVectorEnv(3, players_of(game), deals=1, game=game)
    env.reset(seed=1)
    return env


def _legal(game: str, env: Any) -> int:
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])


def _match_arguments(game: str) -> dict[str, Any]:
    made = {"num_players": players_of(game), "rules": None, "deals": 1}
    return made | ({"accidents": None} if game == "mariage" else {})


def _options(game: str) -> dict[str, Any]:
    return {"deck": [_pack(game), _pack(game)], "dealer": 1}


def _call(owner: Any, name: str, **arguments: Any) -> Call:
    return getattr(owner, name), arguments


def _calls_of_games(game: str, module: str) -> dict[str, Callable[[], Call]]:
    """The calls that every game has."""
    part = {name: importlib.import_module(f"marriage_env.{game}.{name}") for name in _OF_A_GAME}
    kind, face = game_named(game), importlib.import_module(f"marriage_env.{module}")
    length = kind.layout.length(players_of(game))
    rollout = part["rollout"]

    def roll(**more: Any) -> dict[str, Any]:
        rest = {"chance": kind.chance_rows(None, players_of(game)), "log": kind.no_log, "moves": 3}
        return {"states": _states(game), "low": 0, "high": 3, "streams": _streams(), **rest, **more}

    def some(*names: str) -> dict[str, Any]:
        return {name: value for name, value in roll().items() if name in names}

    def watched() -> dict[str, Any]:
        return roll(
            scratch=records(1, kind.view),
            masks=np.zeros((3, kind.num_actions), np.int8),
            observations=np.zeros((3, length), np.int8),
            rewards=np.zeros((3, players_of(game)), np.int32),
        )

    calls: dict[str, Callable[[], Call]] = {
        f"{game}.actions.name": lambda: (part["actions"].name, {"action": 3}),
        f"{game}.actions.parse": lambda: (part["actions"].parse, {"text": "QH"}),
        f"{game}.actions.names": lambda: (part["actions"].names, {"actions": 6}),
        f"{game}.actions.describe": lambda: (part["actions"].describe, {"action": 3}),
        f"{game}.events.new_log": lambda: (part["events"].new_log, {}),
        f"{game}.rollout.random_action": lambda: (
            rollout.random_action, {"i": 0, **some("states", "streams")}
        ),
        f"{game}.rollout.random_actions": lambda: (
            rollout.random_actions,
            {**some("states", "low", "high", "streams"), "actions": np.zeros(3, np.int64)},
        ),
        f"{game}.rollout.random_rollout": lambda: (rollout.random_rollout, roll()),
        f"{game}.rollout.watched_rollout": lambda: (rollout.watched_rollout, watched()),
        f"{game}.rollout.policy_rollout": lambda: (
            rollout.policy_rollout, roll(choose=_lowest_legal, scratch=records(1, kind.view))
        ),
        f"{game}.rules.variants": lambda: (part["rules"].variants, {"field": "offences"}),
        f"{game}.rules.check_match": lambda: (
            part["rules"].check_match,
            {"num_players": players_of(game), "rules": kind.rules(), "deals": 1},
        ),
        f"{game}.rules.Rules": lambda: (kind.rules, vars(kind.rules())),
        f"{game}.rules.Rules.preset": lambda: (kind.rules.preset, {"name": "typical"}),
        f"{game}.state.new_states": lambda: (
            part["state"].new_states,
            {"games": 2, "num_players": players_of(game), "rules": kind.rules(), "deals": 1}
            | ({"accidents": Accidents()} if game == "mariage" else {}),
        ),
        f"{game}.largest_loss.most_lost": lambda: (
            part["largest_loss"].most_lost, {"num_players": players_of(game), "rules": kind.rules()}
        ),
        f"{game}.longest_deal.most_decisions": lambda: (
            part["longest_deal"].most_decisions,
            {"num_players": players_of(game), "rules": kind.rules()},
        ),
        f"{game}.reset_options.chance_rows": lambda: (
            part["reset_options"].chance_rows,
            {"options": _options(game), "num_players": players_of(game)},
        ),
        f"{module}.env": lambda: (
            face.env, {**_match_arguments(game), "render_mode": None, "illegal_reward": -9.0}
        ),
        f"{module}.parallel_env": lambda: (
            face.parallel_env, {**_match_arguments(game), "illegal_reward": -9.0, "dtype": "int8"}
        ),
        f"{module}.raw_env": lambda: (
            face.raw_env,
            {**_match_arguments(game), "render_mode": "ansi", "dtype": "float32",
             "observation_format": "flat", "render_view": "player_1", "render_theme": "dark"},
        ),
        f"{module}.raw_env.reset": lambda: _call(
            _raw(game), "reset", seed=3, options=_options(game)
        ),
        f"{module}.raw_env.event_text": lambda: (
            (env := _raw(game)).event_text, {"event": env.events[0]}
        ),
    }  # fmt: skip
    for preset in kind.presets:
        calls[f"{game}.rules.Rules.{preset}"] = lambda preset=preset: (
            getattr(kind.rules, preset), {}
        )  # fmt: skip
    for name in ("step", "offers"):
        calls[f"{module}.raw_env.{name}"] = lambda name=name: _call(
            (env := _raw(game)), name, action=_legal(game, env)
        )
    for name in ("observe", "view", "action_space", "observation_space"):
        calls[f"{module}.raw_env.{name}"] = lambda name=name: _call(
            _raw(game), name, agent="player_1"
        )
    calls[f"{module}.raw_env.sample_world"] = lambda: _call(
        _raw(game), "sample_world", agent="player_1", rng=np.random.default_rng(1),
        options=_options(game),
    )  # fmt: skip
    for name in ("close", "clone", "record", "render", "illegal_reward", "state", "action_masks"):
        calls[f"{module}.raw_env.{name}"] = lambda name=name: _call(_raw(game), name)
    for name in ("layout", "length", "bounds"):
        if hasattr(part["observe"], name):
            calls[f"{game}.observe.{name}"] = lambda name=name: (
                getattr(part["observe"], name), {"num_players": players_of(game)}
            )  # fmt: skip
    if hasattr(part["observe"], "unpack"):
        calls[f"{game}.observe.unpack"] = lambda: (
            part["observe"].unpack,
            {"observation": np.zeros(length, np.int8), "num_players": players_of(game)},
        )
    return calls


def _calls_of_interfaces() -> dict[str, Callable[[], Call]]:
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
            "interfaces.vector.VectorEnv.reset": lambda game=game: _call(
                _vector(game), "reset", seed=1
            ),
            "interfaces.vector.VectorEnv.step": lambda game=game: _call(
                env := _vector(game), "step", actions=_first_legal(env.states["legal"])
            ),
            "interfaces.vector.VectorEnv.views": lambda game=game: _call(_vector(game), "views"),
            "interfaces.vector.VectorEnv.close": lambda game=game: _call(_vector(game), "close"),
            "interfaces.single_agent.SoloEnv": lambda learner=learner, game=game: (
                SoloEnv, {**learner, "game": game}
            ),
            "interfaces.single_agent_vector.SoloVectorEnv": lambda learner=learner, game=game: (
                SoloVectorEnv, {**learner, "num_envs": 2, "game": game}
            ),
            "interfaces.single_agent.SoloEnv.reset": lambda game=game: _call(
                _solo(game), "reset", seed=1, options={"dealer": 1}
            ),
            "interfaces.single_agent.SoloEnv.step": lambda game=game: _call(
                env := _solo(game), "step", action=int(env.action_masks().argmax())
            ),
            "interfaces.single_agent.SoloEnv.action_masks": lambda game=game: _call(
                _solo(game), "action_masks"
            ),
            "interfaces.single_agent.SoloEnv.render": lambda game=game: _call(
                _solo(game), "render"
            ),
            "interfaces.single_agent.SoloEnv.close": lambda game=game: _call(_solo(game), "close"),
            "interfaces.single_agent_vector.SoloVectorEnv.close_extras": lambda game=game: _call(
                _batch(game), "close_extras"
            ),
            "interfaces.single_agent_vector.SoloVectorEnv.render": lambda game=game: _call(
                _batch(game), "render"
            ),
            "interfaces.single_agent_vector.SoloVectorEnv.reset": lambda game=game: _call(
                _batch(game), "reset", seed=1, options=None
            ),
            "interfaces.single_agent_vector.SoloVectorEnv.step": lambda game=game: _call(
                env := _batch(game), "step", actions=env.action_masks().argmax(axis=1)
            ),
            "interfaces.single_agent_vector.SoloVectorEnv.action_masks": lambda game=game: _call(
                _batch(game), "action_masks"
            ),
            "game.Game.look": lambda game=game: _call(
                game_named(game), "look", states=_states(game), games=np.array([0, 2])
            ),
            "game.Game.check_places": lambda game=game: _call(
                game_named(game), "check_places", states=_states(game), games=np.array([0, 2])
            ),
            "game.Game.move": lambda game=game: _call(
                game_named(game), "move", states=(states := _states(game)),
                games=np.array([0, 2]), actions=_first_legal(states["legal"][[0, 2]])
            ),
            "game.Game.view_of": lambda game=game: _call(
                game_named(game), "view_of", states=_states(game), i=1, seat=1
            ),
            "game.Game.check_views": lambda game=game: _call(
                game_named(game), "check_views", views=_views(game), size=3
            ),
            "game.Game.determinize": lambda game=game: _call(
                game_named(game), "determinize", view=_views(game)[:1],
                rng=np.random.default_rng(1), worlds=2
            ),
            "interfaces.from_views.observe": lambda game=game: (
                marriage_env.observe, {"views": _views(game)}
            ),
            "interfaces.from_views.determinize": lambda game=game: (
                marriage_env.determinize,
                {"view": _views(game)[:1], "rng": np.random.default_rng(1), "worlds": 2},
            ),
            "game.Game.match": lambda game=game, common=common: _call(
                game_named(game), "match", **common
            ),
            "game.Game.check_accidents": lambda game=game: _call(
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


def _calls_of_the_rest() -> dict[str, Callable[[], Call]]:
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
        "interfaces.replay.replay": lambda: (marriage_env.replay, {"record": _record()}),
        "interfaces.replay.replayed": lambda: (marriage_env.replayed, {"record": _record()}),
        "records.check.verify": lambda: (check.verify, {"record": _record()}),
        "records.worlds.sampled_record": lambda: (
            marriage_env.records.worlds.sampled_record,
            {"record": _record(), "seat": 1, "rng": np.random.default_rng(1)},
        ),
        "records.build.reset_options": lambda: (
            marriage_env.records.build.reset_options, {"record": _record()}
        ),
        "records.build.action_numbers": lambda: (
            marriage_env.records.build.action_numbers, {"record": _record()}
        ),
        "cli.random_play.random_records": lambda: (
            random_records,
            {"games": 2, "num_players": PLAYERS, "rules": Rules(), "accidents": None, "deals": 1,
             "seed": 1, "game": "mariage"},
        ),
    }  # fmt: skip


CALLS: dict[str, Callable[[], Call]] = {
    **_calls_of_games("mariage", "marriage_v0"),
    **_calls_of_games("trynka", "trynka_v0"),
    **_calls_of_games("small_mariage", "small_mariage_v0"),
    **_calls_of_interfaces(),
    **_calls_of_the_rest(),
}
assert trynka.Rules is game_named("trynka").rules
assert small_mariage.Rules is game_named("small_mariage").rules
