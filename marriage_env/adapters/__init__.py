"""Adapters to other libraries, each imported only on demand; `sb3` is Stable-Baselines3's."""
