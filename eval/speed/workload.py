"""A workload, and its rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median

from eval.speed.result import SpeedRow
from eval.speed.timing import Sample


class Missing(Exception):
    """A peer cannot be measured here; the message says why."""


@dataclass(frozen=True)
class Workload:
    """One thing that is measured in every round."""

    key: str
    group: str  # the table it stands in
    what: str
    setting: str  # size of the batch, threads
    unit: str  # "…/s" is a rate, "ns…" the time of one
    measure: Callable[[float], Sample]  # for so many seconds; raises Missing
    cores: int = 1


@dataclass
class Row:
    """The rounds of a workload, in its unit."""

    workload: Workload
    rounds: list[float] = field(default_factory=list)
    core_shares: list[float] = field(default_factory=list)

    def take(self, sample: Sample) -> None:
        """Add a round."""
        rate = sample.count / sample.seconds
        self.rounds.append(1e9 / rate if self.workload.unit.startswith("ns") else rate)
        self.core_shares.append(sample.core_share)

    def result(self, peer_setting: str = "", before: float | None = None) -> SpeedRow:
        """The row with numbers rounded to six figures; a peer's own setting stands first."""
        w = self.workload
        return SpeedRow(
            key=w.key,
            group=w.group,
            what=w.what,
            setting=f"{peer_setting}, {w.setting}" if peer_setting else w.setting,
            cores=w.cores,
            unit=w.unit,
            median=_rounded(median(self.rounds)),
            rounds=[_rounded(value) for value in self.rounds],
            core_share=round(median(self.core_shares), 3),
            before=before,
        )


def _rounded(value: float) -> float:
    """To six significant figures."""
    return float(f"{value:.6g}")
