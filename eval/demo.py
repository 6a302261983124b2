"""`python -m eval demo RUN`: what a run has learned, as a table, a told deal and a picture."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from agents import load
from agents.duplicate import Setting
from agents.files import write_text
from agents.scope import parse_players, parse_rules
from eval.annotated import annotated_deal
from eval.curve import draw_curve
from eval.match import play_match
from eval.match_report import table
from marriage_env import Rules

_OPPONENTS = ("random", "greedy", "expert")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("run", type=Path, help="folder of the run")
    parser.add_argument("--deals", type=int, default=10_000, help="duplicate deals (default 10000)")
    parser.add_argument("--seed", type=int, default=2)


def command(options: argparse.Namespace) -> None:
    """Play and print."""
    show(options.run, options.deals, options.seed)


def show(run: Path, deals: int, seed: int) -> None:
    """Play the run's final agent against the baselines, print and save what comes out."""
    config = json.loads((run / "config.json").read_text(encoding="utf-8"))
    num_players = parse_players(config["players"])[0]
    rules = parse_rules(config["rules"]) or Rules.typical()
    spec = str(run / "final.zip")
    setting = Setting(num_players, rules, deals, seed)
    results = [play_match(spec, opponent, setting) for opponent in _OPPONENTS]
    write_text(run / "results.json", json.dumps(results, indent=2))
    picture = draw_curve(run)
    learner, expert = load(spec, num_players, rules), load("expert")
    told = annotated_deal([learner] + [expert] * (num_players - 1), rules, seed)
    print(f"\nOne deal: the learned agent in seat 0 among experts\n\n{told}\n")
    print(table(results))
    print(f"\nkept: {spec}, {picture}, {run / 'results.json'}")
    won = all(result["ci95"][0] > 0 for result in results)
    print("the learned agent beats all baselines" if won else "not (yet) better than all")
