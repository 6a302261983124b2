"""A training run: its folder, budget, checkpoints, curve, logs, and how it goes on after a stop."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from stable_baselines3.common.logger import Logger, make_output_format
from tqdm import tqdm

from agents.learned.archive import blamed
from agents.learned.checkpoint import save_checkpoint
from agents.learned.run_files import BEST, CONFIG, CURVE, FINAL, LATEST, STATE, config_of, curve_of
from agents.learned.torch_threads import torch_threads
from agents.registry import names_code
from marriage_env.files.locks import only_writer_in
from marriage_env.files.storage import write_text
from train.config import CONFIGS, Config, DistilConfig, DMCConfig, PPOConfig, method_of
from train.device import check_machine
from train.distil import Distil
from train.dmc import DMC
from train.interrupt import stop_on_interrupt
from train.learning_curve import Point, measure, points_of, yardstick
from train.method import Learner
from train.ppo import PPO
from train.state import State, read_state, save_state

_ELSEWHERE = "choose another folder"


def make_learner(config: Config, folder: Path, trusted: bool = False) -> Learner:
    """The learner of a config."""
    if isinstance(config, PPOConfig):
        return PPO(config, folder, trusted)
    if isinstance(config, DMCConfig):
        return DMC(config, trusted)
    if isinstance(config, DistilConfig):
        return Distil(config, trusted)
    raise ValueError(f"config={config!r}: expected a config of {', '.join(CONFIGS)}")


def train(config: Config, folder: Path, trusted: bool = False) -> list[Point]:
    """Train until the budget or the time is spent; returns the learning curve.

    Leaves in `folder`: config.json, curve.json, progress.csv and TensorBoard events, the
    checkpoints latest.zip, best.zip (by gain over the expert) and, when it ends, final.zip, and
    state.safetensors, from which it goes on. A folder that holds a run of the same settings is
    gone on with, as by `resume`; until a first state is there, a run begins anew. Ctrl-C and
    SIGTERM let the update in hand end, keep the run and raise KeyboardInterrupt. The global
    generators of Python, numpy and torch are neither used nor changed.

    `trusted` is that of `agents.load`, for the agents that the config names. Raises ValueError
    naming what differs if the folder holds another run, or what this machine has not; OSError if
    the folder cannot be written or another process trains there.
    """
    check_machine(config.device, config.threads)
    with only_writer_in(folder):
        if not (folder / STATE).exists() and not (folder / FINAL).exists():
            text = json.dumps({"method": method_of(config), **asdict(config)}, indent=2)
            write_text(folder / CONFIG, text)
            return _run(config, folder, None, trusted)
        _check_same(config, folder)
        return _go_on(config, folder, trusted)


def resume(folder: Path, trusted: bool = False) -> list[Point]:
    """Go on with a stopped run as if it had not been stopped; returns the whole curve.

    Exact where the run is bounded by decisions: the learning rate follows the budget, and seconds
    are not the same twice. A run that has ended stays as it is. Runs no code that the folder holds
    or its settings name, unless it is `trusted`. Raises ValueError if there is no run to go on
    with, if a file of it is damaged, or if this machine has not what it needs; OSError as `train`.
    """
    config = read_config(folder)
    check_machine(config.device, config.threads)
    if not trusted:
        _check_harmless(config, folder)
    with only_writer_in(folder):
        return _go_on(config, folder, trusted)


def _check_harmless(config: Config, folder: Path) -> None:
    """ValueError if an agent that a run's settings name is code, which resuming would run."""
    specs = [config.opponents, *getattr(config, "pool_agents", "").split()]
    specs.append(getattr(config, "teacher", ""))
    for spec in filter(None, specs):
        if names_code(spec, config.game):
            raise ValueError(
                f"{folder}: its settings name {spec!r}, which is code to run: "
                "if you trust who made the run, use --trust"
            )


