"""MaskablePPO models of Stable-Baselines3, trained on the environment's observations.

Their files are pickles: loading one runs any code that its author put into it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from agents.learned.archive import Archive, blamed
from agents.random_state import keep_random_state
from marriage_env.game import Game, game_named

# More than any model for these games needs: the size of the unpacked members, as declared.
MOST_BYTES = 1024**3


class SB3Policy:
    """The policy of a trusted model.

    Args:
        model: loaded by `read_sb3_model`.
        num_players: of the views.
        game: which one they are of.
    """

    def __init__(self, model: MaskablePPO, num_players: int, game: str) -> None:
        self._policy, self.game, self._kind = model.policy, game, game_named(game)
        self._length = self._kind.layout.length(num_players)
        self._policy.set_training_mode(False)

    def chances(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Probabilities of all actions (0 if illegal), and these actions, (B, actions) each."""
        observations = np.empty((len(views), self._length), np.int8)
        self._kind.loops.encode_views(views, observations)
        inputs = torch.as_tensor(observations, device=self._policy.device)
        with torch.no_grad():
            distribution = self._policy.get_distribution(inputs, action_masks=masks)
            probs: torch.Tensor = distribution.distribution.probs  # type: ignore[union-attr]
        every = np.broadcast_to(np.arange(masks.shape[1]), masks.shape)
        return probs.cpu().numpy() * masks.astype(np.float32), every


def read_sb3_model(path: Path, num_players: int, game: str, name: str = "") -> SB3Policy:
    """The policy in a file of `MaskablePPO.save`, on the CPU. Runs the code in the file.

    Leaves the global generators as they were. Raises ValueError naming the file, as `name` or by
    its path, if it holds no such model or one of other observations or actions.
    """
    with blamed(f"checkpoint {name or path}"):
        with path.open("rb") as file:
            if (claimed := Archive(file).declared_bytes()) > MOST_BYTES:
                raise ValueError(f"claims {claimed:,} bytes: expected at most {MOST_BYTES:,}")
        model = _loaded(path)
        _check_spaces(model, num_players, game_named(game))
        return SB3Policy(model, num_players, game)


def _loaded(path: Path) -> MaskablePPO:
    """The model without its seed, which would seed every global generator."""
    with keep_random_state():
        try:
            return MaskablePPO.load(path, device="cpu", custom_objects={"seed": None})
        except Exception as error:  # unpickling raises anything
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise ValueError(f"no MaskablePPO model ({reason})") from error


def _check_spaces(model: MaskablePPO, num_players: int, game: Game) -> None:
    """Raise ValueError unless a model has the environment's observations and actions."""
    wanted = (game.layout.length(num_players),)
    if model.observation_space.shape != wanted:
        raise ValueError(
            f"it takes observations of shape {model.observation_space.shape}, "
            f"those of {num_players} players have {wanted}"
        )
    actions = getattr(model.action_space, "n", None)
    if actions != game.num_actions:
        raise ValueError(f"it has {actions} actions, {game.name} has {game.num_actions}")
