"""The figures of a report. All intervals are 95 % confidence intervals, gains in chips a deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agents.arena.setting import Setting
from agents.learned.game_range import parse_rules
from eval.match.result import SeatGain
from eval.output.json_view import EstimateCI95, Inline, OmittedIfNone
from eval.report.habits import Share
from eval.store.provenance import Provenance
from eval.tournament.result import Standings, TournamentResult
from marriage_env.core.rng import Purpose


@dataclass(frozen=True)
class Plan:
    """What is measured."""

    agents: tuple[str, ...]  # specs, those of the runs first
    labels: tuple[str, ...]  # what the page calls them
    players: tuple[int, ...]  # the first number is that of most of the page
    rules: str
    deals: int
    told_deals: int  # in which disagreement is looked for
    seed: int
    game: str

    @property
    def yardstick(self) -> str:
        """The agent among whose copies all are measured: the last one."""
        return self.agents[-1]

    def setting(self, players: int, deals: int, purpose: Purpose = Purpose.REPORT) -> Setting:
        """The deals with so many players, for a part of the page."""
        return Setting(
            num_players=players,
            rules=parse_rules(self.rules, self.game),  # None for "any": then the default
            deals=deals,
            seed=self.seed,
            game=self.game,
            purpose=purpose,
        )


@dataclass(frozen=True)
class AmongCopiesResult:
    """One of an agent among copies of another."""

    agent: str
    among: str
    players: int
    deals: int
    gain: EstimateCI95
    by_distance: list[SeatGain]
    habits: dict[str, Share]  # by name; empty if the game counts none
    microseconds: float  # of a decision with more than one legal action


@dataclass(frozen=True)
class Choice:
    """A legal action at a decision, what it is worth by search, and who chooses it."""

    action: str
    worth: EstimateCI95  # chips of the seat at the end of the deal
    by: list[str]  # labels of agents


@dataclass(frozen=True)
class Disagreement:
    """A decision at which agents differ, and the deal up to there."""

    deal: int
    seat: int
    dealer: int
    trump: str | None  # None: the game has none
    hand: list[str]
    chips: int  # of the seat
    story: list[str]  # what happened before, in sentences
    choices: list[Choice]  # the best one first
    gap: float  # between the chosen actions worth most and least, in chips
    # The whole deal as a game record, and the actions before the decision; None in older results
    record: OmittedIfNone[dict[str, Any]] = None
    step: OmittedIfNone[int] = None


@dataclass(frozen=True)
class Disqualified:
    """An agent that did what no player may, and what it was."""

    agent: str
    why: str


@dataclass(frozen=True)
class Unfit:
    """An agent that cannot play with this number of players, and why."""

    agent: str
    players: int
    why: str


@dataclass(frozen=True)
class ReportSettings:
    """All that the figures depend on."""

    provenance: Inline[Provenance]
    plan: Inline[Plan]
    purpose: Purpose
    time_limit: float | None  # of a decision, in seconds


@dataclass
class ReportResult:
    """The figures so far; None stands for those that are not measured yet."""

    settings: Inline[ReportSettings]
    tournament: TournamentResult | None
    company: list[AmongCopiesResult]  # among the yardstick, by agent and number of players
    faults: list[Disqualified]
    told: list[Disagreement] | None  # the widest gap first
    took: float  # seconds, of all runs of the command
    machine: dict[str, Any]  # hardware and versions
    left_out: list[Unfit]

    @property
    def standings(self) -> Standings:
        """Those of the tournament, once it is played."""
        assert self.tournament is not None
        return self.tournament.standings

    def among_yardsticks(self, spec: str) -> list[AmongCopiesResult]:
        """What an agent does among the yardstick's copies, by number of players."""
        return [row for row in self.company if row.agent == spec]

    def first_among_yardsticks(self, spec: str) -> AmongCopiesResult | None:
        """The same with the first number of players; None for an agent that was left out there."""
        rows = self.among_yardsticks(spec)
        return rows[0] if rows and rows[0].players == self.settings.plan.players[0] else None


@dataclass(frozen=True)
class Run:
    """What the page shows of a training run's own files (`agents.learned.run_files`)."""

    config: dict[str, Any]
    curve: list[dict[str, Any]]
