"""A run of RLlib's training: its folder, budget and log, and how it resumes."""

from __future__ import annotations

import csv
import json
import logging
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tqdm import tqdm

from agents.arena.ray_cluster import LOCAL, connected
from agents.learned.archive import blamed
from agents.learned.checkpoint import Checkpoint, read_checkpoint, save_checkpoint
from agents.learned.network import Shape, fresh_network, weights_of
from agents.learned.run_files import CONFIG, FINAL, LATEST, STATE, config_of
from agents.learned.torch_threads import torch_threads
from marriage_env import __version__
from marriage_env.core.rng import Purpose, seed_for
from marriage_env.files.locks import only_writer_in
from marriage_env.files.storage import write_text
from train.collect import Collector
from train.credit import advantages_of
from train.interrupt import stop_on_interrupt
from train.rllib.algorithm import GamesPPO, build
from train.rllib.config import METHOD, RLlibConfig
from train.rllib.env_runner import opponents_of
from train.rllib.state import learner_state, network_in, restore_learner, set_network
from train.run_state import RunState, read_state, save_state
from train.seating import Seating
from train.training_games import make_tables

LOG, NATIVE = "rllib.csv", "rllib_checkpoint"
_WEIGHTS = 1_000_001  # child of the seed; those of the actors are before it
_USE_ANOTHER = "choose another folder"


def train(config: RLlibConfig, folder: Path, address: str = LOCAL, trusted: bool = False) -> None:
    """Train until the budget of decisions or seconds is spent.

    Writes to `folder`: config.json; after every iteration state.safetensors, from which the run
    resumes, latest.zip, the agent, and a row of rllib.csv; at the end final.zip, and RLlib's own
    checkpoint. A folder that holds a run of the same settings is resumed. After SIGINT or SIGTERM
    the iteration is finished and KeyboardInterrupt raised.

    Args:
        config: all settings.
        folder: of the run; made if missing.
        address: of a Ray cluster, as in `agents.arena.ray_cluster.connected`.
        trusted: as in `agents.load`, for the opponents that `config` names.

    Raises ValueError if the folder holds another run, OSError if it cannot be written.
    """
    opponents_of(config, trusted)
    with only_writer_in(folder):
        if (folder / STATE).exists() or (folder / FINAL).exists():
            if read_config(folder) != config:
                raise ValueError(f"{folder}: it holds a run of other settings; {_USE_ANOTHER}")
        else:
            text = json.dumps({"method": METHOD, **asdict(config)}, indent=2)
            write_text(folder / CONFIG, text)
        _finish(config, folder, address, trusted)


def resume(folder: Path, address: str = LOCAL, trusted: bool = False) -> None:
    """Resume a stopped run; a finished one is left unchanged.

    Raises ValueError if there is no run in the folder, a file of it is damaged, or its settings
    name code to run and it is not `trusted`.
    """
    config = read_config(folder)
    if not trusted and config.code():
        raise ValueError(
            f"{folder}: its settings name {config.code()!r}, which is code to run: "
            "use --trust if you trust the author of the run"
        )
    with only_writer_in(folder):
        _finish(config, folder, address, trusted)


def read_config(folder: Path) -> RLlibConfig:
    """The settings of the run in a folder; ValueError if there is none or it is damaged."""
    values = config_of(folder)
    if (method := values.pop("method", None)) != METHOD:
        raise ValueError(f"{folder / CONFIG}: method {method!r}: expected {METHOD!r}")
    try:
        return RLlibConfig(**values)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{folder / CONFIG}: {error}") from error


def _finish(config: RLlibConfig, folder: Path, address: str, trusted: bool) -> None:
    """Spend the rest of the budget of the run in a folder."""
    if (folder / FINAL).exists():
        print(f"{folder}: the run is finished; it is left unchanged", file=sys.stderr)
        return
    stopped = read_state(folder / STATE) if (folder / STATE).exists() else None
    print("compiling, unless compiled code is cached; starting Ray ...", file=sys.stderr)
    with torch_threads(config.threads):
        _compile(config)
        actors = config.num_env_runners
        with _quiet(), connected(address, actors + 1), stop_on_interrupt() as stop:
            algorithm = build(config, trusted)
            try:
                run = _Run(algorithm, config, folder)
                run.begin(stopped)
                algorithm.warm_up()
                run.finish(stop)
            finally:
                algorithm.stop()


