"""Generate docs/pictures/*.svg: pictures of tables for the pages, drawn by the environment itself.

`python docs/build_pictures.py` writes them. With `--check` it writes nothing and exits with 1 if a
picture is stale.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from marriage_env import marriage_v0, small_mariage_v0, trynka_v0
from marriage_env.core.scene import PlaceKind, Scene, Turn
from marriage_env.files.storage import write_text
from marriage_env.render.places_picture import places_svg

ROOT = Path(__file__).resolve().parent.parent


def played(env: Any, seed: int, until: Callable[[Any], bool]) -> str:
    """The picture of the first moment that is as wanted, in random matches from a seed on."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while not until(env):
        if any(env.terminations.values()):
            env.reset()
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(rng.choice(legal)))
    return str(env.render())


def scene_of(env: Any) -> Scene:
    """What lies on the table, every hand open."""
    scene: Scene = env.game.texts.scene(env._states)
    return scene


def busy(seat: int, cards: int, trick: int = 0) -> Callable[[Any], bool]:
    """Whether so many cards lie on the table, a queen came out of turn, and a seat is to act."""

    def until(env: Any) -> bool:
        scene = scene_of(env)
        marriage = not scene.tricks or any(card.mark.value for card in scene.laid)
        acts = scene.seats[seat].turn is Turn.TO_ACT
        return marriage and acts and len(scene.laid) >= cards and scene.trick >= trick

    return until


def just_staked(env: Any) -> str:
    """The places for chips when everyone has staked, and nobody has won any yet (M2.2, T2)."""
    env.reset(seed=1)
    scene, players = scene_of(env), len(env.possible_agents)
    stakes = {PlaceKind.BOX: 1, PlaceKind.DOUBLE: 1, PlaceKind.SAUCER: 2}
    places = [replace(one, chips=players * stakes[one.kind]) for one in scene.places]
    return places_svg(replace(scene, places=tuple(places)))


def pictures() -> dict[str, str]:
    """Every picture by its file name."""
    svg = {"render_mode": "svg"}
    mine = {**svg, "render_view": "player_0"}
    dark = {**mine, "render_theme": "dark"}
    return {
        "boxes.svg": just_staked(marriage_v0.raw_env(5)),
        "doubles.svg": just_staked(trynka_v0.raw_env(5)),
        "mariage.svg": played(marriage_v0.raw_env(6, **mine), 5, busy(0, 3, 2)),
        "mariage_dark.svg": played(marriage_v0.raw_env(10, **dark), 2, busy(0, 6)),
        "mariage_open.svg": played(marriage_v0.raw_env(7, **svg), 8, busy(3, 4, 2)),
        "trynka.svg": played(trynka_v0.raw_env(5, **mine), 3, busy(0, 4)),
        "small_mariage.svg": played(small_mariage_v0.raw_env(3, **mine), 4, busy(0, 1)),
    }


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Write the pictures, or with --check name the stale ones; the exit status."""
    if list(arguments) not in ([], ["--check"]):
        print("usage: python docs/build_pictures.py [--check]", file=sys.stderr)
        return 2
    stale = 0
    for name, text in pictures().items():
        path = root / "docs" / "pictures" / name
        if not arguments:
            path.parent.mkdir(exist_ok=True)
            write_text(path, text)
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{name} is stale: run python docs/build_pictures.py", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
