"""Options that several commands have: the game, its players and rules, and `--force`."""

from __future__ import annotations

import argparse
from typing import Any

from marriage_env.game import DEFAULT_GAME, GAMES, game_named


def add_game_name(parser: argparse.ArgumentParser) -> None:
    """`--game`, the one place where a default game stands."""
    default = DEFAULT_GAME
    parser.add_argument("--game", choices=GAMES, default=default, help=f"default: {default}")


def add_game(parser: argparse.ArgumentParser) -> None:
    """`--game`, `--players` and `--rules`; `players_of` and `rules_of` read the last two."""
    games = [game_named(name) for name in GAMES]
    players = "; ".join(
        f"{g.name}: {g.players[0]} to {g.players[-1]} (default {g.default_players})" for g in games
    )
    presets = "; ".join(f"{g.name}: {', '.join(g.presets)}" for g in games)
    add_game_name(parser)
    parser.add_argument("--players", type=int, help=players)
    first = games[0].presets[0]
    parser.add_argument(
        "--rules", default=first, metavar="PRESET", help=f"{presets} (default {first})"
    )


def add_force(parser: argparse.ArgumentParser) -> None:
    """`--force`: without it no command replaces an existing file that the user names."""
    parser.add_argument("--force", action="store_true", help="replace a file that exists")


def players_of(options: argparse.Namespace) -> int:
    """The number of players, by default that of the chosen game."""
    number: int | None = options.players
    return game_named(options.game).default_players if number is None else number


def rules_of(options: argparse.Namespace) -> Any:
    """The rules of the chosen preset; ValueError names the presets of the game for another name."""
    return game_named(options.game).rules.preset(options.rules)