def _compile(config: RLlibConfig) -> None:
    """Compile what actors need, so that they find it on disk and its time counts for nothing."""
    game_range = config.game_range
    small = make_tables(
        game_range, config.match_deals, 4 * len(game_range.players), seed_for(Purpose.WARM_UP, 0)
    )
    seating = Seating((), 1.0, "uniform", seed_for(Purpose.WARM_UP, 0, 1))
    collector = Collector(small, game_range, seating)
    rewards = collector.collect(lambda views, features, masks: (masks.argmax(axis=1),)).rewards
    of_each = np.zeros(len(rewards), np.int64)
    advantages_of(rewards, rewards, of_each, 1, 1.0, 1.0, np.zeros_like(rewards))


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the messages of Ray about itself off the progress bar."""
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # of its C++ parts
    logger = logging.getLogger("ray")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        finally:
            logger.setLevel(level)


class _Run:
    """An algorithm and the part of its budget that is spent."""

    def __init__(self, algorithm: GamesPPO, config: RLlibConfig, folder: Path) -> None:
        self._algorithm, self._config, self._folder = algorithm, config, folder
        self._decisions = self._illegal = 0
        self._earlier_seconds = 0.0  # spent before the run was resumed
        self._earlier_decisions = 0
        self._start = time.perf_counter()

    def begin(self, stopped: RunState | None) -> None:
        """Begin with a new network or that of `init`, or continue from a state."""
        if stopped is None:
            set_network(self._algorithm, self._initial_weights())
            return
        with blamed(str(self._folder / STATE)):
            self._earlier_seconds = stopped.seconds("seconds")
            self._decisions = stopped.integer("decisions", 0, 2**62)
            self._illegal = stopped.integer("illegal", 0, 2**62)
            self._earlier_decisions = self._decisions
            self._algorithm.progress = self._progress()
            restore_learner(self._algorithm, self._config, stopped)

    def finish(self, stop: Callable[[], bool]) -> None:
        """Iterate until the budget is spent or `stop()` is true."""
        self._start = time.perf_counter()
        with tqdm(
            total=self._config.decisions,
            initial=self._decisions,
            unit=" decisions",
            unit_scale=True,
            desc="training",
        ) as bar:
            while (progress := self._progress()) < 1 and not stop():
                self._algorithm.progress = progress
                self._algorithm.train()
                if not self._algorithm.decisions_played:
                    continue  # no actor answered: RLlib starts others
                self._decisions += self._algorithm.decisions_played
                self._illegal += self._algorithm.illegal_actions
                self._save()
                # If seconds are the budget, the total number of decisions is an estimate.
                bar.total = max(1, round(self._decisions / min(1.0, self._progress())))
                bar.set_postfix_str(f"{self._illegal} illegal actions")
                bar.update(self._algorithm.decisions_played)
        if progress >= 1:
            self._algorithm.save_to_path(str((self._folder / NATIVE).absolute()))
            save_checkpoint(self._checkpoint(), self._folder / FINAL)
        print(self._summary(), file=sys.stderr)

    def _initial_weights(self) -> dict[str, Any]:
        config = self._config
        shape = Shape.of(config.game_range, config.width)
        if config.init:
            network = read_checkpoint(Path(config.init)).network
            if network.shape != shape:
                raise ValueError(
                    f"init={config.init!r}: expected a network of {shape}, got {network.shape}"
                )
            return weights_of(network)
        seed = seed_for(Purpose.TRAIN_RLLIB, config.seed, _WEIGHTS)
        number = int(seed.generate_state(1)[0])
        return weights_of(fresh_network(shape, torch.Generator().manual_seed(number)))

    def _seconds(self) -> float:
        return self._earlier_seconds + time.perf_counter() - self._start

    def _progress(self) -> float:
        """The fraction of the budget that is spent: of decisions or of seconds, the larger one."""
        spent = self._decisions / self._config.decisions
        return max(spent, self._seconds() / self._config.seconds)

    def _checkpoint(self) -> Checkpoint:
        made_by = {
            "package": f"marriage-env {__version__}",
            "method": METHOD,
            "decisions": self._decisions,
            "seed": self._config.seed,
        }
        network = network_in(self._algorithm, self._config)
        return Checkpoint(network, self._config.game_range, made_by)

    def _save(self) -> None:
        """Save the agent, the state of the run, and a row of the log."""
        save_checkpoint(self._checkpoint(), self._folder / LATEST)
        here = {
            "seconds": self._seconds(),
            "decisions": self._decisions,
            "illegal": self._illegal,
        }
        save_state(learner_state(self._algorithm).with_more(here, {}), self._folder / STATE)
        losses = self._algorithm.losses()
        row: dict[str, Any] = {"iteration": self._algorithm.iterations, **here, **losses}
        new = not (self._folder / LOG).exists()
        with (self._folder / LOG).open("a", newline="") as file:
            writer = csv.DictWriter(file, row)
            if new:
                writer.writeheader()
            writer.writerow(row)

    def _summary(self) -> str:
        """A line that says what was done, and how fast."""
        made = self._decisions - self._earlier_decisions
        seconds = max(1e-9, self._seconds() - self._earlier_seconds)
        return (
            f"{made:,} decisions in {seconds:,.0f} s, {made / seconds:,.0f} a second; "
            f"{self._illegal} illegal actions"
        )
