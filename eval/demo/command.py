"""`python -m eval demo RUN`: what a run has learned, as a table, a deal in words and a picture."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from agents import load
from agents.arena.lockstep import Moves, Player, actions_by_game, play_games
from agents.arena.setting import Setting, record_of, seeded_games
from agents.learned.game_range import parse_players, parse_rules
from agents.learned.run_files import FINAL, config_of
from eval.demo.picture import draw_curve
from eval.match.computation import play_match
from eval.match.text import table
from eval.output.json_view import as_json
from marriage_env.cli.score_sheet import score_sheet
from marriage_env.core.rng import Purpose, child_seeds
from marriage_env.files.storage import write_text

NAME = "demo"
HELP = "show what a training run has learned"
_OPPONENTS = ("random", "greedy", "expert")
_OF_DEAL_IN_WORDS = 3  # a child of the seed; those before are of agents.arena.setting


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("run", type=Path, help="folder of the run")
    parser.add_argument("--deals", type=int, default=10_000, help="duplicate deals (default 10000)")
    parser.add_argument("--seed", type=int, default=2)


def run(options: argparse.Namespace) -> None:
    """Play the run's final agent against the baselines, print and save what comes out."""
    folder, config = options.run, config_of(options.run)
    game = config["game"]
    spec = str(folder / FINAL)
    setting = Setting(
        num_players=parse_players(config["players"], game)[0],
        rules=parse_rules(config["rules"], game),
        deals=options.deals,
        seed=options.seed,
        game=game,
        purpose=Purpose.DEMO,
    )
    results = [play_match(spec, opponent, setting) for opponent in _OPPONENTS]
    write_text(folder / "results.json", json.dumps(as_json(results), indent=2))
    picture = draw_curve(folder)
    print(f"\n{deal_in_words(spec, setting)}\n")
    print(table(results))
    print(f"\nkept: {spec}, {picture}, {folder / 'results.json'}")
    won = all(result.gain.low > 0 for result in results)
    print("the learned agent beats all baselines" if won else "not (yet) better than all")


def deal_in_words(spec: str, setting: Setting) -> str:
    """The score sheet of one deal, an agent in seat 0 among experts."""
    of_pack, of_players = child_seeds(setting.seed_of(_OF_DEAL_IN_WORDS), 2)
    before = seeded_games(setting, [of_pack], 1)
    rng = np.random.default_rng(of_players)
    players = [
        Player(load(name, setting.num_players, setting.rules, setting.game), rng)
        for name in (spec, "expert")
    ]
    seating = np.ones((1, setting.num_players), np.int64)
    seating[0, 0] = 0
    moves: Moves = []
    play_games(setting.game, players, before.copy(), seating, moves)
    record = record_of(setting, before, actions_by_game(moves, 1)[0])
    return score_sheet(record, "one deal, the learned agent in seat 0 among experts")
