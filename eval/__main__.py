"""The command line of evaluation."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from eval import match, speed
from eval.demo import show
from eval.strength import run


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m eval", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    match.add_options(commands.add_parser("match", help="what agent A gains over agent B"))
    demo = commands.add_parser("demo", help="show what a training run has learned")
    demo.add_argument("run", type=Path, help="folder of the run")
    demo.add_argument("--deals", type=int, default=10_000, help="duplicate deals (default 10000)")
    demo.add_argument("--seed", type=int, default=2)
    speed.add_options(commands.add_parser("speed", help="moves a second, beside other packages"))
    strength = commands.add_parser("strength", help="all built-in agents, for docs/benchmarks.md")
    strength.add_argument("--out", type=Path, default=Path("docs"), help="folder (default docs)")
    strength.add_argument("--scale", type=float, default=1.0, help="times the deals (default 1)")
    strength.add_argument("--seed", type=int, default=1)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 2 and one line on stderr for a wrong setting."""
    # torch reads this when it loads: its second thread collapses where other jobs use the cores.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    options = _parser().parse_args(arguments)
    try:
        if options.command == "demo":
            show(options.run, options.deals, options.seed)
        elif options.command == "speed":
            speed.command(options)
        elif options.command == "strength":
            run(options.out, options.scale, options.seed, lambda line: print(line, file=sys.stderr))
        else:
            match.command(options)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
