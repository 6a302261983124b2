"""Solving a game."""

from __future__ import annotations

import math
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from agents.solution.solution_file import save_solution
from eval.solve.best_response import Exploitability, exploitability
from eval.solve.game_tree import GameTree
from eval.solve.linear_program import check_two_players, value_by_linear_program
from eval.solve.progress import Progress, stored_progress
from eval.solve.result import Equilibrium, Figures, SolveResult
from eval.solve.solution import solution_of
from marriage_env.core.arguments import as_float, as_int
from marriage_env.files.locks import only_writer_in

FILE = "solution"
_BETWEEN_CHECKS = 10  # iterations
_MOST_CHIPS = 1_000_000


@dataclass(frozen=True)
class Goal:
    """When a game counts as solved. Raises ValueError for a value out of its range."""

    precision: float = 0.001  # chips of exploitability
    iterations: int = 10_000  # at most

    def __post_init__(self) -> None:
        object.__setattr__(self, "precision", as_float("precision", self.precision, 0, _MOST_CHIPS))
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

    Raises ValueError for progress of another game, and to check one that is not for two players;
    OSError for a folder that cannot be written.
    """
    if check:
        check_two_players(game.form)
    with only_writer_in(out) if out else nullcontext():
        progress = stored_progress(game, out, fresh)
        found = _iterate(progress, goal)
        file = _stored_solution(game, progress, found, out) if out else None
    equilibrium = Equilibrium(
        iterations=progress.solver.iterations,
        figures=Figures.of(found),
        precision=goal.precision,
        reached=found.mean < goal.precision,
        seconds=round(progress.seconds, 2),
        linear_program=value_by_linear_program(game.form) if check else None,
        file=file,
    )
    return SolveResult.of(game, equilibrium)


def _stored_solution(game: GameTree, progress: Progress, found: Exploitability, out: Path) -> str:
    """Store the average policy as a solution in a folder; returns the path of the file."""
    file = out / FILE
    known = {
        "iterations": progress.solver.iterations,
        "exploitability": found.mean,
        "values": list(found.values),
    }
    save_solution(solution_of(game, progress.solver.average(), known), file)
    return str(file)


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
