"""Write the generated tables into the pages; with `--check` only say which pages are stale."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from marriage_env.files.storage import write_text

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from agents.mariage.card_features import CARD_BLOCKS
from agents.mariage.table_features import SEAT_BLOCKS, TABLE_BLOCKS
from agents.trynka.card_features import CARD_BLOCKS as TRYNKA_CARD_BLOCKS
from agents.trynka.table_features import SEAT_BLOCKS as TRYNKA_SEAT_BLOCKS
from agents.trynka.table_features import TABLE_BLOCKS as TRYNKA_TABLE_BLOCKS
from docs.environment_tables import (
    agents_table,
    arguments_table,
    environments_table,
    episode_table,
    facts_table,
)
from docs.house import HOUSE_TABLES
from eval.convergence.result import ConvergenceResult
from eval.convergence.text import page_table as convergence_table
from eval.fine import tables as fine
from eval.fine.findings import findings
from eval.fine.stored import Results, stored_results
from eval.match.result import MatchResult
from eval.match.text import variance_table
from eval.output.json_view import from_json
from eval.speed.result import SpeedResult
from eval.speed.text import report
from eval.strength.result import StrengthResult
from eval.strength.text import gains_table, kept_table, open_hand_table
from eval.suite.result import SuiteResult
from eval.suite.text import page_table
from eval.tournament.result import TournamentResult
from eval.tournament.text import page_table as tournament_table
from marriage_env.core.cards import NUM_CARDS
from marriage_env.core.observation_blocks import Block, Layout
from marriage_env.game import DEFAULT_GAME, GAMES
from marriage_env.mariage import actions as mariage_actions
from marriage_env.mariage.observe import LAYOUT as MARIAGE_LAYOUT
from marriage_env.small_mariage import actions as small_actions
from marriage_env.small_mariage.observe import LAYOUT as SMALL_LAYOUT
from marriage_env.trynka import actions as trynka_actions
from marriage_env.trynka.observe import LAYOUT as TRYNKA_LAYOUT
from train.config import Config, DistilConfig, DMCConfig, PPOConfig

ROOT = Path(__file__).resolve().parent.parent
PAGES = tuple(
    ROOT / page
    for page in (
        "README.md",
        "docs/architecture.md",
        "docs/benchmarks.md",
        "docs/fine.md",
        "docs/mariage.md",
        "docs/small_mariage.md",
        "docs/training.md",
        "docs/trynka.md",
    )
)
_DOCS = ROOT / "docs"


def action_table(actions: ModuleType) -> str:
    """The meaning of each action of a game."""
    rows = ["| action | name | meaning |", "|---|---|---|"]
    rows.append("| 0–51 | `2C` … `AS` | lay a card: suit·13 + rank, suits C D H S, ranks 2 … A |")
    rows += [
        f"| {action} | `{actions.name(action)}` | {actions.describe(action)} |"
        for action in range(NUM_CARDS, actions.NUM_ACTIONS)
    ]
    return "\n".join(rows)


def _shape(block: Block) -> str:
    """The shape of a block for n players, found from two numbers of players."""
    pairs = zip(block.shape(5), block.shape(7), strict=True)
    return " × ".join("n" if a != b else str(a) for a, b in pairs)


def observation_table(layout: Layout, players: range) -> str:
    """The blocks of a game's observation, in order."""
    rows = ["| block | shape | values | meaning |", "|---|---|---|---|"]
    rows += [
        f"| `{block.name}` | {_shape(block)} | {block.low} … {block.high} | {block.meaning} |"
        for block in layout.blocks
    ]
    lengths = ", ".join(f"{layout.length(n)} for {n}" for n in players)
    return "\n".join([*rows, "", f"Values in all, by players: {lengths}."])


def _measured(name: str) -> dict[str, Any]:
    """A stored result of `python -m eval speed --json`, `strength` or `tournament --json`."""
    result: dict[str, Any] = json.loads((_DOCS / name).read_text(encoding="utf-8"))
    return result


def bench_results(game: str = DEFAULT_GAME) -> list[SuiteResult]:
    """The stored results of `python -m eval bench … --out` for a game, by file name."""
    files = sorted((_DOCS / "bench").glob("*.json"))
    results = [
        from_json(SuiteResult, json.loads(file.read_text(encoding="utf-8"))) for file in files
    ]
    return [result for result in results if result.settings.game == game]


def _matches() -> list[MatchResult]:
    """The stored results of `python -m eval match … --json`, one per line."""
    lines = (ROOT / "docs" / "matches.jsonl").read_text(encoding="utf-8").splitlines()
    return [from_json(MatchResult, json.loads(line)) for line in lines]


def _speed(name: str) -> SpeedResult:
    """What `python -m eval speed --json` gave last."""
    return from_json(SpeedResult, _measured(name))


def _strength() -> StrengthResult:
    """What `python -m eval strength` wrote last."""
    return from_json(StrengthResult, _measured("strength.json"))


def _pretrained() -> SuiteResult:
    """The standard suite of the network for five players."""
    return next(one for one in bench_results() if one.settings.policy == "pretrained:5")


def _fine() -> Results:
    """What `python -m eval fine` stored last."""
    return stored_results(_DOCS / "fine")


def _convergence(name: str) -> str:
    """What `python -m eval convergence --out` wrote last."""
    return convergence_table(from_json(ConvergenceResult, _measured(name)))


def _outside_policy() -> str:
    """The example of an agent from outside, as a code block."""
    code = (ROOT / "docs" / "outside_policy.py").read_text(encoding="utf-8")
    return f"```python\n{code}```"


def feature_table(blocks: tuple[tuple[str, int, str], ...]) -> str:
    """The blocks of one part of the features, in order."""
    rows = ["| block | places | meaning |", "|---|---|---|"]
    return "\n".join(rows + [f"| `{name}` | {places} | {text} |" for name, places, text in blocks])


