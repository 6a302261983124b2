"""The command line of training."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback if Ctrl-C interrupts an import

from agents.learned.run_files import CONFIG, FINAL
from marriage_env.cli.entry import run_command
from marriage_env.cli.options import add_force
from train.config import CONFIGS, Config, DistilConfig, DMCConfig, PPOConfig
from train.rllib.config import METHOD, RLlibConfig, check_rllib, config_of

if TYPE_CHECKING:
    from train.methods import Make

_DEMO = PPOConfig(decisions=5_000_000, seconds=90.0, evaluations=12)
_CLUSTER_OPTIONS = ("address", "actors", "ahead")
_NO_LIMIT = 1_000_000_000_000
_TYPES = {"int": int, "float": float, "str": str}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m train", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    _add_method(commands, "ppo", PPOConfig, "self-play PPO, one shared policy in every seat")
    _add_method(commands, "dmc", DMCConfig, "Deep Monte Carlo, with the same network and play")
    _add_rllib(_add_method(commands, "rllib", RLlibConfig, "self-play PPO by RLlib"))
    _add_cluster(_add_method(commands, "distil", DistilConfig, "distil search into a network"))
    picture = commands.add_parser("plot", help="plot learning curves and offences of runs")
    picture.add_argument("runs", type=Path, nargs="+", metavar="RUN")
    picture.add_argument("--out", type=Path, required=True, help="file, .png or .svg")
    add_force(picture)
    speed = commands.add_parser("speed", help="decisions per second, compared with plain SB3")
    speed.add_argument("--rounds", type=int, default=5)
    speed.add_argument("--seconds", type=float, default=10.0, help="of each in a round")
    speed.add_argument("--threads", type=int, default=1, help="threads that torch uses")
    demo = commands.add_parser("demo", help="the training run of `make demo`: 90 seconds")
    demo.add_argument("--out", type=Path, default=Path("runs/demo"))
    return parser


def _add_method(
    commands: Any, name: str, kind: type[Config | RLlibConfig], line: str
) -> argparse.ArgumentParser:
    """Add a command with an option for every field of its config."""
    method: argparse.ArgumentParser = commands.add_parser(
        name, help=line, argument_default=argparse.SUPPRESS
    )
    method.add_argument("--out", type=Path, help="folder of the run (default runs/TIME)")
    method.add_argument("--resume", type=Path, metavar="RUN", help="continue a stopped run")
    method.add_argument(
        "--trust",
        action="store_true",
        help="load Stable-Baselines3 models named by the options, and run code named by the "
        "settings of a resumed run",
    )
    for one in fields(kind):
        method.add_argument(
            "--" + one.name.replace("_", "-"),
            type=_TYPES[str(one.type)],
            help=_help(one.metadata, one.default),
        )
    return method


def _add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run whose matches a Ray cluster plays (docs/cluster.md)."""
    parser.add_argument(
        "--address",
        metavar="auto|local|HOST:PORT",
        help="Ray cluster that plays the matches: of this machine, a new one here, or elsewhere",
    )
    parser.add_argument(
        "--actors", type=int, help="actors that play, each on a CPU (default: all CPUs)"
    )
    parser.add_argument(
        "--ahead",
        type=int,
        help="batches in flight: weights that play are one update less behind (default: two for "
        "each actor)",
    )


def _add_rllib(parser: argparse.ArgumentParser) -> None:
    """Add the Ray cluster whose actors play (docs/rllib.md)."""
    parser.add_argument(
        "--address",
        metavar="auto|local|HOST:PORT",
        help="Ray cluster that plays the matches: of this machine, a new one here, or elsewhere "
        "(default local)",
    )


