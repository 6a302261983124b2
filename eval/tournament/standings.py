"""From the chips of a tournament to a ranking that says how far it can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.estimate import Estimate, t_interval
from agents.arena.matchups import Matchup
from eval.tournament.progress import Played
from eval.tournament.ratings import rated
from eval.tournament.significance import holm, paired_test

_SIGNIFICANT = 0.05


def standings(played: Played) -> dict[str, Any]:
    """The ranking by mixed tables, all comparisons, and the cross-play matrix, as JSON has them."""
    specs = [played.field.agents[agent] for agent in played.agents]
    n = played.field.setting.num_players
    mixed = played.chips(Matchup("mixed", played.agents)) / n
    ratings = rated(mixed)
    ranking = [
        {
            "agent": spec,
            **_figures("chips", t_interval(mixed[:, i])),
            **_figures("edge", t_interval(mixed[:, i] - mixed.mean(axis=1))),
            **_figures("rating", ratings[i]),
        }
        for i, spec in enumerate(specs)
    ]
    ranking.sort(key=lambda row: -row["chips"])
    comparisons = compared(mixed, specs)
    return {
        "ranking": ranking,
        "comparisons": comparisons,
        "unsupported": [c for c in comparisons if c["p_holm"] >= _SIGNIFICANT],
        "cross_play": cross_play(played),
    }


def _figures(name: str, estimate: Estimate) -> dict[str, Any]:
    """A mean and its interval under a name."""
    return {name: estimate.mean, f"{name}_ci95": estimate.ci95}


def compared(chips: NDArray[np.floating], specs: Sequence[str]) -> list[dict[str, Any]]:
    """Every two agents by paired tests over deals, the better one first.

    `chips` (deals, agents) of the same deals. `p_holm` holds for all comparisons at once: which
    ones matter is known only when the ranking is.
    """
    rows = []
    for pair in combinations(range(len(specs)), 2):
        better, worse = sorted(pair, key=lambda i: -chips[:, i].mean())
        difference = t_interval(chips[:, better] - chips[:, worse])
        p = paired_test(chips[:, better], chips[:, worse])
        names = {"better": specs[better], "worse": specs[worse]}
        rows.append({**names, **_figures("difference", difference), "p": p})
    adjusted = holm([row["p"] for row in rows])
    return [{**row, "p_holm": p} for row, p in zip(rows, adjusted, strict=True)]


def cross_play(played: Played) -> list[dict[str, Any]]:
    """What one A gains among B's, for every A and B, as `match A B` reckons it."""
    specs, n, rows = played.field.agents, played.field.setting.num_players, []
    for b in played.agents:
        alone = played.chips(Matchup("self", (b,)))[:, 0]
        for a in played.agents:
            if a != b:
                among = played.chips(Matchup("pair", (a, b)))[:, 0]
                gain = t_interval((among - alone) / n)
                rows.append({"a": specs[a], "b": specs[b], **_figures("gain", gain)})
    return rows
