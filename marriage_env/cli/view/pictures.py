"""Pictures of all steps, with what they have in common stored once.

A picture is a list of pieces (a player, a place for chips, a card), and a piece a list of SVG
elements. From one step to the next few pieces change, and pieces share elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from marriage_env.cli.view.walk import Walk
from marriage_env.render import drawing
from marriage_env.render.layout import Layout
from marriage_env.render.measures import HEIGHT, WIDTH
from marriage_env.render.picture import table_layout
from marriage_env.render.svg import SvgCanvas
from marriage_env.render.themes import Theme

# The colours are variables of the page's style sheet, so that its reader can change the theme.
PAGE_COLOURS = Theme(**{one.name: f"var(--{one.name})" for one in fields(Theme)})


class Pieces:
    """All pieces and elements so far, numbered in the order in which they came."""

    def __init__(self) -> None:
        self._elements: dict[str, int] = {}
        self._pieces: dict[tuple[int, ...], int] = {}
        self._drawn: dict[tuple[Any, ...], int] = {}

    def number(self, piece: partial[None]) -> int:
        """The number of a piece, which is added if it is new."""
        key = (piece.func, *piece.args)
        if isinstance(piece.args[0], Layout):  # rarely the same twice, and large to remember
            return self._number(_elements(piece))
        if key not in self._drawn:
            self._drawn[key] = self._number(_elements(piece))
        return self._drawn[key]

    def _number(self, elements: Sequence[str]) -> int:
        known = self._elements
        piece = tuple(known.setdefault(element, len(known)) for element in elements)
        return self._pieces.setdefault(piece, len(self._pieces))

    @property
    def elements(self) -> list[str]:
        """The SVG elements."""
        return list(self._elements)

    @property
    def pieces(self) -> list[tuple[int, ...]]:
        """The elements of each piece, by number."""
        return list(self._pieces)


def picture(
    walk: Walk, step: int, onlooker: int | None, names: Sequence[str] | None, pieces: Pieces
) -> list[int]:
    """The pieces of a step as a seat sees it, made from its view; None: all hands open."""
    states, events = walk.states[step], walk.events[: walk.counts[step]]
    if onlooker is None:
        layout = table_layout(walk.game, states, events, names=names)
    else:
        view = walk.game.view_of(states, 0, onlooker)
        legal = walk.legal(step) if walk.seat(step) == onlooker else 0
        layout = table_layout(walk.game, view, events, legal=legal, names=names)
    return [pieces.number(piece) for piece in drawing.pieces(layout, PAGE_COLOURS)]


def _elements(piece: partial[None]) -> list[str]:
    canvas = SvgCanvas(WIDTH, HEIGHT, "")
    piece(canvas)
    return canvas.elements
