"""What the seats of a match see of it: spaces, observations and masks as PettingZoo has them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from marriage_env.compiler.jit import records
from marriage_env.core.arguments import shown
from marriage_env.game import Match
from marriage_env.interfaces.observation_format import ObservationFormat, check_format
from marriage_env.interfaces.open_table import OpenTable
from marriage_env.interfaces.spaces import state_box

Observation = Any  # a dict of arrays, or an array: interfaces.observation_format
_PLAIN = check_format("int8", "dict")  # what the engine writes


class SeatObservations(OpenTable):
    """Spaces, observations, masks and views of every seat; RuntimeError before the first reset."""

    agents: list[str]
    agent_selection: str
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    state_space: spaces.Box
    _names: tuple[str, ...]

    def _make_spaces(self, match: Match, form: ObservationFormat) -> None:
        """Name the agents, and make their spaces."""
        game, players = self.game, match.num_players
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._names = tuple(self.possible_agents)
        self._seat_of = {agent: seat for seat, agent in enumerate(self._names)}
        self._format, self._as_written = form, form == _PLAIN
        self._masks_apart = form.vector is None
        self._length = game.layout.length(players)
        self._num_actions = game.num_actions
        # Every seat has spaces of its own, since they have random generators.
        self._observation_spaces = {agent: form.space(game, players) for agent in self._names}
        self._action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self._names}
        self.state_space = state_box(game, players, form.dtype)
        self._scratch = records(1, game.view)

    def observation_space(self, agent: str) -> Any:
        """The same object at every call for an agent."""
        self._seat(agent)
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Discrete, the same object at every call for an agent."""
        self._seat(agent)
        return self._action_spaces[agent]

    def _seat(self, agent: object) -> int:
        """The seat of an agent's name; ValueError for anything else."""
        try:
            return self._seat_of[agent]  # type: ignore[index]
        except (KeyError, TypeError):
            raise ValueError(
                f"agent={shown(agent)}: expected {self._names[0]} to {self._names[-1]}"
            ) from None

    def observe(self, agent: str) -> Observation:
        """What a seat sees. The mask is all zero for a seat that is not to act.

        When the match is over, the seat whose closing step is due has a mask of ones, as in PGX, so
        that code that normalises a mask does not divide by zero; `step` accepts only None then.
        """
        self._check_begun()
        seat = self._seat(agent)
        mask = np.empty(self._num_actions, np.int8)
        vector = np.empty(self._length, np.int8)
        self._observe_game(self._states, 0, seat, self._scratch, vector, mask)  # type: ignore[attr-defined]
        if self.terminations.get(agent) or self.truncations.get(agent):
            mask[:] = agent == self.agent_selection
        if self._as_written:
            return {"observation": vector, "action_mask": mask}
        return self._format.observation(vector, mask.copy)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of the seat to act, (actions,) bool; all True after the match."""
        self._check_begun()
        mask = np.ones(self._num_actions, np.int8)
        if self.agents and not any(self.terminations.values()):
            self.game.loops.write_mask(self._states, 0, mask)
        return mask.astype(np.bool_)

    def _show_masks(self) -> None:
        """Write every seat's mask into its info, where observations leave masks out."""
        if not self._masks_apart:
            return
        for agent in self.agents:
            mask = np.zeros(self._num_actions, np.int8)
            if agent == self.agent_selection:
                mask[:] = self.action_masks()
            self.infos[agent] = {"action_mask": mask}

    def view(self, agent: str) -> np.ndarray[Any, Any]:
        """All that a seat may know: an array of one VIEW record, as agents take it."""
        self._check_begun()
        return self.game.view_of(self._states, 0, self._seat(agent))

    def state(self) -> NDArray[Any]:
        """The whole game: the vectors that seats 0, 1, … see, (num_players * length,).

        It is open information: all hands lie in it. It is meant for critics that are used in
        training alone, as in QMIX or MAPPO; a seat's policy must never be given it. Its dtype is
        that of observations, its space `state_space`; `state().reshape(num_players, -1)` has a row
        a seat.
        """
        self._check_begun()
        seen = np.empty((len(self._names), self._length), np.int8)
        mask = np.empty(self._num_actions, np.int8)
        for seat in range(len(self._names)):
            self._observe_game(self._states, 0, seat, self._scratch, seen[seat], mask)  # type: ignore[attr-defined]
        return seen.ravel().astype(self._format.dtype, copy=False)
