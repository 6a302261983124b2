"""The `render_mode` that an environment takes, and what else it is told about its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marriage_env.core.arguments import shown
from marriage_env.render.extras import pillow, pygame
from marriage_env.render.themes import theme_named

RENDER_MODES = ("human", "rgb_array", "ansi", "svg")
OPEN, LEARNER = "open", "learner"


class UnknownRenderMode(ValueError, TypeError):
    """A render mode that an environment does not have.

    A TypeError too, since Stable-Baselines3 asks every environment for "rgb_array", and does
    without if a TypeError says that there is none.
    """


def check_render_mode(render_mode: object, modes: Sequence[str] = RENDER_MODES) -> str | None:
    """A render mode or None; UnknownRenderMode for anything else, MissingLibrary if one lacks."""
    if render_mode is None:
        return None
    if not isinstance(render_mode, str) or render_mode not in modes:
        allowed = " or ".join(["None", *map(repr, modes)])
        raise UnknownRenderMode(f"render_mode={shown(render_mode)}: expected {allowed}")
    if render_mode in ("human", "rgb_array"):
        pillow("Image")
    if render_mode == "human":
        pygame()
    return render_mode


def check_render_view(render_view: object, players: int, learner: bool) -> Any:
    """Whose view is rendered: "open", "learner" (where there is one), or a seat; ValueError."""
    seats = {f"player_{seat}": seat for seat in range(players)}
    names = [LEARNER, OPEN] if learner else [OPEN]
    if isinstance(render_view, str):
        if render_view in names:
            return render_view
        if render_view in seats:
            return seats[render_view]
    allowed = " or ".join(map(repr, [*names, "player_0"]))
    raise ValueError(
        f"render_view={shown(render_view)}: expected {allowed} … 'player_{players - 1}'"
    )


def check_render_theme(render_theme: object) -> str:
    """ "light" or "dark"; ValueError for anything else."""
    try:
        theme_named(render_theme)
    except ValueError as error:
        raise ValueError(f"render_{error}") from None
    return str(render_theme)
