"""How results name the rules of a game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from marriage_env.game import game_named


def rules_name(rules: Any, game: str) -> str | dict[str, Any]:
    """The name of the preset with these rules; all their fields if they are no preset."""
    kind = game_named(game)
    for name in kind.presets:
        if rules == kind.rules.preset(name):
            return name
    return asdict(rules)
