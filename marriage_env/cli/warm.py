"""`python -m marriage_env warm`: compile a game before its first use; with `--all` every game."""

from __future__ import annotations

import argparse
import sys
import time

from marriage_env.cli.first_uses import FIRST_USES
from marriage_env.cli.options import add_game_name
from marriage_env.compiler.cache import cache_root
from marriage_env.compiler.jit import JITTED
from marriage_env.compiler.notices import compiled_silently, why_uncached
from marriage_env.game import GAMES, game_named


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_game_name(parser)
    parser.add_argument("--all", action="store_true", help="every game")


def run(options: argparse.Namespace) -> int:
    """Compile what the public functions of the games need; the progress is on stderr.

    Raises ValueError where nothing is compiled (NUMBA_DISABLE_JIT) or compiled code is not kept.
    """
    if not JITTED:
        raise ValueError("NUMBA_DISABLE_JIT is set: nothing is compiled")
    names = list(GAMES) if options.all else [options.game]
    steps = [(name, use) for name in names for use in FIRST_USES]
    start, functions = time.perf_counter(), 0
    for number, (name, use) in enumerate(steps, 1):
        _say(f"{number} of {len(steps)}: {name}, {use} ... ")
        before = time.perf_counter()
        with compiled_silently() as count:
            FIRST_USES[use](game_named(name))
        functions += count()
        _say(f"{time.perf_counter() - before:.1f} s\n")
    if why := why_uncached():
        raise ValueError(f"compiled code is not kept: {why}")
    seconds = time.perf_counter() - start
    print(f"{functions:,} functions compiled in {seconds:.0f} s, kept in {cache_root()}")
    return 0


def _say(text: str) -> None:
    print(text, end="", file=sys.stderr, flush=True)
