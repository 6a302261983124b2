"""From the chips of a tournament to a ranking that says how far it can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from agents.arena.confidence_interval import t_interval
from agents.arena.matchups import Matchup
from eval.tournament.progress import Progress
from eval.tournament.ratings import rated
from eval.tournament.result import Comparison, CrossPlay, Ranked, Standings
from eval.tournament.significance import holm, paired_test

_SIGNIFICANT = 0.05


def standings(progress: Progress) -> Standings:
    """The ranking by mixed tables, all comparisons, and the cross-play matrix."""
    specs = [progress.lineup.agents[agent] for agent in progress.agents]
    n = progress.lineup.setting.num_players
    mixed = progress.chips(Matchup("mixed", progress.agents)) / n
    ratings = rated(mixed)
    ranking = [
        Ranked(
            agent=spec,
            chips=t_interval(mixed[:, i]),
            edge=t_interval(mixed[:, i] - mixed.mean(axis=1)),
            rating=ratings[i],
        )
        for i, spec in enumerate(specs)
    ]
    comparisons = compared(mixed, specs)
    return Standings(
        ranking=sorted(ranking, key=lambda row: -row.chips.mean),
        comparisons=comparisons,
        unsupported=[one for one in comparisons if one.p_holm >= _SIGNIFICANT],
        cross_play=cross_play(progress),
    )


def compared(chips: NDArray[np.floating], specs: Sequence[str]) -> list[Comparison]:
    """Every two agents by paired tests over deals, the better one first.

    `chips` is (deals, agents), the columns of the same deals. Holm's correction is for all
    comparisons, since which of them matter is known only when the ranking is.
    """
    found = []
    for pair in combinations(range(len(specs)), 2):
        better, worse = sorted(pair, key=lambda i: -chips[:, i].mean())
        p = paired_test(chips[:, better], chips[:, worse])
        found.append((specs[better], specs[worse], chips[:, better] - chips[:, worse], p))
    adjusted = holm([p for *_, p in found])
    return [
        Comparison(better, worse, t_interval(difference), p, p_holm)
        for (better, worse, difference, p), p_holm in zip(found, adjusted, strict=True)
    ]


def cross_play(progress: Progress) -> list[CrossPlay]:
    """What one A gains among B's, for every A and B, as `match A B` computes it."""
    specs, n, rows = progress.lineup.agents, progress.lineup.setting.num_players, []
    for b in progress.agents:
        alone = progress.chips(Matchup("self", (b,)))[:, 0]
        for a in progress.agents:
            if a != b:
                among = progress.chips(Matchup("pair", (a, b)))[:, 0]
                rows.append(CrossPlay(specs[a], specs[b], t_interval((among - alone) / n)))
    return rows
