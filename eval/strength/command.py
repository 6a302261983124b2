"""`python -m eval strength`: the built-in agents against each other, and what they cost.

Writes everything that docs/benchmarks.md says of them: gains with intervals, search strength
against worlds as a table and a picture, and the size of exact open-hand search.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import load
from agents.arena.decision_cost import microseconds
from agents.arena.duplicate import measure_gain
from agents.arena.lockstep import Player, move, not_over, play_in_lockstep
from agents.arena.setting import Setting
from agents.mariage.open_hand import open_hand
from marriage_env import VectorEnv
from marriage_env.cli.options import add_force
from marriage_env.core.rng import Purpose, child_seeds, seed_for
from marriage_env.files.storage import checked_target, write_text, writing
from marriage_env.mariage.game import GAME
from marriage_env.mariage.statistics import queens_kept_back as count_kept_back

WORLDS = (1, 4, 16, 64, 256)
_OPEN_SECONDS = 20.0
# Children of the seed; those before are of agents.arena.duplicate.
_OF_OPEN_HANDS, _OF_KEPT_BACK = 3, 4


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--out", type=Path, default=Path("docs"), help="folder (default docs)")
    add_force(parser)
    parser.add_argument("--scale", type=float, default=1.0, help="times the deals (default 1)")
    parser.add_argument("--seed", type=int, default=1)


def command(options: argparse.Namespace) -> None:
    """Measure, telling how far it is."""
    options.out.mkdir(parents=True, exist_ok=True)
    for name in ("strength.json", "strength.png"):
        checked_target(options.out / name, replace=options.force)
    run(options.out, options.scale, options.seed, lambda line: print(line, file=sys.stderr))


@dataclass(frozen=True)
class Pair:
    """A duplicate match of the page."""

    a: str
    b: str
    players: int
    deals: int


def pairs(scale: float) -> list[Pair]:
    """The matches of the page, `scale` times as many deals."""
    listed = [
        Pair(a, b, players, 20_000)
        for players in (5, 7, 10)
        for a, b in (("greedy", "random"), ("expert", "random"), ("expert", "greedy"))
    ]
    listed += [Pair(f"pimc:worlds={worlds}", "expert", 5, 1500) for worlds in WORLDS]
    listed += [Pair(f"ismcts:sims={sims}", "expert", 5, 1500) for sims in (64, 256)]
    listed += [Pair("pimc:worlds=64", "expert", players, 500) for players in (7, 10)]
    listed += [Pair("expert:withhold=1", "expert", players, 20_000) for players in (5, 7, 10)]
    return [Pair(p.a, p.b, p.players, max(2, int(p.deals * scale))) for p in listed]


def measure(pair: Pair, seed: int) -> dict[str, Any]:
    """One match, with what a decision of A costs."""
    a, b = load(pair.a, pair.players), load(pair.b, pair.players)
    setting = Setting(
        pair.players, deals=pair.deals, seed=seed, game=GAME.name, purpose=Purpose.STRENGTH
    )
    gain = measure_gain(a, b, setting)
    return {
        **vars(pair),
        "seed": seed,
        "gain": gain.mean,
        "ci95": [gain.low, gain.high],
        "microseconds": microseconds(a, GAME.name, pair.players),
        "seconds": round(gain.seconds, 1),
    }


def _played_alike(
    spec: str,
    players: int,
    deals: int,
    seed: int,
    use: int,
    playing: Callable[[np.ndarray[Any, Any]], NDArray[np.bool_]],
) -> np.ndarray[Any, Any]:
    """Matches of one deal, (deals,) STATE, with one agent in all seats, up to `playing`."""
    of_deals, of_players = child_seeds(seed_for(Purpose.STRENGTH, seed, use), 2)
    env = VectorEnv(deals, players, deals=1, observations=False)
    env.reset(seed=of_deals)
    player = Player(load(spec), np.random.default_rng(of_players))
    seating = np.zeros((deals, players), np.int64)
    play_in_lockstep(env.states, seating, [partial(move, GAME, player, env.states)], playing)
    return env.states


def open_hand_sizes(players: int, cards: int, deals: int, seed: int) -> dict[str, Any]:
    """Nodes and processor time of exact search at the lead with `cards` cards in every hand."""
    states = _played_alike(
        *("expert", players, deals, seed, _OF_OPEN_HANDS),
        lambda states: states["table"]["trick"] < 5 - cards,
    )
    nodes, start = [], time.process_time()
    for i in range(deals):
        nodes.append(open_hand(states, i)[2])
        if time.process_time() - start > _OPEN_SECONDS:
            break
    return {
        "players": players,
        "cards": cards,
        "positions": len(nodes),
        "median_nodes": float(np.median(nodes)),
        "most_nodes": int(max(nodes)),
        "milliseconds": (time.process_time() - start) / len(nodes) * 1e3,
    }


def queens_kept_back(spec: str, players: int, deals: int, seed: int) -> dict[str, Any]:
    """How often a table of equal agents keeps a queen back when she is asked for (M6.3)."""
    states = _played_alike(spec, players, deals, seed, _OF_KEPT_BACK, not_over)
    kept, asked = count_kept_back(states["table"]["kept"], states["table"]["married"])
    return {"agent": spec, "players": players, "kept": kept, "asked": asked}


def run(out: Path, scale: float, seed: int, say: Callable[[str], None]) -> None:
    """Measure everything and write `strength.json` and `strength.png` into the folder `out`."""
    results, listed = [], pairs(scale)
    start = time.perf_counter()
    for done, pair in enumerate(listed):
        say(f"{done}/{len(listed)} in {time.perf_counter() - start:.0f} s: {pair.a} / {pair.b}")
        results.append(measure(pair, seed))
    sizes = []
    for players, cards in ((5, 2), (5, 3), (5, 4), (7, 2), (7, 3), (10, 2), (10, 3)):
        say(f"open hands: {players} players, {cards} cards")
        open_hand_sizes(players, 1, 2, seed)  # compiles
        sizes.append(open_hand_sizes(players, cards, 50, seed))
    out.mkdir(parents=True, exist_ok=True)
    command = f"python -m eval strength --seed {seed} --scale {scale:g}"
    say("queens kept back")
    deals = max(2, int(400 * scale))
    kept = [queens_kept_back("pimc:worlds=64", players, deals, seed) for players in (5, 10)]
    page = {"command": command, "matches": results, "open_hand": sizes, "kept": kept}
    write_text(out / "strength.json", json.dumps(page, indent=1) + "\n")
    draw(results, out / "strength.png")


def draw(results: list[dict[str, Any]], path: Path) -> None:
    """Gain over expert against time a decision, for both kinds of search."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for name, colour in (("pimc", "#1b6ca8"), ("ismcts", "#c44536")):
        rows = [r for r in results if r["a"].startswith(name) and r["players"] == 5]
        cost = [row["microseconds"] / 1e3 for row in rows]
        gains = np.array([row["gain"] for row in rows])
        half = [(row["ci95"][1] - row["ci95"][0]) / 2 for row in rows]
        axes.errorbar(cost, gains, half, color=colour, marker="o", capsize=3, label=name)
        for x, y, row in zip(cost, gains, rows, strict=True):
            note = row["a"].split("=")[1]
            axes.annotate(note, (x, y), textcoords="offset points", xytext=(6, -12))
    axes.set_xscale("log")
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("milliseconds a decision, one core (numbers: worlds, sims)")
    axes.set_ylabel("gain over expert (chips a deal)")
    axes.set_title("Search against four experts, 5 players, with 95 % intervals")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="lower right")
    with writing(path) as file:
        figure.savefig(file, dpi=130, format="png")
    plt.close(figure)


