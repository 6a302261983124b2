"""The exact exploitability of the checkpoints of runs, of the heuristics, and of the solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tqdm import tqdm

from agents import load
from agents.learned.agent import LearnedAgent, NetworkPolicy
from agents.learned.checkpoint import read_checkpoint
from agents.learned.game_range import GameRange, parse_players, parse_rules
from agents.learned.run_files import config_of, curve_of, point_file
from agents.protocol import Agent
from eval.convergence.result import ConvergenceResult, Point, RunCurve, SolverPoint
from eval.solve.agent_policy import agent_policy
from eval.solve.best_response import exploitability
from eval.solve.game_tree import GameTree, game_tree
from eval.solve.regret_matching import RegretMatching
from marriage_env.game import game_named

_AGENTS = ("random", "greedy", "expert")
_ITERATIONS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def measure(runs: Sequence[Path], iterations: int, command: str) -> ConvergenceResult:
    """Measure every kept checkpoint of some runs for one game, with progress on stderr.

    Raises ValueError for runs of different games, of several numbers of players or for any rules,
    for one that kept no checkpoints, and for a game that is too large to be solved.
    """
    configs = [config_of(run) for run in runs]
    game_range = _game_of(runs, configs)
    files = [_files_of(run) for run in runs]
    players, rules = game_range.players[0], game_range.rules
    game = game_tree(game_named(game_range.game), players, rules)
    agents = {
        spec: _exploitability(game, load(spec, players, rules, game_range.game)) for spec in _AGENTS
    }
    curves = []
    for run, config, kept in zip(runs, configs, files, strict=True):
        points = [_point(game, decisions, file) for decisions, file in _watched(kept)]
        curves.append(RunCurve(_kind_of(run, config["seed"]), config, points))
    solver = list(_solve(game, iterations))
    return ConvergenceResult(
        command, game_range.game, players, asdict(rules), agents, curves, solver
    )


def _game_of(runs: Sequence[Path], configs: Sequence[dict[str, Any]]) -> GameRange:
    """The one game that all runs are for."""
    found = None
    for run, config in zip(runs, configs, strict=True):
        game = config["game"]
        players, rules = parse_players(config["players"], game), parse_rules(config["rules"], game)
        if len(players) > 1 or rules is None:
            raise ValueError(f"{run}: expected a run for one number of players and given rules")
        this = GameRange(players, rules, game)
        if found is not None and this != found:
            raise ValueError(f"{run}: expected a run for the same game as {runs[0]}")
        found = this
    if found is None:
        raise ValueError("runs: expected at least one")
    return found


def _files_of(run: Path) -> list[tuple[int, Path]]:
    """The checkpoint of each point of a run's curve, after the decisions made."""
    files = [(one["decisions"], point_file(run, one["decisions"])) for one in curve_of(run)]
    for _, file in files:
        if not file.is_file():
            raise ValueError(f"{run}: there is no {file.name}: train with --keep all")
    return files


def _kind_of(run: Path, seed: int) -> str:
    """What runs that differ in the seed alone are called: `runs/pool-2` is one of `pool`."""
    return run.resolve().name.removesuffix(f"-{seed}")


def _watched(kept: Sequence[tuple[int, Path]]) -> Iterator[tuple[int, Path]]:
    """The checkpoints, with progress on stderr."""
    yield from tqdm(kept, unit=" checkpoints", desc=str(kept[0][1].parent.parent), leave=False)


def _point(game: GameTree, decisions: int, file: Path) -> Point:
    """How far a checkpoint can be exploited."""
    checkpoint = read_checkpoint(file)
    policy = NetworkPolicy(checkpoint.network, checkpoint.game_range)
    likeliest = LearnedAgent(policy, file.name)
    sampled = _exploitability(game, likeliest.sampling())
    return Point(decisions, sampled, _exploitability(game, likeliest))


def _exploitability(game: GameTree, agent: Agent) -> float:
    """How far an agent can be exploited, chips a deal."""
    return exploitability(game.form, agent_policy(game, agent).policy).mean


def _solve(game: GameTree, iterations: int) -> Iterator[SolverPoint]:
    """The solver's average policy after more and more iterations."""
    solver = RegretMatching(game.form)
    nodes = len(game.tree.parents)
    for upto in tqdm([n for n in _ITERATIONS if n <= iterations], desc="solve", leave=False):
        solver.iterate(upto - solver.iterations)
        left = exploitability(game.form, solver.average()).mean
        yield SolverPoint(upto, upto * nodes, left)