def _help(allowed: Any, default: object) -> str:
    """The help text of an option: meaning, choices and default."""
    choices = f" ({', '.join(allowed['choices'])})" if allowed["choices"] else ""
    return f"{allowed['meaning']}{choices} (default {default or 'none'})".replace("%", "%%")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status (2, with one line on stderr, for invalid input)."""
    resuming: list[str] = []  # the options that resume the current run

    def command() -> None:
        options = vars(_parser().parse_args(arguments))
        _run(options.pop("command"), options, resuming)

    return run_command(command, lambda: _stop_message(resuming))


def _stop_message(resuming: Sequence[str]) -> str:
    """What is printed after a stop: how to resume, if there is something to resume."""
    if not resuming or not (Path(resuming[-1]) / CONFIG).exists():
        return "stopped"
    return f"stopped; to resume: python -m train {' '.join(resuming)}"


def _run(command: str, options: dict[str, Any], resuming: list[str]) -> None:
    """Run a command. Torch is imported only by commands that need it."""
    if command == "plot":
        from train.plot import plot  # matplotlib loads only when it is needed

        plot(options["runs"], options["out"], options["force"])
    elif command == "speed":
        from train.training_speed import measure_speed, report

        config = PPOConfig(threads=options["threads"])
        print(report(measure_speed(config, options["rounds"], options["seconds"])))
    elif command == METHOD:
        _train_rllib(options, resuming)
    else:
        _train(command, options, resuming)


def _train(command: str, options: dict[str, Any], resuming: list[str]) -> None:
    """Start or resume a run; append to `resuming` the arguments that resume it."""
    from train.model import width_of
    from train.run import resume, train

    folder, trusted = options.pop("resume", None), options.pop("trust", False)
    make, on_cluster = _place(options)
    if folder is not None:
        if options:
            given = ", ".join(options)
            raise ValueError(f"--resume takes the run's own settings; also given: {given}")
        resuming += [command, *on_cluster, "--resume", str(folder)]
        resume(folder, trusted, make)
        return
    if options.get("init") and "width" not in options:
        options["width"] = width_of(Path(options["init"]))
    if "seconds" in options:
        options.setdefault("decisions", _NO_LIMIT)
    out = options.pop("out", None) or Path("runs") / time.strftime("%Y%m%d-%H%M%S")
    config = _DEMO if command == "demo" else CONFIGS[command](**options)
    if command == "demo" and (out / FINAL).exists():
        put_aside(out)
    resuming += ["ppo" if command == "demo" else command, *on_cluster, "--resume", str(out)]
    print(f"training {config.game}, {config.players} players, into {out}", file=sys.stderr)
    train(config, out, trusted, make)


def _train_rllib(options: dict[str, Any], resuming: list[str]) -> None:
    """As `_train`, by RLlib."""
    check_rllib()
    from train.rllib.run import resume, train

    folder, trusted = options.pop("resume", None), options.pop("trust", False)
    given = {"address": options.pop("address")} if "address" in options else {}
    on_cluster = [word for name, value in given.items() for word in (f"--{name}", value)]
    if folder is not None:
        if options:
            also = ", ".join(options)
            raise ValueError(f"--resume takes the run's own settings; also given: {also}")
        resuming += [METHOD, *on_cluster, "--resume", str(folder)]
        resume(folder, trusted=trusted, **given)
        return
    out = options.pop("out", None) or Path("runs") / time.strftime("%Y%m%d-%H%M%S")
    config = config_of(options)
    resuming += [METHOD, *on_cluster, "--resume", str(out)]
    print(f"training {config.game}, {config.players} players, into {out}", file=sys.stderr)
    train(config, out, trusted=trusted, **given)


def _place(options: dict[str, Any]) -> tuple[Make, list[str]]:
    """What makes the method, here or on a cluster, and the options of the command that say so."""
    from train.methods import make_method

    given = {name: options.pop(name) for name in _CLUSTER_OPTIONS if name in options}
    if not given:
        return make_method, []
    if "address" not in given:
        raise ValueError(f"--{next(iter(given))}: expected with --address alone")
    from train.cluster_distil import make_on
    from train.ray_players import Cluster

    words = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    return partial(make_on, Cluster(**given)), words


def put_aside(folder: Path) -> None:
    """Rename the folder of an earlier run, so that it is not overwritten."""
    if folder.exists():
        kept = folder.with_name(f"{folder.name}-{time.strftime('%Y%m%d-%H%M%S')}")
        folder.rename(kept)
        print(f"the earlier run in {folder} is kept as {kept}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
