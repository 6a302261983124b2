"""A best response learned by `python -m train`, whose run is kept and goes on if it was stopped."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import eval
from agents.learned.run_files import FINAL
from eval.identity import checkpoint_path
from marriage_env.game import GAMES

_CHECKOUT = Path(eval.__file__).resolve().parent.parent
# Few points of the curve: a slow opponent would take the time that is meant for learning.
_CURVE = ("--evaluations", "4", "--evaluation-deals", "200")
# Small steps and little entropy, or the first updates undo what the network has learned before.
_GENTLY = ("--learning-rate", "0.0005", "--entropy", "0.01")


@dataclass(frozen=True)
class Training:
    """Against whom a responder learns, and for how long: decisions if given, else seconds."""

    agent: str
    players: int
    rules: str  # a preset
    seconds: float
    decisions: int | None
    seed: int
    game: str
    time_limit: float | None = None  # of the agent's decisions, in seconds
    trusted: bool = False  # as `agents.load` has it


class LeftOut(ValueError):
    """Why there is no responder of a kind."""


def warm_start(agent: str, game: str = GAMES[0]) -> tuple[str, ...]:
    """Options of the trainer that let a responder begin with the network of `agent`.

    Raises LeftOut saying why the trainer cannot.
    """
    path = checkpoint_path(agent, game)
    if path is None:
        raise LeftOut("the agent is no checkpoint")
    from agents.learned.checkpoint import is_foreign  # torch loads only when it is asked for

    if is_foreign(path):
        raise LeftOut("its network is not of the trainer's kind")
    return ("--init", str(path), *_GENTLY)


def learned(training: Training, start: tuple[str, ...], folder: Path) -> Path:
    """The checkpoint of a responder, trained into `folder` unless it is there already.

    Raises ValueError if the trainer fails; it has said why on stderr.
    """
    final = folder / FINAL
    if final.exists():
        return final
    _run(["train", "ppo", *_options(training), *start, "--out", str(folder)])
    if not final.exists():
        raise ValueError(f"the trainer stopped before the end of its budget, in {folder}")
    return final


def _options(training: Training) -> list[str]:
    """The options of a new run."""
    if training.decisions is None:
        budget = ["--seconds", str(training.seconds)]
    else:
        budget = ["--decisions", str(training.decisions)]
    return [
        *("--game", training.game),
        *("--players", str(training.players)),
        *("--rules", training.rules),
        *("--opponents", training.agent),
        *("--seed", str(training.seed)),
        *(("--time-limit", str(training.time_limit)) if training.time_limit else ()),
        *(("--trust",) if training.trusted else ()),
        *budget,
        *_CURVE,
    ]


def _run(command: list[str]) -> None:
    """Run the trainer, which tells its progress on stderr; ValueError if it fails.

    It is in a session of its own, so that Ctrl-C reaches it through here alone: once to end the
    update in hand and keep the run, twice to end at once. It never outlives this process.
    """
    paths = [str(_CHECKOUT), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    launched = [sys.executable, "-m", "agents.isolation.children", str(os.getpid()), *command]
    process = subprocess.Popen(
        launched, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        code = process.wait()
    except KeyboardInterrupt:
        process.terminate()
        try:
            process.wait()
        finally:
            process.kill()
        raise
    if code:
        told = " ".join(command)
        raise ValueError(f"the trainer failed with exit status {code}: python -m {told}")
