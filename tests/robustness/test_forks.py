"""Processes that are forked after threads have worked: they have none of them, and do not hang."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch

from agents import load
from agents.learned.torch_threads import torch_threads
from agents.protocol import Agent
from marriage_env import VectorEnv
from marriage_env.core.threads import Team

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere processes are not forked"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),
]
_PATIENCE = 300.0  # seconds: a busy machine takes long, a hang for ever
GAMES = 6


def _answer(writer: Any, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    writer.send(function(*arguments))


def in_child(function: Callable[..., Any], *arguments: Any, method: str = "fork") -> Any:
    """What a function gives in another process, which is killed if it does not answer."""
    context = multiprocessing.get_context(method)
    reader, writer = context.Pipe(duplex=False)
    child = context.Process(target=_answer, args=(writer, function, arguments))  # type: ignore[attr-defined]
    child.start()
    writer.close()
    try:
        assert reader.poll(_PATIENCE), "the process hangs"
        return reader.recv()
    finally:
        child.kill()
        child.join()


@pytest.fixture
def torch_at_work() -> Iterator[None]:
    """Torch has computed with two threads, and would again."""
    with torch_threads(2):
        square = torch.ones(600, 600)
        assert float((square @ square).sum()) == 600.0**3
        yield


def decisions() -> tuple[np.ndarray, np.ndarray]:
    """Views and masks to decide by."""
    env = VectorEnv(GAMES)
    _, masks, _ = env.reset(seed=1)
    return env.views(), masks


def chosen(agent: Agent, views: np.ndarray, masks: np.ndarray) -> list[int]:
    """An agent's actions, with chance that is the same everywhere."""
    return [int(action) for action in agent.act(views, masks, np.random.default_rng(5))]


def loaded_and_chosen(spec: str, views: np.ndarray, masks: np.ndarray) -> list[int]:
    """The same by an agent that is made there."""
    return chosen(load(spec), views, masks)


SPECS = ["pretrained:5", "pimc:worlds=2,threads=2"]


@pytest.mark.parametrize("make", [chosen, loaded_and_chosen])
@pytest.mark.parametrize("spec", SPECS)
def test_an_agent_that_has_played_plays_on_in_a_forked_process(
    make: Callable[..., list[int]], spec: str, torch_at_work: None
) -> None:
    agent, asked = load(spec), decisions()
    here = chosen(agent, *asked)
    assert in_child(make, agent if make is chosen else spec, *asked) == here
    assert chosen(agent, *asked) == here
    assert torch.get_num_threads() == 2


@pytest.mark.slow
@pytest.mark.parametrize("method", ["forkserver", "spawn"])
@pytest.mark.parametrize("spec", [*SPECS, "ismcts:sims=4,threads=2"])
def test_an_agent_is_given_to_processes_begun_otherwise(method: str, spec: str) -> None:
    agent, asked = load(spec), decisions()
    assert in_child(chosen, agent, *asked, method=method) == chosen(agent, *asked)


def played(env: VectorEnv, moves: int) -> list[int]:
    """The chips of all seats that some moves bring."""
    total = np.zeros((env.num_envs, env.num_players), np.int64)
    for _ in range(moves):
        legal = (env.states["legal"] & -env.states["legal"]).astype(np.float64)
        total += env.step(np.log2(legal).astype(np.int64))[3]
    return [int(chips) for chips in total.ravel()]


def test_a_batch_in_threads_goes_on_in_a_forked_process() -> None:
    env, alone = VectorEnv(GAMES, threads=2), VectorEnv(GAMES)
    for one in (env, alone):
        one.reset(seed=3)
        played(one, 5)
    here = played(alone, 30)
    assert in_child(played, env, 30) == here
    assert played(env, 30) == here
    env.close()
    played(env, 1)  # closed, it begins anew


@pytest.mark.parametrize("spec", SPECS)
def test_gymnasiums_asynchronous_environments_take_any_opponent(
    spec: str, torch_at_work: None
) -> None:
    opponent = load(spec)
    chosen(opponent, *decisions())
    batch = gymnasium.make_vec(
        "Marriage-v0", num_envs=2, vectorization_mode="async", opponents=opponent, deals=1
    )
    try:
        batch.reset_async(seed=1)
        _, info = batch.reset_wait(timeout=_PATIENCE)
        for _ in range(3):
            batch.step_async(np.array([mask.argmax() for mask in info["action_mask"]]))
            info = batch.step_wait(timeout=_PATIENCE)[4]
    finally:
        batch.close(terminate=True)


def _squares(team: Team) -> list[int]:
    """What two threads find out."""
    found = [0] * 8

    def square(place: int) -> None:
        found[place] = place**2

    team.share(square, range(8))
    return found


def test_a_team_works_in_children_of_children_and_as_a_copy() -> None:
    team = Team(2)
    squares = [place**2 for place in range(8)]
    assert _squares(team) == squares
    assert in_child(in_child, _squares, team) == squares
    for duplicate in (copy.deepcopy(team), pickle.loads(pickle.dumps(team))):
        assert _squares(duplicate) == squares
    team.close()
    team.close()
    assert _squares(team) == squares


def test_a_team_says_what_went_wrong() -> None:
    def fail(place: int) -> None:
        raise ValueError(f"part {place}")

    with pytest.raises(ValueError, match="part 0"):
        Team(2).share(fail, range(2))


def test_torch_keeps_its_threads_when_a_network_raises() -> None:
    before = torch.get_num_threads()

    def fail() -> None:
        with torch_threads(before + 1):
            assert torch.get_num_threads() == before + 1
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()
    assert torch.get_num_threads() == before


def test_the_child_is_another_process() -> None:
    assert in_child(os.getpid) != os.getpid()
