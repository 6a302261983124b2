"""What a thread needs to sample worlds and play them out: scratch records and settings."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.game_agents import playout_of
from marriage_env.compiler.jit import records
from marriage_env.game import game_named


class Workspace(NamedTuple):
    """The arguments of compiled search and forecasts that one thread owns."""

    stack: np.ndarray[Any, Any]  # STATE: sampled worlds
    scratch: np.ndarray[Any, Any]  # (1,) VIEW
    evidence: np.ndarray[Any, Any]  # (1,) EVIDENCE
    playing: Any  # `Playout.settings`
    chips: NDArray[np.int32]  # (players,) at the end of the deal, written by the playout
    chance: np.ndarray[Any, Any]  # no given packs
    log: NDArray[np.int64]  # no event log


def workspace_for(game: str, exact: int, at_random: bool) -> Workspace:
    """A new workspace, with the playout's settings."""
    kind, playout = game_named(game), playout_of(game)
    return Workspace(
        stack=records(playout.stack_size, kind.state),
        scratch=records(1, kind.view),
        evidence=records(1, kind.worlds.evidence),
        playing=playout.settings(exact, at_random),
        chips=np.zeros(kind.players[-1], np.int32),
        chance=kind.chance_rows(None, 0),
        log=kind.no_log,
    )
