"""`Canvas`: what a picture is drawn on, whatever comes of it; and outlines of suits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from marriage_env.render.boxes import Box, Label

Point = tuple[float, float]


@dataclass(frozen=True)
class Outline:
    """A closed curve: where it starts, then cubic Béziers, each two control points and its end."""

    start: Point
    curves: tuple[tuple[Point, Point, Point], ...]

    def within(self, box: Box) -> Outline:
        """An outline in the unit square, moved into a box."""

        def moved(point: Point) -> Point:
            return box.x + point[0] * box.w, box.y + point[1] * box.h

        curves = tuple((moved(a), moved(b), moved(c)) for a, b, c in self.curves)
        return Outline(moved(self.start), curves)


@dataclass(frozen=True)
class Stroke:
    """A line: its colour, how wide it is, whether it is dashed."""

    colour: str
    width: float = 1.5
    dashed: bool = False


class Canvas(Protocol):
    """Shapes filled with a colour (None: not at all), with a line round them (None: without)."""

    def rectangle(
        self, box: Box, fill: str | None, stroke: Stroke | None, radius: float = 0
    ) -> None:
        """A rectangle with rounded corners."""

    def oval(self, box: Box, fill: str | None, stroke: Stroke | None) -> None:
        """An ellipse."""

    def outlines(self, outlines: tuple[Outline, ...], fill: str) -> None:
        """Closed curves, filled."""

    def text(self, label: Label, colour: str) -> None:
        """A line of text."""


def _line(point: Point) -> tuple[Point, Point, Point]:
    return point, point, point


def _circle(x: float, y: float, r: float) -> Outline:
    k = 0.5523 * r
    return Outline(
        (x - r, y),
        (
            ((x - r, y - k), (x - k, y - r), (x, y - r)),
            ((x + k, y - r), (x + r, y - k), (x + r, y)),
            ((x + r, y + k), (x + k, y + r), (x, y + r)),
            ((x - k, y + r), (x - r, y + k), (x - r, y)),
        ),
    )


_STEM = Outline(
    (0.5, 0.45),
    (
        ((0.5, 0.8), (0.42, 0.94), (0.28, 1.0)),
        _line((0.72, 1.0)),
        ((0.58, 0.94), (0.5, 0.8), (0.5, 0.45)),
    ),
)
SUIT_OUTLINES: tuple[tuple[Outline, ...], ...] = (
    (
        _circle(0.5, 0.25, 0.235),
        _circle(0.25, 0.6, 0.235),
        _circle(0.75, 0.6, 0.235),
        _circle(0.5, 0.5, 0.15),
        _STEM,
    ),
    (
        Outline(
            (0.5, 0.0),
            (
                ((0.6, 0.2), (0.74, 0.38), (0.9, 0.5)),
                ((0.74, 0.62), (0.6, 0.8), (0.5, 1.0)),
                ((0.4, 0.8), (0.26, 0.62), (0.1, 0.5)),
                ((0.26, 0.38), (0.4, 0.2), (0.5, 0.0)),
            ),
        ),
    ),
    (
        Outline(
            (0.5, 0.26),
            (
                ((0.42, 0.02), (0.02, 0.0), (0.02, 0.33)),
                ((0.02, 0.6), (0.34, 0.74), (0.5, 1.0)),
                ((0.66, 0.74), (0.98, 0.6), (0.98, 0.33)),
                ((0.98, 0.0), (0.58, 0.02), (0.5, 0.26)),
            ),
        ),
    ),
    (
        Outline(
            (0.5, 0.0),
            (
                ((0.36, 0.24), (0.02, 0.34), (0.02, 0.6)),
                ((0.02, 0.86), (0.4, 0.86), (0.48, 0.66)),
                _line((0.52, 0.66)),
                ((0.6, 0.86), (0.98, 0.86), (0.98, 0.6)),
                ((0.98, 0.34), (0.64, 0.24), (0.5, 0.0)),
            ),
        ),
        _STEM,
    ),
)
