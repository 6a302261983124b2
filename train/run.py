"""A training run: its folder, budget, checkpoints, curve, logs, and how it goes on after a stop."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from stable_baselines3.common.logger import Logger, make_output_format
from tqdm import tqdm

from agents.learned import read_checkpoint, save_checkpoint
from marriage_env.storage import write_text
from train.config import Config, DistilConfig, DMCConfig, PPOConfig
from train.curve import Point, measure, yardstick
from train.distil import Distil
from train.dmc import DMC
from train.learner import Learner
from train.ppo import PPO
from train.stopping import stop_on_interrupt

CONFIGS: dict[str, type[Config]] = {"ppo": PPOConfig, "dmc": DMCConfig, "distil": DistilConfig}
_LATEST = "latest.zip"


def make_learner(config: Config, folder: Path) -> Learner:
    """The learner of a config."""
    if isinstance(config, PPOConfig):
        return PPO(config, folder)
    if isinstance(config, DMCConfig):
        return DMC(config)
    if isinstance(config, DistilConfig):
        return Distil(config)
    raise ValueError(f"config={config!r}: expected a config of {', '.join(CONFIGS)}")


def train(config: Config, folder: Path) -> list[Point]:
    """Train until the budget or the time is spent, or Ctrl-C; returns the learning curve.

    Leaves in `folder`: config.json, curve.json, progress.csv and TensorBoard events, latest.zip
    (from which `resume` goes on), best.zip (by gain over the expert), and final.zip when it ends.
    Raises ValueError if there is a run in the folder already, OSError if it cannot be written.
    """
    if (folder / "config.json").exists():
        raise ValueError(f"{folder}: there is a run in it already; choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    method = next(name for name, kind in CONFIGS.items() if type(config) is kind)
    write_text(folder / "config.json", json.dumps({"method": method, **asdict(config)}, indent=2))
    return _run(config, folder, None)


def resume(folder: Path) -> list[Point]:
    """Go on with a stopped run as if it had not been stopped; returns the whole curve.

    Exact where the run is bounded by decisions: the learning rate follows the budget, and seconds
    are not the same twice. Raises ValueError if there is no run to go on with.
    """
    config = read_config(folder)
    return _run(config, folder, read_checkpoint(folder / _LATEST, config.device))


def read_config(folder: Path) -> Config:
    """The settings of a run; ValueError if there is none in the folder."""
    file = folder / "config.json"
    if not file.is_file():
        raise ValueError(f"{folder}: there is no run in it (no config.json)")
    values = json.loads(file.read_text(encoding="utf-8"))
    method = values.pop("method", None)
    if method not in CONFIGS:
        raise ValueError(f"{file}: method {method!r}: expected one of {', '.join(CONFIGS)}")
    try:
        return CONFIGS[method](**values)
    except TypeError as error:
        raise ValueError(f"{file}: {error}") from error


def compile_trainer(config: Config) -> None:
    """Compile all that a run needs, so that its clock counts learning alone."""
    print("compiling the trainer, where that has not been done yet ...", file=sys.stderr)
    few = replace(config, games=4 * len(config.scope.players), evaluation_deals=2)
    with TemporaryDirectory() as folder:
        learner = make_learner(few, Path(folder))
        learner.model.set_logger(Logger(folder, []))
        learner.update(0.0)
        measure(learner.model, few, 0, 0.0)


def _run(config: Config, folder: Path, stopped: Any) -> list[Point]:
    """Begin a run, or go on from the model that one was stopped with."""
    torch.set_num_threads(config.threads)
    if stopped is not None:
        config = replace(config, init="")  # what it started from may be gone
    compile_trainer(config)
    learner = make_learner(config, folder)
    run = _Run(learner, folder)
    if stopped is not None:
        run.take_up(stopped)
    suffix = f"-{learner.model.num_timesteps}" if stopped is not None else ""
    formats = [make_output_format(kind, str(folder), suffix) for kind in ("csv", "tensorboard")]
    learner.model.set_logger(Logger(str(folder), formats))
    total, done = config.decisions, learner.model.num_timesteps
    with (
        stop_on_interrupt() as stop,
        tqdm(total=total, initial=done, unit=" decisions", unit_scale=True, desc="training") as bar,
    ):
        try:
            ended = run.go_on(stop, bar)
        finally:
            learner.model.logger.close()
    if ended:
        save_checkpoint(learner.model, folder / "final.zip")
    print(run.profile(), file=sys.stderr)
    return run.points


class _Run:
    """A learner on its way through its budget."""

    def __init__(self, learner: Learner, folder: Path) -> None:
        self.points: list[Point] = []
        self._learner, self._folder, self._config = learner, folder, learner.config
        self._before = 0.0  # seconds until the run was last stopped
        self._first = 0  # decisions until then
        self._start = time.perf_counter()

    def take_up(self, stopped: Any) -> None:
        """Go on where a run stopped: network, optimiser, chance, curve and clock."""
        model, saved = self._learner.model, stopped.progress
        model.set_parameters(stopped.get_parameters(), device=model.device)
        model.num_timesteps, model._n_updates = stopped.num_timesteps, stopped._n_updates
        self._before, self._first = saved["seconds"], stopped.num_timesteps
        self.points = [Point(**point) for point in saved["points"]]
        self._learner.restore(saved["learner"])

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
        if progress >= 1:
            self._measure(bar)  # which saves
        else:
            self._save()
        return progress >= 1

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
            point = measure(model, self._config, model.num_timesteps, self._seconds())
        self.points.append(point)
        name = yardstick(self._config)
        gain, low, high = point.gains[name]
        bar.set_postfix_str(f"gain over {name} {gain:+.3f} ± {(high - low) / 2:.3f}")
        for opponent, numbers in point.gains.items():
            for part, number in zip(("gain", "low", "high"), numbers):
                model.logger.record(f"eval/{part}_over_{opponent}", number)
        curve = json.dumps([asdict(one) for one in self.points], indent=1)
        write_text(self._folder / "curve.json", curve)
        if gain >= max(one.gains[name][0] for one in self.points):
            save_checkpoint(model, self._folder / "best.zip")
        self._save()

    def _save(self) -> None:
        """Keep the run as it stands."""
        model = self._learner.model
        model.progress = {  # type: ignore[attr-defined]
            "seconds": self._seconds(),
            "points": [asdict(one) for one in self.points],
            "learner": self._learner.state(),
        }
        save_checkpoint(model, self._folder / _LATEST)
        # The other checkpoints are agents, and smaller without it.
        del model.progress  # type: ignore[attr-defined]

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
        parts = {
            "games and features": play,
            "choosing": spent["choose"],
            "search": spent["search"],
            "learning": spent["learn"],
        }
        shares = ", ".join(f"{name} {part / working:.0%}" for name, part in parts.items() if part)
        done = self._learner.model.num_timesteps - self._first
        return f"{done / working:,.0f} decisions/s ({shares}); evaluation {spent['evaluate']:.0f} s"
