"""`Pictures`: what `render()` of an environment returns, in each render mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from marriage_env.core.events import Event
from marriage_env.game import Game, Records
from marriage_env.interfaces.render_modes import (
    LEARNER,
    OPEN,
    check_render_mode,
    check_render_theme,
    check_render_view,
)
from marriage_env.render.ansi import table_text, terminal_style
from marriage_env.render.picture import table_pixels, table_svg
from marriage_env.render.tiles import tiled
from marriage_env.render.window import Window


class RenderOptions(NamedTuple):
    """What an environment is asked for: how its pictures are made."""

    mode: str | None
    view: str
    theme: str


class Moment(NamedTuple):
    """One game as it is now."""

    states: Records  # (1,) STATE
    events: Sequence[Event]
    learner: int | None = None  # the learner's seat


class Pictures:
    """Pictures of the games of one environment, from the view that it was asked for.

    Raises ValueError, TypeError or MissingLibrary (an ImportError) for options that cannot be.
    """

    def __init__(self, game: Game, players: int, options: RenderOptions, learner: bool) -> None:
        self.mode = check_render_mode(options.mode)
        self._game = game
        self._view = check_render_view(options.view, players, learner)
        self._theme = check_render_theme(options.theme)
        self._window = Window(game.texts.title)

    def of(self, moment: Moment) -> Any:
        """The picture in the render mode, which is not None; "human" gives an array."""
        records, legal = self._seen(moment)
        if self.mode == "ansi":
            return table_text(
                self._game, records, moment.events, legal=legal, style=terminal_style()
            )
        if self.mode == "svg":
            return self.svg(moment)
        return table_pixels(self._game, records, moment.events, legal=legal, theme=self._theme)

    def svg(self, moment: Moment) -> str:
        """The picture as SVG, whatever the render mode."""
        records, legal = self._seen(moment)
        return table_svg(self._game, records, moment.events, legal=legal, theme=self._theme)

    def show(self, moments: Sequence[Moment], frames_per_second: float) -> None:
        """Show the games side by side in the window."""
        self._window.show(tiled([self.of(moment) for moment in moments]), frames_per_second)

    def close(self) -> None:
        """Close the window."""
        self._window.close()

    def _seen(self, moment: Moment) -> tuple[Records, int]:
        """The VIEW or STATE that is drawn, and the legal actions of a VIEW's seat."""
        states = moment.states
        seat = moment.learner if self._view == LEARNER else self._view
        if seat == OPEN or seat is None:
            return states, 0
        to_act = states["seat"][0] == seat
        return self._game.view_of(states, 0, seat), int(states["legal"][0]) if to_act else 0