def _go_on(config: Config, folder: Path, trusted: bool) -> list[Point]:
    """What a run's folder needs to be a finished run: nothing, the rest of it, or all."""
    if (folder / FINAL).exists():
        print(f"{folder}: the run is finished; it stays as it is", file=sys.stderr)
        return points_of(curve_of(folder), str(folder))
    stopped = read_state(folder / STATE) if (folder / STATE).exists() else None
    return _run(config, folder, stopped, trusted)


def _check_same(config: Config, folder: Path) -> None:
    """Raise ValueError naming what differs unless the run in a folder has these settings."""
    held = read_config(folder)
    if type(held) is not type(config):
        raise ValueError(f"{folder}: there is a run of another method in it; {_ELSEWHERE}")
    for one in fields(config):
        before, now = getattr(held, one.name), getattr(config, one.name)
        if before != now:
            raise ValueError(
                f"{folder}: there is a run in it already, with {one.name}={before!r}, not {now!r}; "
                f"{_ELSEWHERE}"
            )


def read_config(folder: Path) -> Config:
    """The settings of a run; ValueError if there is none in the folder, or a damaged one."""
    file, values = folder / CONFIG, config_of(folder)
    method = values.pop("method", None)
    if not isinstance(method, str) or method not in CONFIGS:
        raise ValueError(f"{file}: method {method!r}: expected one of {', '.join(CONFIGS)}")
    try:
        return CONFIGS[method](**values)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{file}: {error}") from error


def compile_trainer(config: Config, trusted: bool = False) -> None:
    """Compile all that a run needs, so that its clock counts learning alone."""
    print("compiling the trainer, where that has not been done yet ...", file=sys.stderr)
    few = replace(config, games=4 * len(config.scope.players), evaluation_deals=2)
    with (
        TemporaryDirectory() as folder,
        closing(make_learner(few, Path(folder), trusted)) as learner,
    ):
        learner.model.set_logger(Logger(folder, []))
        learner.update(0.0)
        measure(learner.checkpoint(), few, 0.0, learner.supervised)


def _run(config: Config, folder: Path, stopped: State | None, trusted: bool) -> list[Point]:
    """Begin a run, or go on from the state that one was stopped in."""
    if stopped is not None:
        config = replace(config, init="")  # what it started from may be gone
    with torch_threads(config.threads):
        compile_trainer(config, trusted)
        with closing(make_learner(config, folder, trusted)) as learner:
            return _learned(learner, folder, stopped)


def _learned(learner: Learner, folder: Path, stopped: State | None) -> list[Point]:
    """Spend the rest of a learner's budget; returns the whole curve."""
    run = _Run(learner, folder)
    if stopped is not None:
        with blamed(str(folder / STATE)):
            run.take_up(stopped)
    suffix = f"-{learner.model.num_timesteps}" if stopped is not None else ""
    formats = [make_output_format(kind, str(folder), suffix) for kind in ("csv", "tensorboard")]
    learner.model.set_logger(Logger(str(folder), formats))
    total, done = learner.config.decisions, learner.model.num_timesteps
    with (
        stop_on_interrupt() as stop,
        tqdm(total=total, initial=done, unit=" decisions", unit_scale=True, desc="training") as bar,
    ):
        try:
            if run.go_on(stop, bar):
                save_checkpoint(learner.checkpoint(), folder / FINAL)
        finally:
            learner.model.logger.close()
        print(f"\n{run.profile()}", file=sys.stderr)
    return run.points


