"""Pictures as arrays of pixels, drawn by Pillow with the font that it brings along."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.cards import SYMBOLS
from marriage_env.render.boxes import Anchor, Box, Label
from marriage_env.render.canvas import SUIT_OUTLINES, Outline, Point, Stroke
from marriage_env.render.drawing import draw
from marriage_env.render.extras import pillow
from marriage_env.render.layout import Layout
from marriage_env.render.themes import Theme

_FINER = 2  # a picture is drawn so many times larger, and then reduced
_STEPS = 8  # straight lines that a curve is drawn with
_WEIGHTS = [  # of a curve's start, control points and end, at each step
    ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    for t in (step / _STEPS for step in range(1, _STEPS + 1))
]
_DASH, _GAP = 4, 3
_PLAIN = str.maketrans({"−": "-", "–": "-", "×": "x"})  # for what Pillow's font lacks
_BESIDES = "·…±°" + SYMBOLS  # what it has besides, or is drawn without it
_OTHER_FONT = "DejaVuSans.ttf"  # for names in other alphabets, where it is installed


class PixelCanvas:
    """A Canvas of Pillow's."""

    def __init__(self, width: float, height: float, scale: float) -> None:
        self._scale = scale * _FINER
        self.size = round(width * scale), round(height * scale)
        full = self.size[0] * _FINER, self.size[1] * _FINER
        self._image = pillow("Image").new("RGB", full)
        self._draw = pillow("ImageDraw").Draw(self._image)

    def pixels(self) -> NDArray[np.uint8]:
        """The picture, (height, width, 3) uint8, the caller's own."""
        return np.array(self._image.reduce(_FINER))

    def rectangle(
        self, box: Box, fill: str | None, stroke: Stroke | None, radius: float = 0
    ) -> None:
        """A rectangle with rounded corners."""
        if stroke is not None and stroke.dashed:
            self._dashes(_corners(box), stroke)
            return
        line, width = self._line(stroke)
        self._draw.rounded_rectangle(
            self._edges(box, stroke), radius * self._scale, fill, line, width
        )

    def oval(self, box: Box, fill: str | None, stroke: Stroke | None) -> None:
        """An ellipse."""
        if stroke is not None and stroke.dashed:
            self._dashes(_round(box), stroke)
            return
        line, width = self._line(stroke)
        self._draw.ellipse(self._edges(box, stroke), fill, line, width)

    def outlines(self, outlines: tuple[Outline, ...], fill: str) -> None:
        """Closed curves, filled."""
        for outline in outlines:
            self._draw.polygon([self._at(point) for point in _points(outline)], fill)

    def text(self, label: Label, colour: str) -> None:
        """A line of text; signs of suits in it are drawn as on cards."""
        size = label.size * self._scale
        parts = [part for part in re.split(f"([{SYMBOLS}])", label.text.translate(_PLAIN)) if part]
        fonts = [_font(size, _is_usual(part)) for part in parts]
        bold = max(1, round(size / 40)) if label.bold else 0
        widths = [
            0.85 * size if part in SYMBOLS else font.getlength(part) + bold * len(part)
            for part, font in zip(parts, fonts, strict=True)
        ]
        x, y = self._at((label.x, label.y))
        x -= {Anchor.START: 0, Anchor.MIDDLE: 0.5, Anchor.END: 1}[label.anchor] * sum(widths)
        for part, font, width in zip(parts, fonts, widths, strict=True):
            if part in SYMBOLS:
                self._sign(SYMBOLS.index(part), x, y, size, colour)
            else:
                self._letters(part, (x, y), colour, font, bold)
            x += width

    def _letters(self, text: str, at: Point, colour: str, font: Any, bold: int) -> None:
        """Letters of one font, as it sets them; bold ones drawn thicker and further apart."""
        if not bold:
            self._draw.text(at, text, colour, font, anchor="ls")
            return
        for number, letter in enumerate(text):
            x = at[0] + font.getlength(text[:number]) + bold * (number + 0.5)
            self._draw.text((x, at[1]), letter, colour, font, anchor="ls", stroke_width=bold / 2)

    def _sign(self, suit: int, x: float, y: float, size: float, colour: str) -> None:
        """A suit among letters; (x, y), in pixels, is the start of its baseline."""
        box = Box(x + 0.06 * size, y - 0.7 * size, 0.72 * size, 0.72 * size)
        for outline in SUIT_OUTLINES[suit]:
            self._draw.polygon(_points(outline.within(box)), colour)

    def _at(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _edges(self, box: Box, stroke: Stroke | None) -> list[float]:
        """The edges in pixels; lines lie half outside of a box, as in SVG."""
        out = 0 if stroke is None else stroke.width / 2
        edges = (box.x - out, box.y - out, box.right + out, box.bottom + out)
        return [edge * self._scale for edge in edges]

    def _line(self, stroke: Stroke | None) -> tuple[str | None, int]:
        if stroke is None:
            return None, 1
        return stroke.colour, max(1, round(stroke.width * self._scale))

    def _dashes(self, points: list[Point], stroke: Stroke) -> None:
        """A dashed line along points, closed."""
        colour, width = self._line(stroke)
        ends = np.array([*points, points[0]])
        lengths = np.hypot(*np.diff(ends, axis=0).T)
        along = np.concatenate([[0], np.cumsum(lengths)])
        for start in np.arange(0, along[-1], _DASH + _GAP):
            here = np.linspace(start, min(start + _DASH, along[-1]), 4)
            xs, ys = np.interp(here, along, ends[:, 0]), np.interp(here, along, ends[:, 1])
            line = [self._at((x, y)) for x, y in zip(xs, ys, strict=True)]
            self._draw.line(line, colour, width)


def pixels(layout: Layout, theme: Theme, scale: float = 1.0) -> NDArray[np.uint8]:
    """A layout as (height, width, 3) uint8; MissingLibrary without Pillow."""
    canvas = PixelCanvas(layout.width, layout.height, scale)
    draw(layout, canvas, theme)
    return canvas.pixels()


def _is_usual(text: str) -> bool:
    """Whether Pillow's font has all letters of a text."""
    return all(letter.isascii() or letter in _BESIDES for letter in text)


@lru_cache(maxsize=64)
def _font(size: float, usual: bool) -> Any:
    fonts = pillow("ImageFont")
    if not usual:
        try:
            return fonts.truetype(_OTHER_FONT, size)
        except OSError:  # not installed: letters that the usual font lacks are drawn as frames
            pass
    return fonts.load_default(size)


def _points(outline: Outline) -> list[Point]:
    """Points along a closed curve."""
    points = [outline.start]
    for curve in outline.curves:
        xs, ys = zip(points[-1], *curve, strict=True)
        points += [(_mixed(weights, xs), _mixed(weights, ys)) for weights in _WEIGHTS]
    return points


def _mixed(weights: tuple[float, ...], values: tuple[float, ...]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def _corners(box: Box) -> list[Point]:
    return [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]


def _round(box: Box) -> list[Point]:
    (x, y), angles = box.centre, np.linspace(0, 2 * np.pi, 25)[:-1]
    return [(x + box.w / 2 * np.cos(a), y + box.h / 2 * np.sin(a)) for a in angles]
