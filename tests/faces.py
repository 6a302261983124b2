"""The PettingZoo modules of all games, by name."""

from __future__ import annotations

from marriage_env import marriage_v0, small_mariage_v0, trynka_v0

FACES = {"marriage_v0": marriage_v0, "trynka_v0": trynka_v0, "small_mariage_v0": small_mariage_v0}
