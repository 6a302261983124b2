"""`Setting`: which game is played and how, from the parameters of a game of OpenSpiel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from marriage_env.core.arguments import as_int
from marriage_env.deal_layout import DealLayout, deal_layout
from marriage_env.game import Game, Match, game_named

AS_PRESET = "preset"  # stands for the preset's value of a field that is a name
NOT_GIVEN = -1  # the same for numbers and flags; for the dealer: by lot
_NEVER_GIVEN = (AS_PRESET, NOT_GIVEN)


def specification(game: Game) -> dict[str, int | str]:
    """The parameters of a game with their defaults: players, preset, deals, dealer, rule fields."""
    named: dict[str, int | str] = {
        "players": game.default_players,
        "preset": game.presets[0],
        "deals": 0,
        "dealer": NOT_GIVEN,
    }
    default = game.rules()
    for field in fields(game.rules):
        is_name = isinstance(getattr(default, field.name), str)
        named[field.name] = AS_PRESET if is_name else NOT_GIVEN
    return named


@dataclass(frozen=True)
class Setting:
    """What all states of a game share."""

    game: Game
    match: Match
    dealer: int  # the first dealer's seat; -1 by lot
    layout: DealLayout

    @property
    def players(self) -> int:
        """How many play."""
        return self.match.num_players

    @property
    def groups(self) -> list[int]:
        """The number of cards in each group that is dealt: hands from the eldest, the turn-up."""
        sizes: list[int] = self.layout.groups.tolist()
        return sizes

    def __deepcopy__(self, memo: Any) -> Setting:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        match = self.match
        arguments = self.game.name, match.num_players, match.rules, match.deals, self.dealer
        return _setting, arguments


@lru_cache(maxsize=256)
def _setting(name: str, players: int, rules: Any, deals: int, dealer: int) -> Setting:
    game = game_named(name)
    match = game.match(players, rules, None, deals)
    return Setting(game, match, dealer, deal_layout(game, match))


def setting_of(game: Game, parameters: Mapping[str, Any]) -> Setting:
    """The setting of `specification`, some of it replaced; ValueError names a wrong value."""
    given = {**specification(game), **parameters}
    default = game.rules()
    rules: dict[str, Any] = {"preset": given["preset"]}
    for field in fields(game.rules):
        value = given[field.name]
        if value not in _NEVER_GIVEN:
            is_flag = isinstance(getattr(default, field.name), bool)
            rules[field.name] = bool(as_int(field.name, value, 0, 1)) if is_flag else value
    deals = as_int("deals", given["deals"], 0) or None
    match = game.match(given["players"], rules, None, deals)
    dealer = as_int("dealer", given["dealer"], NOT_GIVEN, match.num_players - 1)
    return _setting(game.name, match.num_players, match.rules, match.deals, dealer)
