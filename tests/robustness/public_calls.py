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
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

import marriage_env
from marriage_env import Accidents, small_mariage, trynka
from marriage_env.compiler.jit import records
from marriage_env.game import GAMES, game_named
from tests.robustness.calls_of_interfaces import calls_of_interfaces, calls_of_the_rest
from tests.robustness.public_arguments import (
    Call,
    call_of,
    legal_action,
    lowest_legal,
    made_raw,
    made_states,
    made_streams,
    match_arguments,
    players_of,
    reset_options,
)

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


def _calls_of_games(game: str, module: str) -> dict[str, Callable[[], Call]]:
    """The calls that every game has."""
    part = {name: importlib.import_module(f"marriage_env.{game}.{name}") for name in _OF_A_GAME}
    kind, face = game_named(game), importlib.import_module(f"marriage_env.{module}")
    length = kind.layout.length(players_of(game))
    rollout = part["rollout"]

    def roll(**more: Any) -> dict[str, Any]:
        rest = {"chance": kind.chance_rows(None, players_of(game)), "log": kind.no_log, "moves": 3}
        return {
            "states": made_states(game),
            "low": 0,
            "high": 3,
            "streams": made_streams(),
            **rest,
            **more,
        }

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
            rollout.policy_rollout, roll(choose=lowest_legal, scratch=records(1, kind.view))
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
            {"options": reset_options(game), "num_players": players_of(game)},
        ),
        f"{module}.env": lambda: (
            face.env, {**match_arguments(game), "render_mode": None, "illegal_reward": -9.0}
        ),
        f"{module}.parallel_env": lambda: (
            face.parallel_env, {**match_arguments(game), "illegal_reward": -9.0, "dtype": "int8"}
        ),
        f"{module}.raw_env": lambda: (
            face.raw_env,
            {**match_arguments(game), "render_mode": "ansi", "dtype": "float32",
             "observation_format": "flat", "render_view": "player_1", "render_theme": "dark"},
        ),
        f"{module}.raw_env.reset": lambda: call_of(
            made_raw(game), "reset", seed=3, options=reset_options(game)
        ),
        f"{module}.raw_env.event_text": lambda: (
            (env := made_raw(game)).event_text, {"event": env.events[0]}
        ),
    }  # fmt: skip
    for preset in kind.presets:
        calls[f"{game}.rules.Rules.{preset}"] = lambda preset=preset: (
            getattr(kind.rules, preset), {}
        )  # fmt: skip
    for name in ("step", "offers"):
        calls[f"{module}.raw_env.{name}"] = lambda name=name: call_of(
            (env := made_raw(game)), name, action=legal_action(game, env)
        )
    for name in ("observe", "view", "action_space", "observation_space"):
        calls[f"{module}.raw_env.{name}"] = lambda name=name: call_of(
            made_raw(game), name, agent="player_1"
        )
    calls[f"{module}.raw_env.sample_world"] = lambda: call_of(
        made_raw(game), "sample_world", agent="player_1", rng=np.random.default_rng(1),
        options=reset_options(game),
    )  # fmt: skip
    for name in ("close", "clone", "record", "render", "illegal_reward", "state", "action_masks"):
        calls[f"{module}.raw_env.{name}"] = lambda name=name: call_of(made_raw(game), name)
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


CALLS: dict[str, Callable[[], Call]] = {
    **_calls_of_games("mariage", "marriage_v0"),
    **_calls_of_games("trynka", "trynka_v0"),
    **_calls_of_games("small_mariage", "small_mariage_v0"),
    **calls_of_interfaces(),
    **calls_of_the_rest(),
}
assert trynka.Rules is game_named("trynka").rules
assert small_mariage.Rules is game_named("small_mariage").rules
