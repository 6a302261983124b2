"""A game for one learner, as a Gymnasium environment.

An illegal action inside the space ends the match with a penalty, and `info["illegal_action"]` is
then True; no action is replaced silently. The penalty is below what any legal continuation can
bring (marriage_env.interfaces.penalty), unless `illegal_reward` says otherwise.

After a reset the learner is always to act. Matches that end before that (where another player can
be out first) are skipped: `info["skipped_matches"]` counts them, and `info["skipped_chips"]` is
what the learner won or lost in them, to be included in a mean over all matches played.

A call that raises changes nothing, neither the match under way nor the random streams.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from marriage_env.core.arguments import as_int, as_options
from marriage_env.core.rng import check_seed
from marriage_env.game import game_named
from marriage_env.interfaces.learner_games import LearnerGames
from marriage_env.interfaces.observation_format import check_format
from marriage_env.interfaces.opponents import Opponents
from marriage_env.interfaces.penalty import check_illegal_reward
from marriage_env.interfaces.pictures import Moment, Pictures, RenderOptions
from marriage_env.interfaces.render_modes import LEARNER, RENDER_MODES

_ONLY = np.zeros(1, np.int64)  # the games of a single one


class SoloEnv(gymnasium.Env[Any, np.int64]):
    """One learner's seat in one game; the other seats are played inside.

    Args:
        num_players, rules, accidents, deals: as for `raw_env` of the game.
        opponents: None or "random" for uniformly random legal play, an agent with
            `act(views, masks, rng)`, or the spec of one ("greedy"; in a checkout, where `agents`
            can be imported); or one of these for each seat.
        seat: the learner's seat, or None to draw it afresh for every match.
        game: its name; `gymnasium.make` sets it.
        render_mode: None, "human" (a window), "rgb_array", "ansi" (text) or "svg".
        render_view: whose view is rendered: "learner", a seat's ("player_0"), or "open", every
            hand.
        render_theme: "light" or "dark".
        illegal_reward: the reward of an illegal action, any finite number; None for a penalty below
            every legal continuation.
        dtype: of observations, "int8" or "float32"; masks are int8 always.
        observation_format: "flat", the vector alone, with `action_masks()`; "dict",
            `{"observation": vector, "action_mask": (actions,) int8}`; or "rllib", in which
            "observation" is called "observations".

    Observations are (length,) int8, or what the last two ask for. A reward is the chips that the
    learner has won or lost since its last move; the first one includes its stakes, the last one
    what is paid after its last move. All arrays and infos belong to the caller. `info`
    has "action_mask" (actions,) int8 (ones after the match), "seat", "illegal_action",
    "skipped_matches" and "skipped_chips".
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        num_players: int | None = None,
        opponents: Opponents = None,
        seat: int | None = None,
        rules: Any = None,
        accidents: Any = None,
        deals: int | None = None,
        render_mode: str | None = None,
        *,
        game: str,
        illegal_reward: float | None = None,
        dtype: str = "int8",
        observation_format: str = "flat",
        render_view: str = LEARNER,
        render_theme: str = "light",
    ) -> None:
        self.game = game_named(game)
        match = self.game.match(num_players, rules, accidents, deals)
        render = RenderOptions(render_mode, render_view, render_theme)
        self._pictures = Pictures(self.game, match.num_players, render, learner=True)
        self.render_mode = render_mode
        self._format = check_format(dtype, observation_format)
        self._illegal_reward = check_illegal_reward(illegal_reward)
        self._games = LearnerGames(self.game, 1, match, opponents, seat, render_mode is not None)
        self.observation_space = self._format.space(self.game, match.num_players)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._seeded, self._running = False, False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a match; `options` as for `raw_env.reset`.

        Raises ValueError for a wrong seed or option, and for a given match (packs or accidents)
        that ends before the learner is to act. A given dealer also deals in skipped matches.
        """
        number, options = check_seed(seed), as_options(options)
        with self._games.undone_on_error():
            if number is not None or not self._seeded:
                self._games.seed(number)
            self._games.begin(_ONLY, options)
        super().reset(seed=number)
        self._seeded = self._running = True
        if self.render_mode == "human":
            self.render()
        return self._seen(), self._info(False)

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's move, then the others' until it is to act again or the match is over.

        Raises ValueError for a value that is no action, and RuntimeError before reset and after the
        match.
        """
        if not self._running:
            raise RuntimeError("the match is over or not begun: call reset()")
        move = np.array([as_int("action", action, 0, self.game.num_actions - 1)])
        if not self._games.are_legal(move)[0]:
            self._running = False
            reward = self._illegal_reward
            if reward is None:
                reward = float(self._games.illegal_rewards(_ONLY)[0])
            return self._seen(), reward, True, False, self._info(True)
        with self._games.undone_if_opponents_fail():
            rewards, over = self._games.move(_ONLY, move)
        self._running = not over[0]
        if self.render_mode == "human":
            self.render()
        reward, info = float(rewards[0]), self._info(False)
        return self._seen(), reward, bool(over[0]), False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, (actions,) bool; sb3-contrib's MaskablePPO calls this."""
        masks: NDArray[np.bool_] = self._games.masks()[0].astype(np.bool_)
        return masks

    def render(self) -> Any:
        """The picture that `render_mode` and `render_view` ask for.

        "ansi" and "svg" give a str, "rgb_array" (780, 900, 3) uint8; "human" shows a window, also
        after every reset and step, and gives None, as no render mode does. Raises RuntimeError
        before reset.
        """
        if self.render_mode is None:
            return None
        if not self._seeded:
            raise RuntimeError("the environment has not been reset: call reset() first")
        if self.render_mode != "human":
            return self._pictures.of(self._moment())
        self._pictures.show([self._moment()], self.metadata["render_fps"])
        return None

    def _repr_svg_(self) -> str | None:
        """The picture in notebooks, from the view that `render_view` asks for."""
        return self._pictures.svg(self._moment()) if self._seeded else None

    def close(self) -> None:
        """Close the window, if there is one."""
        self._pictures.close()

    def _moment(self) -> Moment:
        return self._games.moment(0)

    def _seen(self) -> Any:
        games = self._games
        return self._format.observation(games.observations()[0], lambda: games.masks()[0])

    def _info(self, illegal: bool) -> dict[str, Any]:
        return {
            "action_mask": self._games.masks()[0],
            "seat": self._games.learners[0],
            "illegal_action": np.bool_(illegal),
            "skipped_matches": self._games.skipped_matches[0],
            "skipped_chips": self._games.skipped_chips[0],
        }
