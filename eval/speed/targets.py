"""What the speed is compared with: targets, what limits one that is missed, comparisons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

from eval.speed.result import Judgement

Rows = Mapping[str, list[float]]  # rounds by key of the workload
_LEAST_MOVES_A_DEAL = 25

_SKILLED = ("pgx_games.connect_four:1", "pgx_games.leduc_holdem:1")
_IN_PYTHON = ("openspiel.euchre.tensor:1", "openspiel.euchre.observer:1")


@dataclass(frozen=True)
class Target:
    """A figure and what it should be; without either limit a comparison.

    With `peers` the figure is ours over the fastest peer (median over rounds of the ratio in each
    round); with several of `ours` and no peers the largest over the smallest; else the median.
    """

    name: str
    ours: tuple[str, ...]
    peers: tuple[str, ...] = ()
    at_least: float | None = None
    at_most: float | None = None
    unit: str = "×"
    bound: Callable[[Rows], str] = lambda rows: ""  # what limits the figure, in words

    @property
    def wanted(self) -> str:
        """The limit in words."""
        if self.at_least is not None:
            return f"≥ {self.at_least:g} {self.unit}"
        return f"≤ {self.at_most:g} {self.unit}" if self.at_most is not None else ""


def figure(target: Target, rows: Rows) -> float | None:
    """The figure of a target; None when something of it was not measured."""
    present = [key for key in target.peers if key in rows]
    if any(key not in rows for key in target.ours) or (target.peers and not present):
        return None
    ours = [rows[key] for key in target.ours]
    if target.peers:
        fastest = max((rows[key] for key in present), key=median)
        return median(a / b for a, b in zip(ours[0], fastest, strict=True))
    medians = [median(values) for values in ours]
    return max(medians) / min(medians) if len(medians) > 1 else medians[0]


def judged(target: Target, rows: Rows) -> Judgement:
    """The figure of a target, whether it is met, by how much it is missed, and what limits it."""
    got = figure(target, rows)
    rounded = None if got is None else float(f"{got:.4g}")
    limit = target.at_least if target.at_least is not None else target.at_most
    met, missed_by, bound = None, "", ""
    if got is not None and limit is not None:
        met = got >= limit if target.at_least is not None else got <= limit
        if not met:
            missed_by, bound = f"{abs(got / limit - 1):.0%}", target.bound(rows)
    return Judgement(target.name, target.wanted, target.unit, rounded, met, missed_by, bound)


def _deal_bound(rows: Rows) -> str:
    move, deal = 1e9 / median(rows["bare:5:1"]), median(rows["deal"])
    share = deal / _LEAST_MOVES_A_DEAL
    return f"a move takes {move:.0f} ns; {share:.0f} ns are its part of a deal ({deal:.0f} ns)"


def _row_bound(rows: Rows) -> str:
    move, fill = 1e9 / median(rows["seen:5:1"]), median(rows["fill:4096"])
    bare = 1e9 / median(rows["bare:5:1"])
    return (
        f"a move takes {move:.0f} ns, of which {bare:.0f} ns without mask and observation; "
        f"only filling their rows with zeros takes {fill:.0f} ns"
    )


def _fill_bound(rows: Rows) -> str:
    small, large = median(rows["fill:256"]), median(rows["fill:65536"])
    return (
        f"filling the rows with zeros takes {small:.0f} ns at 256 games, {large:.0f} ns at 65,536"
    )


def _core_bound(rows: Rows) -> str:
    if "openspiel.euchre.bots:2" not in rows:
        return ""
    gain = median(rows["openspiel.euchre.bots:2"]) / median(rows["openspiel.euchre.bots:1"])
    return f"two processes of OpenSpiel, which share nothing, make {gain:.2f} × of one"


def _idle_bound(interface: str) -> Callable[[Rows], str]:
    def bound(rows: Rows) -> str:
        ours, idle = median(rows[f"aec:5:{interface}"]), median(rows[f"aec:idle:{interface}"])
        return f"an idle environment in the same loop makes {idle / ours:.1f} × as many moves"

    return bound


TARGETS = (
    Target(
        "bare engine, 1 thread, over OpenSpiel's C++ loop of euchre",
        ("bare:5:1",),
        ("openspiel.euchre.bots:1",),
        at_least=6,
        bound=_deal_bound,
    ),
    Target(
        "bare engine, 2 threads over 1",
        ("bare:5:2",),
        ("bare:5:1",),
        at_least=1.9,
        bound=_core_bound,
    ),
    Target(
        "with mask and observation, 1 thread, over OpenSpiel's fastest tensor in Python, euchre",
        ("seen:5:1",),
        _IN_PYTHON,
        at_least=10,
        bound=_row_bound,
    ),
    Target(
        "with mask and observation, 1 thread, over PGX's faster of connect_four and leduc_holdem",
        ("seen:5:1",),
        _SKILLED,
        at_least=1.2,
        bound=_row_bound,
    ),
    Target(
        "VectorEnv.step, copy=False, over rollouts with mask, observation and rewards, 1 thread",
        ("vector:5:1:reused",),
        ("paid:5:1",),
        at_least=0.87,
    ),
    Target(
        "with mask and observation, 1 thread, over PGX's sparrow_mahjong",
        ("seen:5:1",),
        ("pgx_games.sparrow_mahjong:1",),
        at_least=20,
        bound=_row_bound,
    ),
    Target(
        "env() over tictactoe_v3.env()",
        ("aec:5:env",),
        ("classic.tictactoe_v3.env:1",),
        at_least=1.5,
        bound=_idle_bound("env"),
    ),
    Target(
        "raw_env() over tictactoe_v3.raw_env()",
        ("aec:5:raw",),
        ("classic.tictactoe_v3.raw_env:1",),
        at_least=1.5,
        bound=_idle_bound("raw"),
    ),
    Target(
        "cost of a bare move, largest over smallest of 256, 4,096 and 65,536 games",
        ("flat_bare:256", "flat_bare:4096", "flat_bare:65536"),
        at_most=1.25,
    ),
    Target(
        "cost of a move with mask and observation, likewise",
        ("flat_seen:256", "flat_seen:4096", "flat_seen:65536"),
        at_most=1.25,
        bound=_fill_bound,
    ),
    Target("copy of a game in jitted code", ("copy:jitted",), at_most=200, unit="ns"),
    Target("copy of a game from Python", ("copy:python",), at_most=2000, unit="ns"),
)

COMPARISONS = (
    Target(
        "bare engine over OpenSpiel's C++ loop of euchre, its players' moves only, 1 core",
        ("bare:5:1",),
        ("openspiel.euchre.bots.choices:1",),
    ),
    Target(
        "with mask and observation over OpenSpiel's Observer, euchre, its players' moves only",
        ("seen:5:1",),
        ("openspiel.euchre.observer.choices:1",),
    ),
    Target(
        "bare engine over OpenSpiel's C++ loop of euchre, 2 cores",
        ("bare:5:2",),
        ("openspiel.euchre.bots:2",),
    ),
    Target(
        "bare engine over OpenSpiel's C++ loop of hearts, 1 core",
        ("bare:5:1",),
        ("openspiel.hearts.bots:1",),
    ),
    Target(
        "bare engine over OpenSpiel's C++ loop of spades, 1 core",
        ("bare:5:1",),
        ("openspiel.spades.bots:1",),
    ),
    Target(
        "with mask, observation and rewards over PGX's faster of two, 1 core",
        ("paid:5:1",),
        _SKILLED,
    ),
    Target(
        "with mask, observation and rewards over PGX's faster of two, 2 cores",
        ("paid:5:2",),
        ("pgx_games.connect_four:2", "pgx_games.leduc_holdem:2"),
    ),
    Target(
        "VectorEnv.step over OpenSpiel's fastest tensor in Python, euchre, 1 core",
        ("vector:5:1",),
        _IN_PYTHON,
    ),
    Target("env() over connect_four_v3.env()", ("aec:5:env",), ("classic.connect_four_v3.env:1",)),
    Target(
        "raw_env() over connect_four_v3.raw_env()",
        ("aec:5:raw",),
        ("classic.connect_four_v3.raw_env:1",),
    ),
    Target(
        "raw_env() over RLCard's fastest",
        ("aec:5:raw",),
        tuple(f"rlcard_games.{game}:1" for game in ("leduc-holdem", "mahjong", "uno")),
    ),
)
