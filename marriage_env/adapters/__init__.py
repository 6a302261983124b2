"""Adapters to other libraries, each imported only on demand: Stable-Baselines3, OpenSpiel."""
