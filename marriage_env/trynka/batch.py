"""The loops over many games (marriage_env.kernels.game_loops), compiled for Trynka."""

from __future__ import annotations

from marriage_env.kernels.game_loops import compiled_for
from marriage_env.trynka import engine
from marriage_env.trynka.observe import encode
from marriage_env.trynka.view import write_view

LOOPS = compiled_for("trynka", engine.reset, engine.apply, write_view, encode)
