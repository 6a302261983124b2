"""What is measured of queens that are called, in the form in which it is stored."""

from __future__ import annotations

from dataclasses import dataclass

from agents.arena.confidence_interval import Estimate
from eval.output.json_view import EstimateCI95, OmittedIfNone
from eval.report.habits import Share


@dataclass(frozen=True)
class Table:
    """Rules and a number of players; the fine is in chips to every other player (M6.3)."""

    players: int
    preset: str
    fine: int
    change: str = ""  # of a field of the preset, such as "table_marriage=king"

    @property
    def rules(self) -> str:
        """The rules as `agents.learned.game_range.parse_rules` and `train` take them."""
        return ",".join(filter(None, (self.preset, f"queen_fine={self.fine}", self.change)))


@dataclass(frozen=True)
class Kept:
    """How often equal agents keep a called queen back, and what the right to do so is worth.

    `gain` is what an agent that may keep queens back gains in chips a deal over the same agent
    that always obeys, one of it among copies of the latter; `worth` is what a queen that it keeps
    back brings it, in chips, with the interval over deals; None where too few deals had one.
    """

    kept: Share
    gain: EstimateCI95
    queens: int  # kept back first by the one that may
    worth: OmittedIfNone[Estimate]


@dataclass(frozen=True)
class Prices:
    """At what fine a called queen would be kept back, by search.

    A fine that is paid and forgotten changes nothing else: a queen is kept back if that brings more
    than it costs, so that what keeping her back brings at fine 0 tells the fine at which she comes.
    """

    worlds: int  # sampled for each called queen
    asked: int
    fines: list[float]  # in chips to every other player; negative: a reward
    kept: list[int]  # queens for which keeping back brings more than this fine costs


@dataclass(frozen=True)
class SearchResult:
    """Searching agents at a table."""

    table: Table
    deals: int
    kept: Kept
    prices: OmittedIfNone[Prices]  # where the fine is 0
    seconds: float


@dataclass(frozen=True)
class Stretch:
    """Part of a training run: shares of its occasions, with the interval over its updates.

    None where there was no occasion.
    """

    decisions: float  # made up to its middle
    withheld: OmittedIfNone[Estimate]  # of called queens
    revoked: OmittedIfNone[Estimate]  # of cards laid


@dataclass(frozen=True)
class TrainedResult:
    """An agent trained at a table, and its training."""

    table: Table
    decisions: int
    deals: int  # in which the trained agent was measured
    kept: Kept
    over_expert: Estimate  # its gain among experts, in chips a duplicate deal
    curve: list[Stretch]
    seconds: float  # of both


@dataclass(frozen=True)
class SmallTable:
    """A table of Small Mariage; its rules but for the fine, as `parse_rules` takes them."""

    players: int
    rules: str


@dataclass(frozen=True)
class SmallStep:
    """An equilibrium at one fine, which is in chips to every other player."""

    fine: float
    asked: float  # queens called in a deal
    kept: float  # the share of them that is kept back
    values: list[float]  # chips a deal of each seat, the first one to act before the others
    nash_conv: float  # chips a deal
    alone: OmittedIfNone[float]  # chips a deal that the right is worth to one who alone has it


@dataclass(frozen=True)
class SmallResult:
    """The equilibria of a table at all fines."""

    table: SmallTable
    information_sets: int
    obeying: list[float]  # chips a deal of each seat where every queen is laid
    steps: list[SmallStep]
    seconds: float
