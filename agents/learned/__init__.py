"""Learned agents: features, networks, checkpoints, for any game."""