class _Run:
    """A learner on its way through its budget."""

    def __init__(self, learner: Learner, folder: Path) -> None:
        self.points: list[Point] = []
        self._learner, self._folder, self._config = learner, folder, learner.config
        self._before = 0.0  # seconds until the run was last stopped
        self._first = 0  # decisions until then
        self._start = time.perf_counter()

    def take_up(self, stopped: State) -> None:
        """Go on where a run stopped: network, optimiser, chance, curve and clock."""
        self._before = stopped.seconds("seconds")
        self.points = points_of(stopped.values.get("points"), "points")
        self._learner.restore(stopped)
        self._first = self._learner.model.num_timesteps
        self._publish()  # it may have been killed before it could

    def go_on(self, stop: Callable[[], bool], bar: Any) -> bool:
        """Update after update, to the end (True) or until `stop` says so."""
        self._start = time.perf_counter()
        model = self._learner.model
        while (progress := self._progress()) < 1 and not stop():
            if progress >= len(self.points) / self._config.evaluations:
                self._measure(bar)
            decisions = self._learner.update(progress)
            self._log(decisions)
            model.logger.dump(model.num_timesteps)
            # Where seconds are the budget, nobody knows how many decisions will fit into them.
            bar.total = max(1, round(model.num_timesteps / min(1.0, self._progress())))
            bar.update(decisions)
        if progress < 1:
            self._save()
        elif not self._is_measured():
            self._measure(bar)  # which saves
        return progress >= 1

    def _is_measured(self) -> bool:
        """Whether the last point of the curve is of the network as it is now."""
        return bool(self.points) and self.points[-1].decisions == self._learner.model.num_timesteps

    def _seconds(self) -> float:
        return self._before + time.perf_counter() - self._start

    def _progress(self) -> float:
        """The part of the budget that is spent."""
        decisions = self._learner.model.num_timesteps / self._config.decisions
        return max(decisions, self._seconds() / self._config.seconds)

    def _measure(self, bar: Any) -> None:
        """Add a point to the curve; keep the agent as latest, and as best if it is."""
        model = self._learner.model
        with self._learner.timed("evaluate"):
            agent, agent_of = self._learner.checkpoint(), self._learner.supervised
            point = measure(agent, self._config, self._seconds(), agent_of)
        self.points.append(point)
        name = yardstick(self._config)
        gain, low, high = point.gains[name]
        bar.set_postfix_str(f"gain over {name} {gain:+.3f} ± {(high - low) / 2:.3f}")
        for opponent, numbers in point.gains.items():
            for part, number in zip(("gain", "low", "high"), numbers):
                model.logger.record(f"eval/{part}_over_{opponent}", number)
        self._save()
        self._publish()

    def _publish(self) -> None:
        """Write what follows from the run as it is kept: the curve, and the best agent."""
        curve = json.dumps([asdict(one) for one in self.points], indent=1)
        write_text(self._folder / CURVE, curve)
        name = yardstick(self._config)
        gains = [one.gains[name][0] for one in self.points]
        if self._is_measured() and gains[-1] >= max(gains):
            save_checkpoint(self._learner.checkpoint(), self._folder / BEST)

    def _save(self) -> None:
        """Keep the run as it stands, and the agent that it has made."""
        points = [asdict(one) for one in self.points]
        here = {"seconds": self._seconds(), "points": points}
        save_checkpoint(self._learner.checkpoint(), self._folder / LATEST)
        save_state(self._learner.state().with_more(here, {}), self._folder / STATE)

    def _log(self, decisions: int) -> None:
        """The metrics of an update that SB3 does not know (docs/training.md explains all)."""
        logger, learner = self._learner.model.logger, self._learner
        for name, part in learner.collector.conduct().items():
            logger.record(f"conduct/{name}", part)
        logger.record("time/decisions", learner.model.num_timesteps)
        logger.record("time/seconds", self._seconds())
        logger.record("time/update_decisions", decisions)
        for work, seconds in learner.seconds.items():
            logger.record(f"time/{work}_seconds", seconds)

    def profile(self) -> str:
        """Where the time went, in a line."""
        spent = self._learner.seconds
        play = spent["play"] - spent["choose"] - spent["search"]
        working = spent["play"] + spent["learn"]
        if not working:
            return "nothing was left to learn"
        parts = {
            "games and features": play,
            "choosing": spent["choose"],
            "search": spent["search"],
            "learning": spent["learn"],
        }
        shares = ", ".join(f"{name} {part / working:.0%}" for name, part in parts.items() if part)
        done = self._learner.model.num_timesteps - self._first
        return f"{done / working:,.0f} decisions/s ({shares}); evaluation {spent['evaluate']:.0f} s"
