"""The `render_mode` that an environment takes."""

from __future__ import annotations

from collections.abc import Sequence

from marriage_env.core.arguments import shown


class UnknownRenderMode(ValueError, TypeError):
    """A render mode that an environment does not have.

    A TypeError too, since Stable-Baselines3 asks every environment for "rgb_array", and does
    without if a TypeError says that there is none.
    """


def check_render_mode(render_mode: object, modes: Sequence[str] = ("ansi",)) -> str | None:
    """A render mode or None; UnknownRenderMode for anything else."""
    if render_mode is None or (isinstance(render_mode, str) and render_mode in modes):
        return render_mode
    allowed = " or ".join(["None", *map(repr, modes)])
    raise UnknownRenderMode(f"render_mode={shown(render_mode)}: expected {allowed}")
