"""A training run: its folder, budget, checkpoints, learning curve, logs, and how it resumes."""

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
from agents.spec import names_code
from marriage_env.files.locks import only_writer_in
from marriage_env.files.storage import write_text
from train.config import CONFIGS, Config, method_name, saved
from train.device import check_hardware
from train.interrupt import stop_on_interrupt
from train.learning_curve import Point, keep_checkpoint, measure, points_of, yardstick
from train.method import TrainingMethod
from train.methods import Make, make_method
from train.run_state import RunState, read_state, save_state

_USE_ANOTHER = "choose another folder"


def train(
    config: Config, folder: Path, trusted: bool = False, make: Make = make_method
) -> list[Point]:
    """Train until the budget of decisions or seconds is spent; returns the learning curve.

    Writes to `folder`: config.json, curve.json, progress.csv and TensorBoard events, the
    checkpoints latest.zip, best.zip (the one with the largest gain over the expert) and, at the
    end, final.zip, and state.safetensors, from which the run resumes. If the folder holds a run of
    the same settings, that run is resumed as by `resume`; before its first state is saved, a run
    starts again from the beginning. After SIGINT (Ctrl-C) or SIGTERM the current update is
    finished, the run is saved and KeyboardInterrupt is raised. The global generators of Python,
    numpy and torch are neither used nor changed.

    Args:
        config: all settings.
        folder: of the run; made if missing.
        trusted: as in `agents.load`, for the agents that `config` names.
        make: makes the training method; `train.cluster_distil.make_on` one on a cluster.

    Raises:
        ValueError: the folder holds another run (naming the setting that differs), or this machine
            lacks the device or the cores.
        OSError: the folder cannot be written, or another process trains in it.
    """
    check_hardware(config.device, config.threads)
    with only_writer_in(folder):
        if not (folder / STATE).exists() and not (folder / FINAL).exists():
            text = json.dumps({"method": method_name(config), **asdict(config)}, indent=2)
            write_text(folder / CONFIG, text)
            return _run(config, folder, None, trusted, make)
        _check_same(config, folder)
        return _resume(config, folder, trusted, make)


def resume(folder: Path, trusted: bool = False, make: Make = make_method) -> list[Point]:
    """Resume a stopped run; returns the whole learning curve.

    A run limited by decisions ends exactly as if it had not been stopped. One limited by seconds
    does not, since the learning rate follows the budget. A finished run is left unchanged. Code
    that the folder holds or its settings name is only run if `trusted`. `make` is that of `train`.

    Raises:
        ValueError: there is no run in the folder, a file of it is damaged, or this machine lacks
            the device or the cores.
        OSError: as in `train`.
    """
    config = read_config(folder)
    check_hardware(config.device, config.threads)
    if not trusted:
        _check_runs_no_code(config, folder)
    with only_writer_in(folder):
        return _resume(config, folder, trusted, make)


def _check_runs_no_code(config: Config, folder: Path) -> None:
    """Raise ValueError if the settings of a run name an agent that is code."""
    specs = [config.opponents, *getattr(config, "pool_agents", "").split()]
    specs.append(getattr(config, "teacher", ""))
    for spec in filter(None, specs):
        if names_code(spec, config.game):
            raise ValueError(
                f"{folder}: its settings name {spec!r}, which is code to run: "
                "use --trust if you trust the author of the run"
            )


def _resume(config: Config, folder: Path, trusted: bool, make: Make) -> list[Point]:
    """Finish the run in a folder, which may be finished already or have no saved state yet."""
    if (folder / FINAL).exists():
        print(f"{folder}: the run is finished; it is left unchanged", file=sys.stderr)
        return points_of(curve_of(folder), str(folder))
    stopped = read_state(folder / STATE) if (folder / STATE).exists() else None
    return _run(config, folder, stopped, trusted, make)


