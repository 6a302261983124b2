"""Whole games inside jitted code (marriage_env.rollout), compiled for Mariage."""

from __future__ import annotations

from marriage_env.mariage.batch import LOOPS
from marriage_env.rollout import compiled_for

ROLLOUTS = compiled_for("mariage", LOOPS)
ready = ROLLOUTS.ready
random_action, random_actions = ROLLOUTS.random_action, ROLLOUTS.random_actions
random_rollout, watched_rollout = ROLLOUTS.random_rollout, ROLLOUTS.watched_rollout
policy_rollout = ROLLOUTS.policy_rollout
