"""`python -m eval solve [AGENT ...]`: a small game's equilibrium, and how far agents fall short.

Without agents it solves one deal of the game. With agents it says how far each can be exploited:
exactly where the agent tells its probabilities or always chooses the same; else from samples of
each choice, which overstates it a little. The whole tree of the game is held in memory, so that the
game must be small.
"""

from __future__ import annotations

import argparse
import json

from agents.learned.game_range import parse_rules
from eval.execution import add_json, add_out_folder, add_time_limit, add_trust, execution_of
from eval.output.json_view import as_json
from eval.solve.agent_figures import Sampling, measure_agents
from eval.solve.computation import Goal, solve_game
from eval.solve.game_tree import game_tree
from eval.solve.text import report
from marriage_env.cli.options import add_game, players_of
from marriage_env.game import game_named

NAME = "solve"
HELP = "a small game's equilibrium, and the exact exploitability of agents"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("agents", nargs="*", metavar="AGENT", help="spec of an agent to measure")
    add_game(parser)
    goal, sampling = Goal(), Sampling()
    parser.add_argument(
        "--precision",
        type=float,
        default=goal.precision,
        metavar="CHIPS",
        help=f"solve until exploitability is below this (default {goal.precision:g})",
    )
    parser.add_argument(
        "--iterations",
        type=int,
        default=goal.iterations,
        help=f"at most (default {goal.iterations})",
    )
    parser.add_argument(
        "--check", action="store_true", help="compute the value by a linear program too"
    )
    parser.add_argument(
        "--samples",
        type=int,
        default=sampling.samples,
        help=f"of each choice of an agent that is not deterministic (default {sampling.samples})",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=sampling.seed,
        help=f"of the agents' samples (default {sampling.seed})",
    )
    add_time_limit(parser)
    add_trust(parser)
    add_out_folder(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    """Solve or measure, and print."""
    rules = parse_rules(options.rules, options.game)
    if rules is None:
        raise ValueError(f"rules {options.rules!r}: expected a preset, or one with changed fields")
    goal, execution = Goal(options.precision, options.iterations), execution_of(options)
    sampling = Sampling(options.samples, options.seed)
    if options.agents and options.check:
        raise ValueError("--check: expected no agents, for it belongs to solving")
    game = game_tree(game_named(options.game), players_of(options), rules)
    if options.agents:
        result = measure_agents(game, options.agents, execution, sampling, options.out)
    else:
        result = solve_game(game, goal, out=options.out, fresh=execution.fresh, check=options.check)
    print(json.dumps(as_json(result)) if options.json else report(result))
