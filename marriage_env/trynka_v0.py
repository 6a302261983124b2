"""Trynka, version 0, as PettingZoo names it: `env()`, `raw_env()` and `parallel_env()`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import AECEnv, ParallelEnv

from marriage_env.interfaces.aec import GameEnv
from marriage_env.interfaces.parallel import ParallelGame
from marriage_env.interfaces.pictures import RenderOptions
from marriage_env.interfaces.wrappers import wrapped
from marriage_env.trynka import Rules
from marriage_env.trynka.game import GAME

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(GameEnv):
    """Trynka without PettingZoo's wrappers.

    Args:
        num_players: 3 to 10 (T1); agents are seats, `player_0` … clockwise.
        rules: a `marriage_env.trynka.Rules`; `Rules.typical()` by default.
        deals: deals of a match, at least 1; one a player by default.
        render_mode: None, "human" (a window), "rgb_array", "ansi" (text) or "svg".
        render_view: "open", every hand, or a seat's view, "player_0".
        render_theme: "light" or "dark".
        dtype: of observations, "int8" or "float32"; masks are int8 always.
        observation_format: "dict"; "rllib", in which "observation" is called "observations"; or
            "flat", the vector alone, with the mask in `infos[agent]["action_mask"]`.

    Observations are `{"observation": (length,) int8, "action_mask": (54,) int8}`, rewards are the
    chips that moved in the step. Raises ValueError naming a wrong argument.
    """

    game = GAME

    def __init__(
        self,
        num_players: int = 5,
        rules: Rules | str | Mapping[str, Any] | None = None,
        deals: int | None = None,
        render_mode: str | None = None,
        *,
        dtype: str = "int8",
        observation_format: str = "dict",
        render_view: str = "open",
        render_theme: str = "light",
    ) -> None:
        render = RenderOptions(render_mode, render_view, render_theme)
        super().__init__(num_players, rules, None, deals, render, dtype, observation_format)

    @property
    def table(self) -> dict[str, int]:
        """Chips on the double of each of the six clubs and in each saucer, by name (T2)."""
        return self.chips_on_table


def env(*, illegal_reward: float | None = None, **kwargs: Any) -> AECEnv[Any, Any, Any]:
    """Trynka within PettingZoo's wrappers; other arguments as for `raw_env`.

    An illegal action ends the match with a penalty for its player and 0 for the others, as in
    PettingZoo's wrapper: `illegal_reward`, any finite number, or by default a reward below every
    legal continuation (marriage_env.interfaces.penalty). An action outside the action space raises
    AssertionError, and calls in a wrong order are reported.
    """
    return wrapped(raw_env(**kwargs), illegal_reward)


def parallel_env(**kwargs: Any) -> ParallelEnv[Any, Any, Any]:
    """Trynka as PettingZoo's parallel environment, for libraries that know no other.

    Arguments as for `env`. Every step takes a dict of actions and makes that of the seat to act,
    whose `info["to_act"]` is True. The others' actions are ignored, and their masks are all ones.
    Every seat is given its rewards in every step.
    """
    return ParallelGame(env(**kwargs))
