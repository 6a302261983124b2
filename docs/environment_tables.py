"""Tables of the pages on environments: facts, arguments, and how long matches take."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from eval.output.json_view import EstimateCI95
from eval.strength.result import PairGain
from eval.suite.result import SuiteResult
from marriage_env.game import GAMES, Game, game_named

_PAGES = "docs"  # as seen from the README
_SHOWN = ("pimc:worlds=16", "pimc:worlds=64", "pimc:worlds=256")
EPISODES = Path(__file__).resolve().parent / "episodes.json"  # by docs/measure_episodes.py


def facts_table(name: str) -> str:
    """What the environment of a game is, at a glance."""
    game = game_named(name)
    players = game.players
    lengths = [game.layout.length(number) for number in (players[0], players[-1])]
    rows = {
        "Import": f"`from marriage_env import {game.env}`",
        "Agents": f"{players[0]}–{players[-1]} (default {game.default_players})",
        "Names of agents": "`player_0`, `player_1`, … clockwise",
        "Actions": f"discrete, `Discrete({game.num_actions})`, masked",
        "Action mask": f"`({game.num_actions},)` int8, 0 or 1",
        "Observation": f"`({lengths[0]},)` int8 for {players[0]} players to `({lengths[1]},)` for "
        f"{players[-1]}; float32 with `dtype=`",
        "State": f"`(num_players · length,)`: {players[0] * lengths[0]:,} to "
        f"{players[-1] * lengths[1]:,} numbers (open information)",
        "Rewards": "chips that moved in the step, whole numbers, for every agent",
        "Parallel": f"`{game.env}.parallel_env()`",
        "Played by hand": f"`python -m marriage_env play --game {name}`",
        "Gymnasium": f'`gymnasium.make("{game.gym_id}")`, '
        f'`gymnasium.make_vec("{game.gym_id}", num_envs=256)`',
        "Many matches at once": f'`marriage_env.VectorEnv(4096, game="{name}")`',
        "Rules": ", ".join(f"`{preset}`" for preset in game.presets),
    }
    return "\n".join(
        [f"| | `{game.env}` |", "|---|---|", *(f"| {key} | {text} |" for key, text in rows.items())]
    )


def environments_table() -> str:
    """All environments, a row each."""
    stored = json.loads(EPISODES.read_text(encoding="utf-8"))["rows"]
    rows = [
        "| | players | actions | observation | moves of a deal | |",
        "|---|---|---|---|---|---|",
    ]
    for name in GAMES:
        game = game_named(name)
        first, last = game.players[0], game.players[-1]
        deals = [row["deal"] for row in stored if row["game"] == name]
        rows.append(
            f"| `{game.env}` | {first}–{last} | {game.num_actions} "
            f"| {game.layout.length(first):,}–{game.layout.length(last):,} int8 "
            f"| {min(deals):.0f}–{max(deals):.0f} | [page]({_PAGES}/{name}.md) |"
        )
    return "\n".join(rows)


def agents_table(matches: Sequence[PairGain], pretrained: SuiteResult) -> str:
    """The agents with their gains over the expert, five players, default rules."""
    rows = ["| agent | gain | 95 % interval | µs a decision |", "|---|---|---|---|"]
    for match in matches:
        if (match.b, match.players) == ("expert", 5) and match.a in _SHOWN:
            rows.append(_agent_row(match.a, match.gain, f"{match.microseconds:,.0f}"))
    for row in pretrained.rows:
        if (row.opponent, row.players, row.rules) == ("expert", 5, "typical"):
            rows.append(_agent_row(pretrained.settings.policy, row.gain, "–"))
    return "\n".join(rows)


def _agent_row(agent: str, gain: EstimateCI95, time: str) -> str:
    return f"| `{agent}` | {gain.mean:+.3f} | {gain.low:+.3f} … {gain.high:+.3f} | {time} |"


def arguments_table(name: str) -> str:
    """The arguments of `env`, from its signature and docstring."""
    module = import_module(f"marriage_env.{game_named(name).env}")
    parameters = inspect.signature(module.raw_env).parameters
    meanings = _meanings(inspect.getdoc(module.raw_env) or "")
    rows = ["| argument | default | meaning |", "|---|---|---|"]
    for argument, parameter in parameters.items():
        rows.append(f"| `{argument}` | `{parameter.default!r}` | {meanings[argument]} |")
    last = "of an illegal action, any finite number; by default below every legal continuation"
    return "\n".join([*rows, f"| `illegal_reward` | `None` | {last} |"])


def _meanings(docstring: str) -> dict[str, str]:
    """The descriptions in the section Args of a docstring, by argument."""
    section = docstring.partition("Args:\n")[2].partition("\n\n")[0]
    entries = re.findall(r"^    (\w+): (.*(?:\n     +.*)*)", section, re.MULTILINE)
    return {name: re.sub(r"\s*\n\s*", " ", text).replace("|", "\\|") for name, text in entries}


def episode_table(name: str) -> str:
    """How long matches take, as `docs/measure_episodes.py` measured."""
    stored = json.loads(EPISODES.read_text(encoding="utf-8"))
    rows = [
        "| players | moves of a match | of a deal | without a choice | longest match |",
        "|---|---|---|---|---|",
    ]
    for row in stored["rows"]:
        if row["game"] == name:
            rows.append(
                f"| {row['players']} | {row['match']:.1f} ± {row['match_half_width']:.1f} "
                f"| {row['deal']:.1f} | {row['forced']:.0%} | {row['longest']} |"
            )
    return "\n".join([*rows, "", _how_measured(stored, game_named(name))])


def _how_measured(stored: dict[str, int], game: Game) -> str:
    return (
        f"{stored['matches']:,} matches of one deal a player, default rules, legal actions at "
        f"random; the interval is that of 95 %. `python -m docs.measure_episodes --matches "
        f"{stored['matches']} --seed {stored['seed']}`, the same on every machine."
    )
