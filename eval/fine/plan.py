"""Which tables are measured, how long, and where chance comes from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from agents.arena.setting import Setting
from agents.learned.game_range import parse_rules
from eval.fine.result import SmallTable, Table
from marriage_env.core.rng import Purpose

GAME, SMALL_GAME = "mariage", "small_mariage"
AGENT = "pimc:worlds=64"
PRESETS = ("typical", "classic", "modern", "guimbarde")
FINES = (0, 1, 2)
_SEARCH_DEALS = {5: 1000, 7: 400, 10: 200}  # by number of players
_DECISIONS, _TRAINED_DEALS = 150_000, 2000
# Who is paid for a table marriage decides what obeying is worth: each preset with the other way.
_OTHER_PAYMENT = {
    "typical": "table_marriage=king",
    "classic": "table_marriage=king",
    "modern": "table_marriage=queen",
    "guimbarde": "table_marriage=queen",
}
SMALL_FINES = (0, 0.01, 0.02, 0.05, *(tenth / 10 for tenth in range(1, 13)), 1.5, 2.0)
_SMALL_RULES = {2: ("tiny", "typical"), 3: ("tiny", "typical")}  # by number of players
PAYMENTS = ("king", "queen")  # who is paid for a marriage in Small Mariage


@dataclass(frozen=True)
class Plan:
    """What is measured: the tables, the deals by number of players, and the decisions trained."""

    scale: float = 1.0
    seed: int = 1

    def __post_init__(self) -> None:
        if not 0 < self.scale <= 1000:
            raise ValueError(f"scale={self.scale!r}: expected more than 0, at most 1000")

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players."""
        return tuple(_SEARCH_DEALS)

    def search_deals(self, players: int) -> int:
        """Deals of a table at which agents search."""
        return max(2, round(_SEARCH_DEALS[players] * self.scale))

    @property
    def decisions(self) -> int:
        """Decisions of a training run."""
        return max(1, round(_DECISIONS * self.scale))

    @property
    def trained_deals(self) -> int:
        """Deals in which a trained agent is measured."""
        return max(2, round(_TRAINED_DEALS * self.scale))

    def setting(self, table: Table, deals: int) -> Setting:
        """The deals of a table; equal for all fines and rules."""
        rules = parse_rules(table.rules, GAME)
        return Setting(table.players, rules, deals, self.seed, game=GAME, purpose=Purpose.FINE)


def search_tables(players: tuple[int, ...]) -> list[Table]:
    """Every number of players, preset and fine; then the presets paid the other way."""
    tables = [
        Table(seats, preset, fine) for seats in players for preset in PRESETS for fine in FINES
    ]
    return tables + [
        Table(players[0], preset, 0, change) for preset, change in _OTHER_PAYMENT.items()
    ]


def training_tables(players: tuple[int, ...]) -> list[Table]:
    """Every number of players, preset and fine; then those where all offences are allowed."""
    tables = [
        Table(seats, preset, fine) for seats in players for preset in PRESETS for fine in FINES
    ]
    return tables + [
        Table(players[0], preset, fine, f"offences=all,revoke_fine={fine}")
        for preset in PRESETS
        for fine in FINES
    ]


def small_tables() -> list[SmallTable]:
    """Tables of Small Mariage, paid in both ways."""
    return [
        SmallTable(players, f"{preset},table_marriage={payment}")
        for players, presets in _SMALL_RULES.items()
        for preset in presets
        for payment in PAYMENTS
    ]


def folder_of(table: Table, runs: Path) -> Path:
    """The folder in which an agent is trained at a table."""
    everything = "-all" if table.change else ""
    return runs / f"{table.preset}-{table.players}-fine-{table.fine}{everything}"
