"""The command line of training."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback of a half-done import

from agents.learned.run_files import CONFIG, FINAL
from marriage_env.cli.entry import run_command
from marriage_env.cli.options import add_force
from train.config import CONFIGS, Config, DistilConfig, DMCConfig, PPOConfig
from train.plot import plot

_DEMO = PPOConfig(decisions=5_000_000, seconds=90.0, evaluations=12)
_NO_LIMIT = 1_000_000_000_000
_TYPES = {"int": int, "float": float, "str": str}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m train", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    _add_method(commands, "ppo", PPOConfig, "self-play PPO, one shared policy in every seat")
    _add_method(commands, "dmc", DMCConfig, "Deep Monte Carlo, with the same network and play")
    _add_method(commands, "distil", DistilConfig, "what search finds, into a network")
    picture = commands.add_parser("plot", help="learning curves and offences of runs, as a picture")
    picture.add_argument("runs", type=Path, nargs="+", metavar="RUN")
    picture.add_argument("--out", type=Path, required=True, help="file, .png or .svg")
    add_force(picture)
    search = commands.add_parser(
        "sweep", help="the sweep behind the defaults, for docs/training.md"
    )
    search.add_argument("--out", type=Path, default=Path("docs/sweep.json"))
    search.add_argument("--runs", type=Path, default=Path("runs/sweep"), help="folder of the runs")
    search.add_argument("--decisions", type=int, default=300_000, help="budget of each run")
    search.add_argument("--deals", type=int, default=10_000, help="duplicate deals of each gain")
    search.add_argument("--seed", type=int, default=1)
    speed = commands.add_parser("speed", help="decisions a second, beside plain SB3")
    speed.add_argument("--rounds", type=int, default=5)
    speed.add_argument("--seconds", type=float, default=10.0, help="of each, in a round")
    speed.add_argument("--threads", type=int, default=1, help="threads of torch")
    demo = commands.add_parser("demo", help="the training of `make demo`: a minute and a half")
    demo.add_argument("--out", type=Path, default=Path("runs/demo"))
    return parser


def _add_method(commands: Any, name: str, kind: type[Config], line: str) -> None:
    """A command with an option for every field of its config."""
    method = commands.add_parser(name, help=line, argument_default=argparse.SUPPRESS)
    method.add_argument("--out", type=Path, help="folder of the run (default runs/TIME)")
    method.add_argument("--resume", type=Path, metavar="RUN", help="go on with a stopped run")
    method.add_argument(
        "--trust",
        action="store_true",
        help="load models of Stable-Baselines3 that the options name, and run the code that the "
        "settings of a resumed run name",
    )
    for one in fields(kind):
        method.add_argument(
            "--" + one.name.replace("_", "-"),
            type=_TYPES[str(one.type)],
            help=_help(one.metadata, one.default),
        )


def _help(allowed: Any, default: object) -> str:
    """What an option means, allows and is by default."""
    choices = f" ({', '.join(allowed['choices'])})" if allowed["choices"] else ""
    return f"{allowed['meaning']}{choices} (default {default or 'none'})".replace("%", "%%")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 2 and one line on stderr for a wrong setting."""
    resuming: list[str] = []  # the options that go on with the run in hand

    def command() -> None:
        options = vars(_parser().parse_args(arguments))
        _run(options.pop("command"), options, resuming)

    return run_command(command, lambda: _last_words(resuming))


def _last_words(resuming: Sequence[str]) -> str:
    """How to go on after a stop."""
    if not resuming or not (Path(resuming[-1]) / CONFIG).exists():
        return "stopped"
    return f"stopped; to go on: python -m train {' '.join(resuming)}"


def _run(command: str, options: dict[str, Any], resuming: list[str]) -> None:
    """Run a command; torch loads only when one needs it."""
    if command == "plot":
        plot(options["runs"], options["out"], options["force"])
    elif command == "sweep":
        from train.sweep import sweep

        sweep(**options)
    elif command == "speed":
        from train.training_speed import measure_speed, report

        config = PPOConfig(threads=options["threads"])
        print(report(measure_speed(config, options["rounds"], options["seconds"])))
    else:
        _train(command, options, resuming)


def _train(command: str, options: dict[str, Any], resuming: list[str]) -> None:
    """Begin a run, or go on with one, and say in `resuming` how it is gone on with."""
    from train.model import width_of
    from train.run import resume, train

    folder, trusted = options.pop("resume", None), options.pop("trust", False)
    if folder is not None:
        if options:
            given = ", ".join(options)
            raise ValueError(f"--resume takes the run's own settings; given besides: {given}")
        resuming += [command, "--resume", str(folder)]
        resume(folder, trusted)
        return
    if options.get("init") and "width" not in options:
        options["width"] = width_of(Path(options["init"]))
    if "seconds" in options:
        options.setdefault("decisions", _NO_LIMIT)
    out = options.pop("out", None) or Path("runs") / time.strftime("%Y%m%d-%H%M%S")
    config = _DEMO if command == "demo" else CONFIGS[command](**options)
    if command == "demo" and (out / FINAL).exists():
        put_aside(out)
    resuming += ["ppo" if command == "demo" else command, "--resume", str(out)]
    print(f"training {config.game}, {config.players} players, into {out}", file=sys.stderr)
    train(config, out, trusted)


def put_aside(folder: Path) -> None:
    """Keep an earlier run under another name, so that nothing of it is lost."""
    if folder.exists():
        kept = folder.with_name(f"{folder.name}-{time.strftime('%Y%m%d-%H%M%S')}")
        folder.rename(kept)
        print(f"the run that was in {folder} is kept as {kept}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
