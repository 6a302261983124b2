"""Agents that search over sampled worlds, for any game."""
