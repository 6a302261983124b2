"""Whole games inside jitted code (marriage_env.rollout), compiled for Trynka."""

from __future__ import annotations

from marriage_env.rollout import compiled_for
from marriage_env.trynka import engine
from marriage_env.trynka.batch import LOOPS
from marriage_env.trynka.observe import encode
from marriage_env.trynka.view import write_view

ROLLOUTS = compiled_for("trynka", engine.reset, engine.apply, write_view, encode, LOOPS.write_mask)
ready = ROLLOUTS.ready
random_action, random_actions = ROLLOUTS.random_action, ROLLOUTS.random_actions
random_rollout, watched_rollout = ROLLOUTS.random_rollout, ROLLOUTS.watched_rollout
policy_rollout = ROLLOUTS.policy_rollout
