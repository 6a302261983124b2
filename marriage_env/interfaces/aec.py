"""A game as a PettingZoo AEC environment, one match over its engine; the same for every game."""

from __future__ import annotations

import copy
import operator
from collections.abc import Mapping
from typing import Any, TypeVar

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from marriage_env.core.arguments import as_options, is_integer, shown
from marriage_env.core.decks import check_dealer
from marriage_env.core.events import MAX_PLAYERS, is_full, start_log, take_rows
from marriage_env.core.record_copy import copy_records
from marriage_env.core.rng import check_seed, child_seeds, stream_of
from marriage_env.errors import IllegalAction
from marriage_env.interfaces.match_record import Beginning, MatchRecord
from marriage_env.interfaces.observation_format import check_format
from marriage_env.interfaces.penalty import illegal_rewards
from marriage_env.interfaces.pictures import Moment, Pictures, RenderOptions
from marriage_env.interfaces.render_modes import RENDER_MODES
from marriage_env.interfaces.seat_observations import Observation, SeatObservations
from marriage_env.interfaces.warm_up import compile_engine

# What `step_game` returns for an illegal action.
_REFUSED = -2
_METADATA = {
    "render_modes": list(RENDER_MODES),
    "is_parallelizable": False,
    "render_fps": 1,
}
Env = TypeVar("Env", bound="GameEnv")


