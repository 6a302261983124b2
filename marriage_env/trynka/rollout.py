"""Whole games inside jitted code (marriage_env.kernels.rollout), for Trynka.

`ROLLOUTS` has the compiled functions, which check nothing, for calls from compiled code; the
functions here are for calls from Python, and check what they are given.
"""

from __future__ import annotations

from marriage_env.kernels.checked_rollout import CheckedRollouts
from marriage_env.kernels.rollout import compiled_for
from marriage_env.trynka.actions import NUM_ACTIONS
from marriage_env.trynka.batch import LOOPS
from marriage_env.trynka.events import NO_LOG
from marriage_env.trynka.observe import LAYOUT
from marriage_env.trynka.state import CHANCE, STATE
from marriage_env.trynka.view import VIEW

ROLLOUTS = compiled_for("trynka", LOOPS)
_CHECKED = CheckedRollouts(ROLLOUTS, STATE, VIEW, CHANCE, NO_LOG, NUM_ACTIONS, LAYOUT)
random_action, random_actions = _CHECKED.random_action, _CHECKED.random_actions
random_rollout, watched_rollout = _CHECKED.random_rollout, _CHECKED.watched_rollout
policy_rollout = _CHECKED.policy_rollout