def gains_table(page: dict[str, Any]) -> str:
    """The matches as a table of the documentation."""
    rows = ["| agent | against | players | deals | gain | 95 % interval | µs a decision |"]
    rows.append("|---|---|---|---|---|---|---|")
    rows += [
        f"| `{r['a']}` | `{r['b']}` | {r['players']} | {r['deals']:,} | {r['gain']:+.3f} "
        f"| {r['ci95'][0]:+.3f} … {r['ci95'][1]:+.3f} | {r['microseconds']:,.1f} |"
        for r in page["matches"]
    ]
    return "\n".join([*rows, "", f"`{page['command']}`"])


def kept_table(page: dict[str, Any]) -> str:
    """How often queens are kept back, as a table of the documentation."""
    rows = ["| table of | players | queens asked for | kept back |", "|---|---|---|---|"]
    rows += [
        f"| `{r['agent']}` | {r['players']} | {r['asked']:,} | {r['kept']:,} |"
        for r in page["kept"]
    ]
    return "\n".join([*rows, "", f"`{page['command']}`"])


def open_hand_table(page: dict[str, Any]) -> str:
    """The sizes of exact search as a table of the documentation."""
    rows = ["| players | cards in each hand | positions | median nodes | most nodes | ms each |"]
    rows.append("|---|---|---|---|---|---|")
    rows += [
        f"| {r['players']} | {r['cards']} | {r['positions']} | {r['median_nodes']:,.0f} "
        f"| {r['most_nodes']:,} | {r['milliseconds']:,.2f} |"
        for r in page["open_hand"]
    ]
    return "\n".join([*rows, "", f"`{page['command']}`"])