def _check_same(config: Config, folder: Path) -> None:
    """Raise ValueError naming a setting in which the run in a folder differs."""
    held = read_config(folder)
    if type(held) is not type(config):
        raise ValueError(f"{folder}: it holds a run of another method; {_USE_ANOTHER}")
    for one in fields(config):
        before, now = getattr(held, one.name), getattr(config, one.name)
        if before != now:
            raise ValueError(
                f"{folder}: it holds a run with {one.name}={before!r}, not {now!r}; {_USE_ANOTHER}"
            )


def read_config(folder: Path) -> Config:
    """The settings of the run in a folder; ValueError if there is no run or it is damaged."""
    file, values = folder / CONFIG, config_of(folder)
    method = values.pop("method", None)
    if not isinstance(method, str) or method not in CONFIGS:
        raise ValueError(f"{file}: method {method!r}: expected one of {', '.join(CONFIGS)}")
    try:
        return saved(method, values)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{file}: {error}") from error


def compile_trainer(config: Config, trusted: bool = False) -> None:
    """Compile everything a run needs, so that compilation does not count against its seconds."""
    print("compiling, unless compiled code is cached ...", file=sys.stderr)
    small = replace(config, games=4 * len(config.game_range.players), evaluation_deals=2)
    with (
        TemporaryDirectory() as folder,
        closing(make_method(small, Path(folder), trusted)) as method,
    ):
        method.model.set_logger(Logger(folder, []))
        method.update(0.0)
        measure(method.checkpoint(), small, 0.0, method.supervised)


def _run(
    config: Config, folder: Path, stopped: RunState | None, trusted: bool, make: Make
) -> list[Point]:
    """Start a run, or continue from the state in which one was stopped."""
    if stopped is not None:
        config = replace(config, init="")  # that checkpoint may have been deleted since
    with torch_threads(config.threads):
        compile_trainer(config, trusted)
        with closing(make(config, folder, trusted)) as method:
            return _finish(method, folder, stopped)


def _finish(method: TrainingMethod, folder: Path, stopped: RunState | None) -> list[Point]:
    """Spend the rest of the budget; returns the whole learning curve."""
    run = _Run(method, folder)
    if stopped is not None:
        with blamed(str(folder / STATE)):
            run.restore(stopped)
    suffix = f"-{method.model.num_timesteps}" if stopped is not None else ""
    formats = [make_output_format(kind, str(folder), suffix) for kind in ("csv", "tensorboard")]
    method.model.set_logger(Logger(str(folder), formats))
    total, done = method.config.decisions, method.model.num_timesteps
    with (
        stop_on_interrupt() as stop,
        tqdm(total=total, initial=done, unit=" decisions", unit_scale=True, desc="training") as bar,
    ):
        try:
            if run.finish(stop, bar):
                save_checkpoint(method.checkpoint(), folder / FINAL)
        finally:
            method.model.logger.close()
        print(f"\n{run.profile()}", file=sys.stderr)
    return run.points


