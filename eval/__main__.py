"""The command line of evaluation."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback of a half-done import

from eval import likely_worlds
from eval.ceiling import command as ceiling
from eval.demo import command as demo
from eval.exploit import command as exploit
from eval.match import command as match
from eval.report import command as report
from eval.speed import command as speed
from eval.strength import command as strength
from eval.suite import command as bench
from eval.tournament import command as tournament
from marriage_env.cli.entry import run_command

_COMMANDS = {
    "match": (match, "what agent A gains over agent B in duplicate deals"),
    "tournament": (tournament, "every agent against every other, and all at mixed tables"),
    "exploit": (exploit, "how much a best responder gains against copies of an agent"),
    "bench": (bench, "the standard suite, for any policy"),
    "report": (report, "training runs and what became of them, as one HTML page"),
    "demo": (demo, "show what a training run has learned"),
    "speed": (speed, "moves a second, beside other packages"),
    "worlds": (likely_worlds, "whether search should weigh the games it draws"),
    "ceiling": (ceiling, "what players who see every card gain on copies of an agent"),
    "strength": (strength, "all built-in agents, for docs/benchmarks.md"),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m eval", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for name, (module, line) in _COMMANDS.items():
        command = commands.add_parser(name, help=line, description=module.__doc__)
        module.add_options(command)
        command.set_defaults(command=module.command)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 2 and one line on stderr for a wrong setting."""
    # torch reads this when it loads: its second thread collapses where other jobs use the cores.
    os.environ.setdefault("OMP_NUM_THREADS", "1")

    def command() -> None:
        options = _parser().parse_args(arguments)
        options.command(options)

    return run_command(command, errors=(ValueError, OSError, RuntimeError))


if __name__ == "__main__":
    sys.exit(main())
