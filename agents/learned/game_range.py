"""A range of games: one game, some numbers of players, some rules. Learned agents store theirs."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from agents.game_agents import features_of
from marriage_env.core.arguments import is_integer, shown
from marriage_env.game import Game, game_named, game_of

ANY = "any"


@dataclass(frozen=True)
class GameRange:
    """The games that a learned agent is trained for and may play; `rules` None: any rules."""

    players: tuple[int, ...]
    rules: Any
    game: str

    @property
    def seats(self) -> int:
        """The number of seats that the features are padded to."""
        return max(self.players)

    @property
    def measured_rules(self) -> Any:
        """The rules that the agent is measured under: its own, or for any rules the default."""
        return game_named(self.game).rules() if self.rules is None else self.rules

    def to_dict(self) -> dict[str, Any]:
        """The range as a checkpoint stores it."""
        return {
            "env": game_named(self.game).env,
            "features_version": features_of(self.game).version,
            "players": list(self.players),
            "rules": ANY if self.rules is None else asdict(self.rules),
        }

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> GameRange:
        """The inverse of `to_dict`; ValueError says what is wrong with stored values."""
        env = saved.get("env")
        try:
            game = game_of(env)
        except ValueError:
            raise ValueError("it does not say for which game it was trained") from None
        given, version = saved.get("features_version"), features_of(game.name).version
        if not is_integer(given) or given != version:
            raise ValueError(f"its features are of version {shown(given)}, expected {version}")
        return cls(_players_of(saved.get("players"), game), _rules_of(saved.get("rules"), game),
                   game.name)  # fmt: skip

    def check(self, num_players: int, rules: Any, game: str) -> None:
        """Raise ValueError naming what differs if the range does not include a game."""
        if game != self.game:
            raise ValueError(f"trained for another game; {self.game}, not {game}")
        differences = []
        if num_players not in self.players:
            differences.append(f"players: trained for {players_text(self.players)}, not "
                               f"{num_players}")  # fmt: skip
        if self.rules is not None:
            trained, wanted = asdict(self.rules), asdict(rules)
            differences += [
                f"rules.{name}: trained for {trained[name]!r}, not {wanted[name]!r}"
                for name in trained
                if trained[name] != wanted[name]
            ]
        if differences:
            raise ValueError(f"trained for another game; {'; '.join(differences)}")


def _players_of(saved: Any, game: Game) -> tuple[int, ...]:
    """Numbers of players from a file."""
    allowed = list(game.players)
    if isinstance(saved, list) and saved and all(is_integer(number) for number in saved):
        first, last = saved[0], saved[-1]
        if first in allowed and last in allowed and saved == list(range(first, last + 1)):
            return tuple(saved)
    raise ValueError(f"players: expected a range of {allowed[0]} to {allowed[-1]}, "
                     f"got {shown(saved)}")  # fmt: skip


def _rules_of(saved: Any, game: Game) -> Any:
    """Rules from a file, None for any; a field added after the file was written has its default."""
    if saved == ANY:
        return None
    names = [field.name for field in fields(game.rules)]
    if not isinstance(saved, dict) or not set(saved) <= set(names):
        raise ValueError(f"rules: expected {ANY!r} or the fields of Rules, got {shown(saved)}")
    return game.rules(**saved)


def players_text(players: tuple[int, ...]) -> str:
    """'5', or '5-10'."""
    return str(players[0]) if len(players) == 1 else f"{players[0]}-{players[-1]}"


def parse_players(text: str, game: str) -> tuple[int, ...]:
    """Numbers of players from '5' or '5-10'; ValueError names what the game allows."""
    allowed, ends = game_named(game).players, text.split("-")
    if len(ends) <= 2 and all(end.isdecimal() for end in ends):
        low, high = int(ends[0]), int(ends[-1])
        if allowed[0] <= low <= high <= allowed[-1]:
            return tuple(range(low, high + 1))
    raise ValueError(
        f"players={text!r}: expected a number from {allowed[0]} to {allowed[-1]}, "
        f"or a range such as {allowed[0]}-{allowed[-1]}"
    )


def parse_rules(text: str, game: str) -> Any:
    """Rules from 'typical', 'typical,offences=all,stake=2', or None for 'any'; else ValueError."""
    if text == ANY:
        return None
    kind = game_named(game)
    preset, *changes = text.split(",")
    if preset not in kind.presets:
        raise ValueError(f"rules {preset!r}: expected one of {', '.join(kind.presets)}, or {ANY}")
    fields = asdict(kind.rules.preset(preset))
    for change in changes:
        name, equals, value = change.partition("=")
        if name not in fields or not equals:
            raise ValueError(f"rules {text!r}: {change!r} is no field; fields: {', '.join(fields)}")
        fields[name] = _field_value(value)
    return kind.rules(**fields)


def _field_value(text: str) -> str | int | bool:
    if text in ("True", "False"):
        return text == "True"
    return int(text) if text.isdecimal() else text
