"""The command line of training."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from train.config import PPOConfig

_DEMO = PPOConfig(decisions=2_000_000, seconds=150.0, evaluations=15)
_TYPES = {"int": int, "float": float, "str": str}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m train", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    ppo = commands.add_parser("ppo", help="self-play PPO, one shared policy in every seat")
    ppo.add_argument("--out", type=Path, default=None, help="folder of the run (default runs/TIME)")
    for one in fields(PPOConfig):
        ppo.add_argument(
            "--" + one.name.replace("_", "-"),
            type=_TYPES[str(one.type)],
            default=one.default,
            help=f"{one.metadata['meaning']} (default {one.default})".replace("%", "%%"),
        )
    demo = commands.add_parser("demo", help="the training of `make demo`: at most three minutes")
    demo.add_argument("--out", type=Path, default=Path("runs/demo"))
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 2 and one line on stderr for a wrong setting."""
    options = vars(_parser().parse_args(arguments))
    command, out = options.pop("command"), options.pop("out")
    try:
        config = _DEMO if command == "demo" else PPOConfig(**options)
        if command == "demo":
            put_aside(out)
        _train(config, out or Path("runs") / time.strftime("%Y%m%d-%H%M%S"))
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _train(config: PPOConfig, out: Path) -> None:
    from train.ppo import train  # torch loads only when a run begins

    print(f"training {config.players} seats by self-play into {out}", file=sys.stderr)
    train(config, out)


def put_aside(folder: Path) -> None:
    """Keep an earlier run under another name, so that nothing of it is lost."""
    if folder.exists():
        kept = folder.with_name(f"{folder.name}-{time.strftime('%Y%m%d-%H%M%S')}")
        folder.rename(kept)
        print(f"the run that was in {folder} is kept as {kept}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
