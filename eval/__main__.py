"""The command line of evaluation."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from types import ModuleType

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback from an interrupted import

from eval.ceiling import command as ceiling
from eval.convergence import command as convergence
from eval.demo import command as demo
from eval.exploit import command as exploit
from eval.fine import command as fine
from eval.match import command as match
from eval.report import command as report
from eval.solve import command as solve
from eval.speed import command as speed
from eval.strength import command as strength
from eval.suite import command as suite
from eval.tournament import command as tournament
from marriage_env.cli.entry import run_command

# A command is a module with NAME, HELP (one line), `add_options(parser)` and `run(options)`; its
# docstring is the description of `--help`. `run` raises ValueError, OSError or RuntimeError for
# what the user can mend.
COMMANDS: tuple[ModuleType, ...] = (
    match,
    tournament,
    exploit,
    suite,
    report,
    demo,
    speed,
    ceiling,
    solve,
    convergence,
    strength,
    fine,
)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m eval", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for module in COMMANDS:
        command = commands.add_parser(module.NAME, help=module.HELP, description=module.__doc__)
        module.add_options(command)
        command.set_defaults(command=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 2 and one line on stderr for a wrong setting."""
    # torch reads this when it loads: its second thread is very slow where other jobs use the cores.
    os.environ.setdefault("OMP_NUM_THREADS", "1")

    def command() -> None:
        options = _parser().parse_args(arguments)
        options.command(options)

    return run_command(command, errors=(ValueError, OSError, RuntimeError))


if __name__ == "__main__":
    sys.exit(main())
