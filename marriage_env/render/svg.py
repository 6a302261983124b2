"""Pictures as SVG: one self-contained element, without scripts, images or fonts of its own."""

from __future__ import annotations

from xml.sax.saxutils import escape

from marriage_env.render.boxes import Box, Label
from marriage_env.render.canvas import Outline, Point, Stroke
from marriage_env.render.drawing import draw
from marriage_env.render.layout import Layout
from marriage_env.render.themes import Theme

_FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_HEAD_LINES = 2  # of a canvas without anything on it


class SvgCanvas:
    """A Canvas that collects SVG elements; equal calls give equal text."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
            f'width="{_n(width)}" height="{_n(height)}" style="max-width:100%;height:auto" '
            f'role="img" font-family="{_FONTS}">',
            f"<title>{_text(title)}</title>",
        ]

    def finished(self) -> str:
        """The whole picture as text."""
        return "\n".join([*self._lines, "</svg>", ""])

    @property
    def elements(self) -> list[str]:
        """What has been drawn so far, without the element that holds it."""
        return self._lines[_HEAD_LINES:]

    def rectangle(
        self, box: Box, fill: str | None, stroke: Stroke | None, radius: float = 0
    ) -> None:
        """A rectangle with rounded corners."""
        rounded = f' rx="{_n(radius)}"' if radius else ""
        self._lines.append(
            f'<rect x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.w)}" height="{_n(box.h)}"'
            f"{rounded}{_paint(fill, stroke)}/>"
        )

    def oval(self, box: Box, fill: str | None, stroke: Stroke | None) -> None:
        """An ellipse."""
        x, y = box.centre
        self._lines.append(
            f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(box.w / 2)}" ry="{_n(box.h / 2)}"'
            f"{_paint(fill, stroke)}/>"
        )

    def outlines(self, outlines: tuple[Outline, ...], fill: str) -> None:
        """Closed curves, filled."""
        path = "".join(_path(outline) for outline in outlines)
        self._lines.append(f'<path d="{path}" fill="{fill}"/>')

    def text(self, label: Label, colour: str) -> None:
        """A line of text."""
        anchor = "" if label.anchor.value == "start" else f' text-anchor="{label.anchor.value}"'
        bold = ' font-weight="bold"' if label.bold else ""
        self._lines.append(
            f'<text x="{_n(label.x)}" y="{_n(label.y)}" font-size="{_n(label.size)}"'
            f'{anchor}{bold} fill="{colour}">{_text(label.text)}</text>'
        )


def svg(layout: Layout, theme: Theme) -> str:
    """A layout as an SVG element."""
    title = f"{layout.title.text}, {layout.subtitle.text}"
    canvas = SvgCanvas(layout.width, layout.height, title)
    draw(layout, canvas, theme)
    return canvas.finished()


def _n(number: float) -> str:
    """A number with at most one decimal place."""
    return f"{number:.1f}".removesuffix(".0")


def _text(text: str) -> str:
    """Escaped for XML, without characters that XML cannot hold."""
    return escape("".join(one if one.isprintable() else "\ufffd" for one in text))


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _path(outline: Outline) -> str:
    curves = "".join("C" + _points(curve) for curve in outline.curves)
    return f"M{_points((outline.start,))}{curves}Z"


def _paint(fill: str | None, stroke: Stroke | None) -> str:
    painted = f' fill="{fill or "none"}"'
    if stroke is not None:
        painted += f' stroke="{stroke.colour}" stroke-width="{_n(stroke.width)}"'
        painted += ' stroke-dasharray="4 3"' if stroke.dashed else ""
    return painted
