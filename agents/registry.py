"""`load`: the agent that a spec string names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.game_agents import agents_of
from agents.isolation.agent import CAN_ISOLATE, AgentProcesses
from agents.isolation.worker import error_text, make_agent
from agents.learned.run_files import FINAL, LATEST, agent_of
from agents.protocol import Agent, Unloadable
from agents.solution.agent import load_solution
from agents.spec import BuiltInSpec, CheckpointSpec, FactorySpec, SolutionSpec, Spec, parse_spec
from marriage_env.game import DEFAULT_GAME, game_named


def load(
    spec: str,
    num_players: int | None = None,
    rules: Any = None,
    game: str = DEFAULT_GAME,
    processes: AgentProcesses | None = None,
    trusted: bool = False,
) -> Agent:
    """The agent that a spec string names, to play a game of `num_players` under `rules`.

    A spec is the name of a built-in agent, with options (`pimc:worlds=64,exact=2`), `pretrained:5`
    or `pretrained:any` for the checkpoints that come with the project, the path of a checkpoint
    (`runs/demo/final.zip`), `rllib:RUN` for a run of `train rllib`, `solution:FILE` for a solution
    that `eval solve` has stored, or `package.module:factory` for a callable of one's own that gives
    an agent; `agents.spec` has the grammar. A factory gets those of the keywords `num_players`,
    `rules` (the game's Rules) and `game` (its name) that it declares as parameters. What it makes
    runs in this process and may do all that your code may; with `processes` it runs in a process of
    its own among those. Reading a checkpoint of `train` or a solution runs no code; a zip file of
    Stable-Baselines3's MaskablePPO can, and is read only if you say that it is `trusted`. The
    global random generators stay as they are.

    Raises ValueError for an unknown spec or option; Unloadable, a ValueError, for a file or factory
    that gives no agent: damaged, not trusted, trained for another game.
    """
    match = game_named(game).match(num_players, rules, None, None)
    loading = _Loading(match.num_players, match.rules, game, processes, trusted)
    return loading.agent(parse_spec(spec, game))


@dataclass(frozen=True)
class _Loading:
    """The arguments of `load` besides the spec, checked."""

    num_players: int
    rules: Any
    game: str
    processes: AgentProcesses | None
    trusted: bool

    def agent(self, spec: Spec) -> Agent:
        """The agent of a spec, or of one in its options."""
        if isinstance(spec, BuiltInSpec):
            return self._built_in(spec)
        if isinstance(spec, CheckpointSpec):
            return self._learned(spec)
        if isinstance(spec, SolutionSpec):
            return self._solved(spec)
        return self._from_factory(spec)

    def _built_in(self, spec: BuiltInSpec) -> Agent:
        options = {
            key: value if isinstance(value, int | str) else self.agent(value)
            for key, value in spec.options
        }
        try:
            return agents_of(self.game).built_in[spec.name].make(**options)
        except ValueError as error:
            raise ValueError(f"agent {str(spec)!r}: {error}") from error

    def _learned(self, spec: CheckpointSpec) -> Agent:
        from agents.learned.agent import load_agent  # torch loads only when it is needed

        players, name = self.num_players, str(spec)
        try:
            path = _checkpoint_of_run(spec.path) if spec.is_rllib else spec.path
            return load_agent(path, players, self.rules, name, self.game, self.trusted)
        except ValueError as error:
            raise Unloadable(str(error)) from error

    def _solved(self, spec: SolutionSpec) -> Agent:
        try:
            return load_solution(spec.path, self.num_players, self.rules, str(spec), self.game)
        except (ValueError, OSError) as error:
            raise Unloadable(str(error)) from error

    def _from_factory(self, spec: FactorySpec) -> Agent:
        """What a factory makes, in this process or with `processes`; Unloadable if no agent."""
        match = {"num_players": self.num_players, "rules": self.rules, "game": self.game}
        if self.processes is not None and CAN_ISOLATE:
            return self.processes.agent(str(spec), spec.module, spec.factory, match)
        try:
            made: Agent = make_agent(spec.module, spec.factory, match)
        except (Exception, SystemExit) as error:  # a factory may raise anything
            raise Unloadable(f"agent {str(spec)!r}: {error_text(error)}") from error
        return made


def _checkpoint_of_run(path: Path) -> Path:
    """The checkpoint of a run of `train rllib`, or the path itself if it is no folder."""
    if not path.is_dir():
        return path
    checkpoint = agent_of(path)
    if not checkpoint.is_file():
        raise ValueError(
            f"{path}: no {FINAL} or {LATEST} in it, which `train rllib` writes: checkpoints of "
            "RLlib itself are pickles, which can run code, and are not loaded"
        )
    return checkpoint
