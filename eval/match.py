"""`python -m eval match A B`: what A gains over B in duplicate deals."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from tqdm import tqdm

from agents import load
from agents.duplicate import Setting, measure_gain
from marriage_env import Rules, write_records
from marriage_env.mariage.record import Record


def play_match(a: str, b: str, setting: Setting, record: Path | None = None) -> dict[str, Any]:
    """Play a duplicate match between two specs; the result as one JSON object.

    With `record` all games are kept in that file, as JSON lines.
    """
    players = [load(spec, setting.num_players, setting.rules) for spec in (a, b)]
    keep: list[Record] | None = None if record is None else []
    with tqdm(total=setting.deals, unit=" deals", desc=f"{a} / {b}") as bar:
        gain = measure_gain(players[0], players[1], setting, bar.update, keep)
    if record is not None and keep is not None:
        write_records(record, keep)
    return {
        "a": a,
        "b": b,
        "players": setting.num_players,
        "rules": preset_name(setting.rules),
        "deals": setting.deals,
        "match_deals": setting.match_deals,
        "seed": setting.seed,
        "gain": gain.mean,
        "ci95": [gain.low, gain.high],
        "sd": float(gain.per_deal.std(ddof=1)),
        "seconds": round(gain.seconds, 2),
    }


def preset_name(rules: Rules) -> str | dict[str, Any]:
    """The name of a preset, or all fields of rules that are none."""
    for name in ("typical", "modern", "classic", "guimbarde"):
        if rules == Rules.preset(name):
            return name
    return asdict(rules)


def table(results: list[dict[str, Any]]) -> str:
    """Match results as a text table."""
    rows = [["agent", "against", "players", "rules", "deals", "gain", "95 % interval", "seconds"]]
    rows += [
        [
            result["a"],
            result["b"],
            str(result["players"]),
            str(result["rules"]),
            f"{result['deals']:,}",
            f"{result['gain']:+.3f}",
            f"[{result['ci95'][0]:+.3f}, {result['ci95'][1]:+.3f}]",
            f"{result['seconds']:.1f}",
        ]
        for result in results
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    note = "gain: chips per deal that the agent wins more than the other does in the same seat"
    return "\n".join(line.rstrip() for line in [*lines, "", note])
