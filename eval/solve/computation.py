"""Solving a game, and measuring how far agents can be exploited in it."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from tqdm import tqdm

from agents.arena.misbehavior import Supervised
from agents.arena.setting import Setting
from agents.isolation.agent import AgentProcesses
from agents.protocol import Agent, Stochastic
from agents.registry import load
from agents.solution.solution_file import save_solution
from eval.execution import Execution
from eval.output.rules_name import rules_name
from eval.solve.agent_policy import SAMPLES, agent_policy
from eval.solve.best_response import Exploitability, exploitability
from eval.solve.game_tree import GameTree
from eval.solve.linear_program import value_by_linear_program
from eval.solve.progress import Progress, stored_progress
from eval.solve.result import AgentFigures, Equilibrium, Figures, Size, SolveResult
from eval.solve.solution import solution_of
from marriage_env.core.arguments import as_float, as_int
from marriage_env.files.locks import only_writer_in

FILE = "solution"
_BETWEEN_CHECKS = 10  # iterations
_DEFAULT = Execution()


@dataclass(frozen=True)
class Goal:
    """When a game counts as solved. Raises ValueError for a value out of its range."""

    precision: float = 0.001  # chips of exploitability
    iterations: int = 10_000  # at most

    def __post_init__(self) -> None:
        object.__setattr__(self, "precision", as_float("precision", self.precision, 0, math.inf))
        object.__setattr__(self, "iterations", as_int("iterations", self.iterations, 1))


def solve_game(
    game: GameTree,
    goal: Goal,
    *,
    out: Path | None = None,
    fresh: bool = False,
    check: bool = False,
) -> SolveResult:
    """An equilibrium of a game, or as near to one as the goal allows.

    Args:
        game: its tree.
        goal: when to stop.
        out: a folder for progress, from which the same call continues, and for the solution.
        fresh: ignore the progress that is stored there.
        check: compute the value by a linear program too; for two players.

    Raises ValueError for progress of another game, OSError for a folder that cannot be written.
    """
    with ExitStack() as held:
        if out:
            held.enter_context(only_writer_in(out))
        progress = stored_progress(game, out, fresh)
        found = _iterate(progress, goal)
        policy = progress.solver.average()
        figures = Figures.of(found)
        file = None
        if out:
            file = out / FILE
            known = {
                "iterations": progress.solver.iterations,
                "exploitability": found.mean,
                "values": list(found.values),
            }
            save_solution(solution_of(game, policy, known), file)
    equilibrium = Equilibrium(
        iterations=progress.solver.iterations,
        figures=figures,
        precision=goal.precision,
        reached=found.mean < goal.precision,
        seconds=round(progress.seconds, 2),
        linear_program=value_by_linear_program(game.form) if check else None,
        file=None if file is None else str(file),
    )
    return _result(game, equilibrium, None)


def _iterate(progress: Progress, goal: Goal) -> Exploitability:
    """Go on until the goal is reached; what the average policy is like then."""
    solver, before, start = progress.solver, progress.seconds, time.perf_counter()
    found = exploitability(solver.form, solver.average())
    try:
        with tqdm(
            total=goal.iterations, initial=solver.iterations, unit=" it", desc="solve"
        ) as bar:
            while found.mean >= goal.precision and solver.iterations < goal.iterations:
                done = solver.iterations
                solver.iterate(min(_BETWEEN_CHECKS, goal.iterations - done))
                progress.seconds = before + time.perf_counter() - start
                found = exploitability(solver.form, solver.average())
                bar.total = _iterations_wanted(solver.iterations, found.mean, goal)
                bar.set_postfix_str(f"exploitability {found.mean:.6f}", refresh=False)
                bar.update(solver.iterations - done)
                if progress.file.due:
                    progress.save()
    finally:
        progress.save()
    return found


def _iterations_wanted(done: int, found: float, goal: Goal) -> int:
    """How many iterations it will take, as exploitability falls about as their square."""
    if goal.precision <= 0:
        return goal.iterations
    wanted = done * math.sqrt(max(found / goal.precision, 1.0))
    return min(goal.iterations, math.ceil(wanted))


def measure_agents(
    game: GameTree,
    specs: Sequence[str],
    execution: Execution = _DEFAULT,
    *,
    samples: int = SAMPLES,
    seed: int = 1,
) -> SolveResult:
    """How far the agents of some specs can be exploited, and what they win among themselves.

    A learned agent has a row for how it plays, which is by the most probable action, and one for
    sampling from the probabilities of its network. Raises ValueError if there is no such agent, and
    Misplay for what it may not do.
    """
    as_int("samples", samples, 1)
    rows = []
    with AgentProcesses() as processes:
        for spec in specs:
            for agent, how in _players(spec, game, processes, execution):
                played = agent_policy(game, agent, samples, seed)
                exact = played.samples == 0
                told = how if exact else f"{played.samples} samples of each choice"
                figures = Figures.of(exploitability(game.form, played.policy))
                rows.append(AgentFigures(spec, told, figures))
    return _result(game, None, rows)


def _players(
    spec: str, game: GameTree, processes: AgentProcesses, execution: Execution
) -> Iterator[tuple[Agent, str]]:
    """The agent of a spec in the ways in which it can play, and what each is called."""
    match = game.match
    players, rules, name = match.num_players, match.rules, game.game.name
    agent: Any = load(spec, players, rules, name, processes, execution.trusted)
    if hasattr(agent, "sampling"):
        yield agent, "most probable action"
        yield agent.sampling(), "sampled from its network"
        return
    if isinstance(agent, Stochastic):
        yield cast(Agent, agent), "exact"
        return
    supervised = Supervised(agent, spec, execution.time_limit)
    if execution.time_limit is not None:
        supervised.warm_up(Setting(num_players=players, rules=rules, deals=2, game=name))
    yield supervised, "deterministic"


def _result(
    game: GameTree, equilibrium: Equilibrium | None, rows: list[AgentFigures] | None
) -> SolveResult:
    tree, match, name = game.tree, game.match, game.game.name
    size = Size(len(tree.chances), len(tree.parents), len(tree.leaf_parents), game.form.num_sets)
    rules = rules_name(match.rules, name)
    return SolveResult(name, match.num_players, rules, size, equilibrium, rows)
