"""The result of measuring speed."""

from __future__ import annotations

from dataclasses import dataclass

from eval.output.json_view import OmittedIfNone


@dataclass(frozen=True)
class SpeedRow:
    """The rounds of one workload, in its unit ("…/s" is a rate, "ns…" the time of one)."""

    key: str
    group: str  # of the table it stands in
    what: str
    setting: str  # size of the batch, threads
    cores: int
    unit: str
    median: float
    rounds: list[float]
    core_share: float  # processor time over wall time; 1.0 is a core to itself
    before: OmittedIfNone[float] = None  # the median of an earlier run, which the user gave


@dataclass(frozen=True)
class Judgement:
    """A figure beside its target; a comparison has none, and `met` is None."""

    name: str
    wanted: str
    unit: str
    got: float | None  # None: something of it was not measured
    met: bool | None
    missed_by: str
    bound: str  # what limits a figure that misses its target


@dataclass(frozen=True)
class SpeedResult:
    """Everything that was measured in one run."""

    command: str
    seed: int
    machine: dict[str, str | int]  # hardware and versions
    peers: dict[str, str]  # versions of other packages
    rounds: int
    seconds: float  # of a workload in each round
    rows: list[SpeedRow]
    missing: dict[str, str]  # by key of a workload, why it was not measured
    bytes: dict[str, int]  # of a game
    starts: dict[str, list[float]]  # seconds to the 100th step, cold and warm
    targets: list[Judgement]
    comparisons: list[Judgement]
