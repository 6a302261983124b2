"""Whole games inside jitted code (marriage_env.rollout), compiled for Trynka."""

from __future__ import annotations

from marriage_env.rollout import compiled_for
from marriage_env.trynka.batch import LOOPS

ROLLOUTS = compiled_for("trynka", LOOPS)
ready = ROLLOUTS.ready
random_action, random_actions = ROLLOUTS.random_action, ROLLOUTS.random_actions
random_rollout, watched_rollout = ROLLOUTS.random_rollout, ROLLOUTS.watched_rollout
policy_rollout = ROLLOUTS.policy_rollout
