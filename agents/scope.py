"""What a learned agent was trained for: numbers of players and rules; what it may then play."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from agents.features import FEATURES_VERSION
from marriage_env import Rules
from marriage_env.mariage.rules import MAX_PLAYERS, MIN_PLAYERS, PRESETS

ANY = "any"


@dataclass(frozen=True)
class Scope:
    """The games of a learned agent; `rules` None stands for any."""

    players: tuple[int, ...]
    rules: Rules | None

    @property
    def seats(self) -> int:
        """To how many seats the features are padded."""
        return max(self.players)

    def to_dict(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {
            "env": "marriage_v0",
            "features_version": FEATURES_VERSION,
            "players": list(self.players),
            "rules": ANY if self.rules is None else asdict(self.rules),
        }

    @classmethod
    def from_dict(cls, saved: Any) -> Scope:
        """The inverse of `to_dict`; ValueError says what is wrong."""
        if not isinstance(saved, dict) or saved.get("env") != "marriage_v0":
            raise ValueError("it does not say for which game it was trained")
        if saved["features_version"] != FEATURES_VERSION:
            raise ValueError(
                f"its features are of version {saved['features_version']!r}, "
                f"expected {FEATURES_VERSION}"
            )
        rules = None if saved["rules"] == ANY else Rules(**saved["rules"])
        return cls(tuple(saved["players"]), rules)

    def check(self, num_players: int, rules: Rules) -> None:
        """Raise ValueError naming what differs in a game that this agent was not trained for."""
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


def players_text(players: tuple[int, ...]) -> str:
    """'5', or '5-10'."""
    return str(players[0]) if len(players) == 1 else f"{players[0]}-{players[-1]}"


def parse_players(text: str) -> tuple[int, ...]:
    """Numbers of players from '5' or '5-10'; ValueError names what is allowed."""
    ends = text.split("-")
    if len(ends) <= 2 and all(end.isdecimal() for end in ends):
        low, high = int(ends[0]), int(ends[-1])
        if MIN_PLAYERS <= low <= high <= MAX_PLAYERS:
            return tuple(range(low, high + 1))
    raise ValueError(
        f"players={text!r}: expected a number from {MIN_PLAYERS} to {MAX_PLAYERS}, "
        f"or a range such as {MIN_PLAYERS}-{MAX_PLAYERS}"
    )


def parse_rules(text: str) -> Rules | None:
    """Rules from 'typical', 'typical,offences=all,stake=2', or None for 'any'; else ValueError."""
    if text == ANY:
        return None
    preset, *changes = text.split(",")
    if preset not in PRESETS:
        raise ValueError(f"rules {preset!r}: expected one of {', '.join(PRESETS)}, or {ANY}")
    fields = asdict(Rules.preset(preset))
    for change in changes:
        name, equals, value = change.partition("=")
        if name not in fields or not equals:
            raise ValueError(f"rules {text!r}: {change!r} is no field; fields: {', '.join(fields)}")
        fields[name] = _field_value(value)
    return Rules(**fields)


def _field_value(text: str) -> str | int | bool:
    if text in ("True", "False"):
        return text == "True"
    return int(text) if text.isdecimal() else text
