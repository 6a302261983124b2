"""Whole games of Small Mariage inside jitted code (marriage_env.kernels.rollout).

`ROLLOUTS` has the compiled functions, which check nothing, for calls from compiled code; the
functions here are for calls from Python, and check what they are given.
"""

from __future__ import annotations

from marriage_env.kernels.checked_rollout import CheckedRollouts
from marriage_env.small_mariage.game import GAME
from marriage_env.small_mariage.state import CHANCE

ROLLOUTS = GAME.rollouts
_CHECKED = CheckedRollouts(
    ROLLOUTS, GAME.state, GAME.view, CHANCE, GAME.no_log, GAME.num_actions, GAME.layout
)
random_action, random_actions = _CHECKED.random_action, _CHECKED.random_actions
random_rollout, watched_rollout = _CHECKED.random_rollout, _CHECKED.watched_rollout
policy_rollout = _CHECKED.policy_rollout