class GameEnv(MatchRecord, SeatObservations, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game without PettingZoo's wrappers; each game's `raw_env` is a subclass that names it.

    Observations are `{"observation": (length,) int8, "action_mask": (actions,) int8}`, or what
    `dtype` and `observation_format` ask for; their arrays belong to the caller. Rewards are the
    chips that moved in the step. `agents`, `rewards`, `terminations`, `truncations` and `infos` are
    PettingZoo's attributes and belong to the environment: read them only. Raises ValueError
    naming a wrong argument.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        """Set the metadata, and look up the two functions of the hot path once for the class."""
        super().__init_subclass__(**options)
        cls.metadata = {**_METADATA, "name": cls.game.env}
        cls._step_game = staticmethod(cls.game.loops.step_game)
        cls._observe_game = staticmethod(cls.game.loops.observe_game)

    def __init__(
        self,
        num_players: int,
        rules: Any,
        accidents: Any,
        deals: int | None,
        render: RenderOptions,
        dtype: str = "int8",
        observation_format: str = "dict",
    ) -> None:
        super().__init__()
        game = self.game
        match = game.match(num_players, rules, accidents, deals)
        num_players = match.num_players
        self._pictures = Pictures(game, num_players, render, learner=False)
        self._shows = render.mode == "human"
        form = check_format(dtype, observation_format)
        compile_engine(game.name)
        self.rules, self.accidents, self.render_mode = match.rules, match.accidents, render.mode
        self.agents: list[str] = []
        self._make_spaces(match, form)
        self._states = game.new_games(1, match)
        self._seeded = False
        self._begun = False
        self._chance = game.chance_rows(None, num_players)
        self._log = game.new_log()
        self._rows: list[NDArray[np.int64]] = []
        self._actions: list[int] = []
        self._rewards = np.zeros(MAX_PLAYERS)

    def reset(
        self,
        seed: int | np.random.SeedSequence | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Begin a match.

        Args:
            seed: an integer ≥ 0, or a SeedSequence for this game itself; None continues the random
                stream (at first: entropy from the system).
            options: "deck", a pack of card names in dealing order or a list of packs used one after
                another, after which packs are shuffled; "dealer", the first dealer's seat; and
                what the game's `reset_options.chance_rows` takes besides. Other keys are ignored.

        Raises ValueError for a wrong seed, pack or dealer; the match under way is then unchanged.
        """
        num_players, options = len(self._names), as_options(options)
        chance = self.game.chance_rows(options, num_players, self.rules)
        dealer = check_dealer(options.get("dealer"), num_players)
        number = self._seed_stream(seed)
        self._begin(chance, Beginning(number, self._states["stream"][0].copy(), dealer))

    def _begin(self, chance: np.ndarray[Any, Any], beginning: Beginning) -> None:
        """Begin a match; its random stream is in `_states`."""
        self._chance, self._beginning = chance, beginning
        self._actions = []
        start_log(self._log)
        self.game.reset(self._states, 0, chance, self._log, beginning.dealer)
        self._rows = []
        self._begun = True
        self.agents = list(self._names)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self._names[self._states[0]["seat"]]
        self._show_masks()
        if self._shows:
            self.render()

    def _seed_stream(self, seed: int | np.random.SeedSequence | None) -> int | None:
        """Seed the random stream if there is a seed; returns the integer given, for the record."""
        number = None
        if not isinstance(seed, np.random.SeedSequence):
            number = check_seed(seed)
            if seed is not None or not self._seeded:
                seed = child_seeds(seed, 1)[0]
        if seed is not None:
            self._states["stream"][0] = stream_of(seed)
            self._seeded = True
        return number

    def step(self, action: int | None) -> None:
        """Make a move for `agent_selection`; None removes a seat whose match is over.

        Raises TypeError or ValueError for a value that is no action, and IllegalAction for an
        illegal action; nothing has changed then.
        """
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            self._show_masks()
            return
        number = self._action_number(action)
        seat = _REFUSED
        if 0 <= number < self._num_actions:
            seat = self._step_game(self._states, 0, self._chance, self._log, number, self._rewards)
        if seat == _REFUSED:
            self._refuse(number)
        self._actions.append(number)
        if is_full(self._log):
            self._rows.append(take_rows(self._log))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self._names, self._rewards.tolist(), strict=False))
        for seat_name, chips in self.rewards.items():
            if chips:  # most steps move none, and this is the hot path
                self._cumulative_rewards[seat_name] += chips
        if seat < 0:
            self.terminations = dict.fromkeys(self.agents, True)
            seat = 0
        self.agent_selection = self._names[seat]
        if self._masks_apart:
            self._show_masks()
        if self._shows:
            self.render()

    def _refuse(self, action: int) -> None:
        raise IllegalAction(f"{self.agent_selection}: {self.game.refusal(self._states, 0, action)}")

    def offers(self, action: object) -> bool:
        """Whether an action is legal for the seat to act; TypeError for a value that is no integer.

        False when the match is over, and before reset.
        """
        agent = self.agent_selection if self._begun else None
        if agent is None or self.terminations[agent] or self.truncations[agent]:
            return False
        number = self._action_number(action)
        return 0 <= number < self._num_actions and bool(int(self._states["legal"][0]) >> number & 1)

    def illegal_reward(self) -> float:
        """The reward of an illegal action of the seat to act: below every legal continuation.

        In chips; `marriage_env.interfaces.penalty` says how it is computed.
        """
        self._check_begun()
        most_lost = self.game.most_lost(len(self._names), self.rules)
        seats = np.array([self._seat_of[self.agent_selection]])
        booked = self._states["booked"][0, seats]
        only = np.zeros(1, np.int64)
        return float(illegal_rewards(self.game, most_lost, self._states, only, seats, booked)[0])

    def render(self) -> Any:
        """The picture that `render_mode` and `render_view` ask for.

        "ansi" and "svg" give a str, "rgb_array" (780, 900, 3) uint8; "human" shows a window, also
        after every reset and step, and gives None. None (with a warning) without a render mode.
        """
        self._check_begun()
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode; use render_mode='ansi'")
            return None
        moment = Moment(self._states, self.events)
        if self.render_mode != "human":
            return self._pictures.of(moment)
        self._pictures.show([moment], self.metadata["render_fps"])
        return None

    def _repr_svg_(self) -> str | None:
        """The picture in notebooks, from the view that `render_view` asks for."""
        return self._pictures.svg(Moment(self._states, self.events)) if self._begun else None

    def close(self) -> None:
        """Close the window, if there is one."""
        self._pictures.close()

    def clone(self: Env) -> Env:
        """An independent copy of the environment in its present state, random stream included.

        Only the spaces are shared, which keeps copying cheap, and the window of
        `render_mode="human"`, in which a copy shows itself when `render()` is called, no sooner.
        """
        twin = copy.copy(self)
        twin._shows = False
        twin._states = copy_records(self._states)
        twin._log = self._log.copy()
        twin._rows = self._rows[:]
        twin._actions = self._actions[:]
        twin._rewards = self._rewards.copy()
        twin._scratch = copy_records(self._scratch)
        twin.agents = self.agents[:]
        if self._begun:
            twin.rewards = self.rewards.copy()
            twin._cumulative_rewards = self._cumulative_rewards.copy()
            twin.terminations = self.terminations.copy()
            twin.truncations = self.truncations.copy()
            twin.infos = copy.deepcopy(self.infos)
        return twin

    def _action_number(self, action: object) -> int:
        """A Python or numpy integer (a 0-d array is as good) as an int; TypeError for all else."""
        if is_integer(action):
            return operator.index(action)  # type: ignore[arg-type]
        last = self._num_actions - 1
        raise TypeError(f"action {shown(action)}: expected an integer from 0 to {last}")