class _Run:
    """A training method and the part of its budget that is spent."""

    def __init__(self, method: TrainingMethod, folder: Path) -> None:
        self.points: list[Point] = []
        self._method, self._folder, self._config = method, folder, method.config
        self._earlier_seconds = 0.0  # spent before the run was resumed
        self._earlier_decisions = 0
        self._start = self._saved = time.perf_counter()
        self._saving = 0.0  # seconds that the last save took
        self._gain = ""  # at the last point of the curve, in words

    def restore(self, stopped: RunState) -> None:
        """Continue from a state: network, optimiser, random generators, curve and clock."""
        self._earlier_seconds = stopped.seconds("seconds")
        self.points = points_of(stopped.values.get("points"), "points")
        self._method.restore(stopped)
        self._earlier_decisions = self._method.model.num_timesteps
        self._write_results()  # the run may have been killed before it wrote them

    def finish(self, stop: Callable[[], bool], bar: Any) -> bool:
        """Update until the budget is spent (True) or `stop()` is true."""
        self._start = time.perf_counter()
        model = self._method.model
        while (progress := self._progress()) < 1 and not stop():
            if progress >= len(self.points) / self._config.evaluations:
                self._measure(bar)
            decisions = self._method.update(progress)
            self._log(decisions)
            model.logger.dump(model.num_timesteps)
            # If seconds are the budget, the total number of decisions is an estimate.
            bar.total = max(1, round(model.num_timesteps / min(1.0, self._progress())))
            bar.update(decisions)
            self._show(bar)
            if self._method.saves_often and self._save_is_due():
                self._save()
        if progress < 1:
            self._save()
        elif not self._is_measured():
            self._measure(bar)  # which saves
        return progress >= 1

    def _show(self, bar: Any) -> None:
        """Say beside the progress bar how the run is getting on."""
        bar.set_postfix_str("; ".join(filter(None, (self._gain, self._method.note()))))

    def _is_measured(self) -> bool:
        """Whether the last point of the curve is that of the current network."""
        return bool(self.points) and self.points[-1].decisions == self._method.model.num_timesteps

    def _seconds(self) -> float:
        return self._earlier_seconds + time.perf_counter() - self._start

    def _progress(self) -> float:
        """The fraction of the budget that is spent: of decisions or of seconds, the larger one."""
        decisions = self._method.model.num_timesteps / self._config.decisions
        return max(decisions, self._seconds() / self._config.seconds)

    def _measure(self, bar: Any) -> None:
        """Add a point to the curve, and save the run and the agent."""
        model = self._method.model
        with self._method.timed("evaluate"):
            agent, agent_of = self._method.checkpoint(), self._method.supervised
            point = measure(agent, self._config, self._seconds(), agent_of)
        self.points.append(point)
        keep_checkpoint(agent, self._config, self._folder)
        name = yardstick(self._config)
        gain, low, high = point.gains[name]
        self._gain = f"gain over {name} {gain:+.3f} ± {(high - low) / 2:.3f}"
        self._show(bar)
        for opponent, numbers in point.gains.items():
            for part, number in zip(("gain", "low", "high"), numbers):
                model.logger.record(f"eval/{part}_over_{opponent}", number)
        self._save()
        self._write_results()

    def _write_results(self) -> None:
        """Write the learning curve, and the current agent as best.zip if it is the best so far."""
        write_text(self._folder / CURVE, json.dumps([asdict(one) for one in self.points], indent=1))
        name = yardstick(self._config)
        gains = [one.gains[name][0] for one in self.points]
        if self._is_measured() and gains[-1] >= max(gains):
            save_checkpoint(self._method.checkpoint(), self._folder / BEST)

    def _save(self) -> None:
        """Save the state of the run and the current agent."""
        start = time.perf_counter()
        points = [asdict(one) for one in self.points]
        here = {"seconds": self._seconds(), "points": points}
        save_checkpoint(self._method.checkpoint(), self._folder / LATEST)
        save_state(self._method.state().with_more(here, {}), self._folder / STATE)
        self._saved = time.perf_counter()
        self._saving = self._saved - start

    def _save_is_due(self) -> bool:
        """Whether saving now would take at most a tenth of the time since the last save."""
        return time.perf_counter() - self._saved >= 9 * self._saving

    def _log(self, decisions: int) -> None:
        """Log the metrics of an update that SB3 does not log (docs/training.md explains all)."""
        logger, method = self._method.model.logger, self._method
        for name, rate in method.offences().items():
            logger.record(f"conduct/{name}", rate)
        logger.record("time/decisions", method.model.num_timesteps)
        logger.record("time/seconds", self._seconds())
        logger.record("time/update_decisions", decisions)
        for work, seconds in method.seconds.items():
            logger.record(f"time/{work}_seconds", seconds)

    def profile(self) -> str:
        """A line that says how the time was spent."""
        return self._method.profile(self._earlier_decisions)
