"""Pictures of the table, from one seat's view or with all hands open, for every game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.events import Event
from marriage_env.game import Game, Records
from marriage_env.render.layout import MOST_PAYMENTS, Layout, lay_out
from marriage_env.render.payments import last_payments
from marriage_env.render.pixels import pixels
from marriage_env.render.svg import svg
from marriage_env.render.themes import theme_named


def table_layout(
    game: Game,
    records: Records,
    events: Sequence[Event] = (),
    *,
    legal: int = 0,
    names: Sequence[str] | None = None,
) -> Layout:
    """The layout of a picture of (1,) VIEW, others' cards face down, or (1,) STATE, all open.

    Args:
        events: those since the match began (everyone sees them); the last payments are shown.
        legal: with a VIEW, the legal actions of its seat if it is to act, a set.
        names: of the players, by default "player_0" …

    Raises ValueError for names that are not one string a player.
    """
    scene = game.texts.scene(records, legal)
    payments = last_payments(game.texts.sentences, events, MOST_PAYMENTS)
    return lay_out(scene, payments, names)


def table_svg(
    game: Game,
    records: Records,
    events: Sequence[Event] = (),
    *,
    legal: int = 0,
    names: Sequence[str] | None = None,
    theme: str = "light",
) -> str:
    """The table as an SVG element; arguments as for `table_layout`, `theme` "light" or "dark"."""
    colours = theme_named(theme)
    return svg(table_layout(game, records, events, legal=legal, names=names), colours)


def table_pixels(
    game: Game,
    records: Records,
    events: Sequence[Event] = (),
    *,
    legal: int = 0,
    names: Sequence[str] | None = None,
    theme: str = "light",
    scale: float = 1.0,
) -> NDArray[np.uint8]:
    """The table as (height, width, 3) uint8, 900 × 780 pixels times `scale`.

    Other arguments as for `table_svg`. MissingLibrary without Pillow (the extra `render`).
    """
    colours = theme_named(theme)
    layout = table_layout(game, records, events, legal=legal, names=names)
    return pixels(layout, colours, scale)
