"""The record of a match under way, and other matches in which a seat would have seen the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import records
from marriage_env.core.arguments import as_generator, as_options
from marriage_env.interfaces.open_table import OpenTable
from marriage_env.records.build import deals_of, make_record
from marriage_env.records.parse import Record, script_of
from marriage_env.records.worlds import sample_script

Env = TypeVar("Env", bound="MatchRecord")


class Beginning(NamedTuple):
    """Where a match started from, for its record."""

    seed: int | None  # None for a SeedSequence, or if the stream was continued
    stream: NDArray[np.uint32]
    dealer: int  # -1: by lot


class MatchRecord(OpenTable):
    """What an environment can tell of a match because it keeps its beginning and its actions."""

    rules: Any
    accidents: Any
    _beginning: Beginning
    _chance: np.ndarray[Any, Any]  # CHANCE, as given to `reset`
    _actions: list[int]
    # Methods of GameEnv
    _seat: Any
    _begin: Any
    clone: Any
    step: Any

    def record(self) -> Record:
        """The match since reset as plain data, for `write_records` and `replay`.

        The record of a match under way has `"complete": false`. It is not for players: it shows
        every hand and, in Mariage, a faulty pack before anybody has noticed it (M10.3). It is made
        by replaying the match and shares no data with the environment.
        """
        self._check_begun()
        n, deals = len(self.possible_agents), self.num_deals
        states = self.game.new_states(1, n, self.rules, deals, self.accidents)
        states["stream"][0] = self._beginning.stream
        began = self._beginning
        played = deals_of(self.game, states, self._chance, began.dealer, self._actions)
        return make_record(self.game, n, self.rules, deals, began.seed, played)

    def sample_world(
        self: Env,
        agent: str,
        rng: np.random.Generator,
        options: Mapping[str, Any] | None = None,
    ) -> Env:
        """An independent environment in which `agent` would have seen just the same until now.

        Hidden cards are sampled uniformly from those that the view of `agent` allows, as by
        `marriage_env.determinize`; those of earlier deals too. Actions that `agent` has not noticed
        (a pass that costs nothing) fit the sampled cards. Everything else, the record and the
        events included, is that of a match which was played so; only a fault of this deal's pack
        that nobody has noticed yet is left out (M10.3). It takes some milliseconds: for worlds
        without a past, by the thousand, `determinize` is faster.

        Args:
            agent: whose knowledge is kept. Any agent, whether it is to act or not.
            rng: the source of chance, for later deals as well.
            options: as of `reset`, for the packs to come: "deck", a pack or a list of them, the
                first for the next deal; in Mariage also "accidents". Packs after them are shuffled.

        Raises ValueError for an unknown agent and for a wrong `rng` or pack.
        """
        self._check_begun()
        seat, generator = self._seat(agent), as_generator("rng", rng)
        to_come = self.game.chance_rows(as_options(options), len(self.possible_agents), self.rules)
        script = sample_script(script_of(self.record()), seat, generator)
        chance = records(len(script.chance) + len(to_come), to_come.dtype)
        chance[: len(script.chance)], chance[len(script.chance) :] = script.chance, to_come
        twin: Env = self.clone()
        stream = generator.integers(1, 2**32, 4, dtype=np.uint32)
        twin._states["stream"][0] = stream
        twin._begin(chance, Beginning(None, stream, script.first_dealer))
        for part in script.parts:
            for action in part.actions:
                twin.step(action)
        return twin