def options_table(kinds: dict[str, type[Config]]) -> str:
    """The options of training methods that `Config` lacks or has with another default."""
    shared = {one.name: one.default for one in fields(Config)}
    rows = ["| method | option | default | meaning |", "|---|---|---|---|"]
    for method, kind in kinds.items():
        for one in fields(kind):
            if kind is not Config and shared.get(one.name, MISSING) == one.default:
                continue
            default = "none" if one.default == "" else f"`{one.default}`"
            option = "--" + one.name.replace("_", "-")
            rows.append(f"| {method} | `{option}` | {default} | {one.metadata['meaning']} |")
    return "\n".join(rows)


def sweep_table() -> str:
    """The sweep over settings, a row per run. Its code is gone; commit 06fec20 has it."""
    rows = ["| method | changed | CPU s | gain over `expert` | 95 % |", "|---|---|---|---|---|"]
    found = json.loads((ROOT / "docs" / "sweep.json").read_text(encoding="utf-8"))
    for row in found:
        changed = ", ".join(f"{name} {value}" for name, value in row["changes"].items())
        gain, low, high = row["gain"]
        text = f"| {row['method']} | {changed or 'nothing'} | {row['cpu_seconds']:.0f} "
        rows.append(text + f"| {gain:+.3f} | {low:+.3f} … {high:+.3f} |")
    decisions, seed = found[0]["decisions"], found[0]["seed"]
    command = f"python -m train sweep --decisions {decisions} --seed {seed}"
    return "\n".join([*rows, "", f"`{command}` at commit 06fec20, which has the code of the sweep"])


ENVIRONMENT_TABLES: dict[str, Callable[[], str]] = {
    f"{name}_{part}": partial(table, name)
    for name in GAMES
    for part, table in (
        ("facts", facts_table),
        ("arguments", arguments_table),
        ("episodes", episode_table),
    )
}
TABLES: dict[str, Callable[[], str]] = {
    **ENVIRONMENT_TABLES,
    "environments": environments_table,
    "agents": lambda: agents_table(_strength().matches, _pretrained()),
    "actions": lambda: action_table(mariage_actions),
    "observation": lambda: observation_table(MARIAGE_LAYOUT, range(5, 11)),
    "trynka_actions": lambda: action_table(trynka_actions),
    "trynka_observation": lambda: observation_table(TRYNKA_LAYOUT, range(3, 11)),
    "small_actions": lambda: action_table(small_actions),
    "small_observation": lambda: observation_table(SMALL_LAYOUT, range(2, 4)),
    "speed": lambda: report(_speed("speed.json")),
    "trynka_speed": lambda: report(_speed("speed_trynka.json")),
    "strength": lambda: gains_table(_strength()),
    "open_hand": lambda: open_hand_table(_strength()),
    "kept": lambda: kept_table(_strength()),
    "trynka_tournament": lambda: tournament_table(
        from_json(TournamentResult, _measured("tournament_trynka.json"))
    ),
    "convergence": lambda: _convergence("convergence.json"),
    "convergence_large": lambda: _convergence("convergence_large.json"),
    "convergence_three": lambda: _convergence("convergence_three.json"),
    "variance": lambda: variance_table(_matches()),
    "bench": lambda: page_table(bench_results()),
    "trynka_bench": lambda: page_table(bench_results("trynka")),
    "outside_policy": _outside_policy,
    "sweep": sweep_table,
    "table_features": lambda: feature_table(TABLE_BLOCKS),
    "seat_features": lambda: feature_table(SEAT_BLOCKS),
    "card_features": lambda: feature_table(CARD_BLOCKS),
    "trynka_table_features": lambda: feature_table(TRYNKA_TABLE_BLOCKS),
    "trynka_seat_features": lambda: feature_table(TRYNKA_SEAT_BLOCKS),
    "trynka_card_features": lambda: feature_table(TRYNKA_CARD_BLOCKS),
    "options": lambda: options_table({"all": Config}),
    "ppo_options": lambda: options_table({"ppo": PPOConfig}),
    **HOUSE_TABLES,
    "fine_findings": lambda: findings(_fine()),
    "fine_small": lambda: fine.small_table(_fine().small),
    "fine_small_values": lambda: fine.small_values_table(_fine().small),
    "fine_search": lambda: fine.kept_table(_fine().search),
    "fine_prices": lambda: fine.price_table(_fine().search),
    "fine_payment": lambda: fine.payment_table(_fine().search),
    "fine_trained": lambda: fine.trained_table(_fine().trained),
    "fine_obedience": lambda: fine.obedience_table(_fine().trained),
    "fine_runs": lambda: fine.runs_table(_fine()),
    "other_options": lambda: options_table({"dmc": DMCConfig, "distil": DistilConfig}),
}


def _filled_with(text: str, name: str, made: str) -> str:
    """`text` with one marked region replaced."""
    region = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    return region.sub(lambda found: f"{found[1]}{made}\n{found[2]}", text)


def filled(text: str) -> str:
    """`text` with every marked region generated again."""
    for name, table in TABLES.items():
        if f"<!-- {name} -->" in text:
            text = _filled_with(text, name, table())
    return text


def main() -> int:
    """Write the pages, or with `--check` print those that are stale; the exit status."""
    stale = [page for page in PAGES if filled(page.read_text(encoding="utf-8")) != page.read_text()]
    if "--check" in sys.argv:
        for page in stale:
            print(f"{page.name} is stale: run python docs/build_tables.py", file=sys.stderr)
        return bool(stale)
    for page in stale:
        write_text(page, filled(page.read_text(encoding="utf-8")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
