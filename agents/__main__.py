"""`python -m agents`: the built-in agents, their options, and what a decision costs here."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback of a half-done import

from agents.arena.decision_cost import microseconds
from agents.game_agents import agents_of
from agents.registry import load
from marriage_env.cli.entry import run_command
from marriage_env.cli.options import add_game_name


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the list; the exit status."""
    return run_command(lambda: _list(arguments))


def _list(arguments: Sequence[str] | None) -> None:
    """Measure and print, agent by agent."""
    parser = argparse.ArgumentParser(prog="python -m agents", description=__doc__)
    add_game_name(parser)
    game = parser.parse_args(arguments).game
    print(f"{'agent':<8}{'us a decision':>14}   what it plays")
    for name, entry in agents_of(game).built_in.items():
        agent = load(f"{name}:{entry.example}", game=game)
        print(f"{name:<8}{microseconds(agent, game=game):>14,.1f}   {entry.line}")
        if (options := entry.options_text()) != "none":
            print(f"{'':<25}options: {options}")
    for pretrained in agents_of(game).pretrained:
        name = f"pretrained:{pretrained}"
        cost = microseconds(load(name, game=game), game=game)
        print(f"{name}\n{'':<8}{cost:>14,.1f}   the network of that name")
    print("\nalso: the path of a checkpoint (runs/demo/final.zip), or package.module:factory")


if __name__ == "__main__":
    sys.exit(main())
