"""How far agents can be exploited in a game, stored agent by agent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from agents.arena.misbehavior import Supervised
from agents.arena.setting import Setting
from agents.isolation.agent import AgentProcesses
from agents.protocol import Agent, Stochastic
from agents.registry import load
from eval.execution import Execution
from eval.output.json_view import as_json, from_json
from eval.solve.agent_policy import SAMPLES, agent_policy
from eval.solve.best_response import exploitability
from eval.solve.game_tree import GameTree
from eval.solve.result import AgentFigures, Figures, SolveResult
from eval.store.provenance import START_OVER, provenance_of
from eval.store.result_file import ResultFile
from marriage_env.core.arguments import as_int
from marriage_env.files.json_text import check_object
from marriage_env.files.locks import only_writer_in

FILE = "agents.results"
_DEFAULT = Execution()


@dataclass(frozen=True)
class Sampling:
    """How choices of chance are estimated. Raises ValueError for a value out of its range."""

    samples: int = SAMPLES  # of each choice of an agent that is not deterministic
    seed: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "samples", as_int("samples", self.samples, 1))
        object.__setattr__(self, "seed", as_int("seed", self.seed, 0))


def measure_agents(
    game: GameTree,
    specs: Sequence[str],
    execution: Execution = _DEFAULT,
    sampling: Sampling | None = None,
    out: Path | None = None,
) -> SolveResult:
    """How far the agents of some specs can be exploited, and what they win among themselves.

    A learned agent has a row for how it plays, which is by the most probable action, and one for
    sampling from the probabilities of its network. With a folder `out` the rows of each agent are
    stored there as soon as they are known, and the same call continues from them. Raises ValueError
    if there is no such agent, before any is measured, and for stored rows of another game or of
    other agents; Misplay for what an agent may not do; OSError for a folder that cannot be written.
    """
    sampling = sampling or Sampling()
    file = ResultFile(
        out and out / FILE, _settings(game, specs, execution, sampling), "measurement"
    )
    with only_writer_in(out) if out else nullcontext(), AgentProcesses() as processes:
        measured = _stored(file, len(specs), execution.fresh)
        left = specs[len(measured) :]
        ways = [list(_ways_to_play(spec, game, processes, execution)) for spec in left]
        for spec, agents in zip(left, ways, strict=True):
            measured.append([_figures(game, spec, *way, sampling) for way in agents])
            file.save({**file.settings, "measured": as_json(measured)})
    return SolveResult.of(game, agents=[row for rows in measured for row in rows])


def _settings(
    game: GameTree, specs: Sequence[str], execution: Execution, sampling: Sampling
) -> dict[str, Any]:
    """All that the rows depend on."""
    match, name = game.match, game.game.name
    return {
        **asdict(provenance_of(list(specs), name)),
        "agents": list(specs),
        "game": name,
        "players": match.num_players,
        "rules": asdict(match.rules),
        **asdict(sampling),
        "time_limit": execution.time_limit,
    }


def _stored(file: ResultFile, most: int, fresh: bool) -> list[list[AgentFigures]]:
    """The rows of the first agents, as far as they are stored."""
    stored = file.load(fresh)
    if stored is None:
        return []
    check_object(stored.content, {"measured": list}, str(file.path))
    try:
        measured = from_json(list[list[AgentFigures]], stored.content["measured"])
    except ValueError as error:
        raise ValueError(f"{file.path}: damaged ({error}); {START_OVER}") from error
    if len(measured) > most:
        raise ValueError(f"{file.path}: damaged (rows of {len(measured)} agents); {START_OVER}")
    return measured


def _figures(game: GameTree, spec: str, agent: Agent, how: str, sampling: Sampling) -> AgentFigures:
    """How far an agent can be exploited."""
    played = agent_policy(game, agent, sampling.samples, sampling.seed)
    told = f"{played.samples} samples of each choice" if played.samples else how
    return AgentFigures(spec, told, Figures.of(exploitability(game.form, played.policy)))


def _ways_to_play(
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
