"""At what fine a called queen comes: what keeping her back brings, by search where it is free."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import load
from agents.arena.setting import Setting
from agents.protocol import Valuer
from eval.fine.called_queens import keep_back
from eval.fine.result import Prices

_WORLDS = 256
_FINES = np.round(np.arange(-2.0, 2.0001, 0.05), 2)
_OF_JUDGE = 4  # child of the setting's seed


class Judge:
    """Estimates what keeping back each called queen brings; `watch` is shown the decisions."""

    def __init__(self, setting: Setting) -> None:
        agent = load(
            f"pimc:worlds={_WORLDS}", setting.num_players, setting.rules, game=setting.game
        )
        if not isinstance(agent, Valuer):
            raise ValueError(f"{agent.name}: expected an agent that searches")
        self._agent, self._keep_back = agent, keep_back(setting.game)
        self._rng = np.random.default_rng(setting.seed_of(_OF_JUDGE))
        self._others, self._found = setting.num_players - 1, [np.zeros(0)]

    def watch(self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]) -> None:
        """Compare keeping back with laying the queen, in chips to every other player."""
        values = self._agent.values(views, masks, self._rng)
        laid = values[np.arange(len(masks)), masks.argmax(axis=1)]
        self._found.append((values[:, self._keep_back] - laid) / self._others)

    def prices(self) -> Prices:
        """Of all that was watched, how many queens would be kept back at each fine."""
        found = np.concatenate(self._found)
        kept = [int((found > fine).sum()) for fine in _FINES]
        return Prices(_WORLDS, len(found), _FINES.tolist(), kept)
