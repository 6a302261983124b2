"""The command line: `python -m marriage_env record | replay | check | play | view | warm`."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback of a half-done import

from marriage_env.cli import check, record, replay, warm
from marriage_env.cli.entry import run_command
from marriage_env.cli.play import command as play
from marriage_env.cli.view import command as view

_COMMANDS = {
    "record": (record, "play matches at random and write them as game records"),
    "replay": (replay, "print the score sheet of a recorded match"),
    "check": (check, "play every record of a file again and compare"),
    "play": (play, "play a match in the terminal against agents"),
    "view": (view, "write recorded matches as an HTML page to step through"),
    "warm": (warm, "compile a game, or every game, before the first use"),
}
_OF_THE_PROJECT = ("train", "eval")  # commands that are looked for here by mistake


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message} ({self.prog} --help tells more)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m marriage_env", description="Games: records, play, compiling.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="|".join(_COMMANDS))
    for name, (module, summary) in _COMMANDS.items():
        module.add_arguments(commands.add_parser(name, help=summary, description=module.__doc__))
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns 0 for success, 1 when `check` found a difference, 2 for an error.

    An error is one line on stderr. Wrong options raise SystemExit, as argparse does.
    """

    def command() -> int:
        given = sys.argv[1:] if arguments is None else arguments
        if given and given[0] in _OF_THE_PROJECT:
            raise ValueError(
                f"`python -m {given[0]}` runs from a checkout of the project or its unpacked "
                f"sdist, with the extra `{given[0]}`: installed is the environment alone"
            )
        options = _parser().parse_args(arguments)
        return int(_COMMANDS[options.command][0].run(options))

    return run_command(command)


if __name__ == "__main__":
    sys.exit(main())
