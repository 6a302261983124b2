"""The loops over many games (marriage_env.kernels.game_loops), compiled for Mariage."""

from __future__ import annotations

from marriage_env.kernels.game_loops import compiled_for
from marriage_env.mariage import engine
from marriage_env.mariage.observe import encode
from marriage_env.mariage.view import write_view

LOOPS = compiled_for("mariage", engine.reset, engine.apply, write_view, encode)
first_illegal = LOOPS.first_illegal
reset_games, step_games, restart_games = LOOPS.reset_games, LOOPS.step_games, LOOPS.restart_games
step_game, move_games = LOOPS.step_game, LOOPS.move_games
write_seats, write_views = LOOPS.write_seats, LOOPS.write_views
write_mask, write_masks, write_masks_of = LOOPS.write_mask, LOOPS.write_masks, LOOPS.write_masks_of
observe_game, encode_views = LOOPS.observe_game, LOOPS.encode_views
write_observations = LOOPS.write_observations
