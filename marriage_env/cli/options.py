"""Options that several commands have: the game, its players and rules, and `--force`."""

from __future__ import annotations

import argparse
from typing import Any

from marriage_env.game import DEFAULT_GAME, GAMES, game_named

DEFAULT_PLAYERS = 5


def add_game_name(parser: argparse.ArgumentParser) -> None:
    """`--game`, the one place where a default game stands."""
    default = DEFAULT_GAME
    parser.add_argument("--game", choices=GAMES, default=default, help=f"default: {default}")


def add_game(parser: argparse.ArgumentParser) -> None:
    """`--game`, `--players` and `--rules`; `rules_of` reads the last of them."""
    games = [game_named(name) for name in GAMES]
    players = "; ".join(f"{g.name}: {g.players[0]} to {g.players[-1]}" for g in games)
    presets = "; ".join(f"{g.name}: {', '.join(g.presets)}" for g in games)
    add_game_name(parser)
    parser.add_argument(
        "--players",
        type=int,
        default=DEFAULT_PLAYERS,
        help=f"{players} (default {DEFAULT_PLAYERS})",
    )
    first = games[0].presets[0]
    parser.add_argument(
        "--rules", default=first, metavar="PRESET", help=f"{presets} (default {first})"
    )


def add_force(parser: argparse.ArgumentParser) -> None:
    """`--force`: without it no command replaces an existing file that the user names."""
    parser.add_argument("--force", action="store_true", help="replace a file that exists")


def rules_of(options: argparse.Namespace) -> Any:
    """The rules of the chosen preset; ValueError names the presets of the game for another name."""
    return game_named(options.game).rules.preset(options.rules)
