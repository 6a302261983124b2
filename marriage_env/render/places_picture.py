"""A picture of the places for chips alone: Mariage's boxes, or Trynka's doubles and saucers."""

from __future__ import annotations

from marriage_env.core.scene import PlaceKind, Scene
from marriage_env.render.boxes import Box
from marriage_env.render.centre import place_box
from marriage_env.render.drawing import draw_place
from marriage_env.render.measures import row
from marriage_env.render.svg import SvgCanvas
from marriage_env.render.themes import theme_named

_SIZES = {PlaceKind.BOX: (96, 112), PlaceKind.DOUBLE: (72, 96), PlaceKind.SAUCER: (190, 60)}
_GAP, _MARGIN = 8, 6


def places_svg(scene: Scene, theme: str = "light") -> str:
    """The places for chips of a scene, each kind in a row, as an SVG element.

    Raises ValueError for an unknown theme, and for a game on whose table no chips lie.
    """
    if not scene.places:
        raise ValueError(f"{scene.title}: no chips lie on the table")
    colours = theme_named(theme)
    rows = [[place for place in scene.places if place.kind is kind] for kind in PlaceKind]
    rows = [places for places in rows if places]
    sizes = [_SIZES[places[0].kind] for places in rows]
    width = max(
        len(places) * (size[0] + _GAP) - _GAP for places, size in zip(rows, sizes, strict=True)
    )
    height = sum(size[1] + _GAP for size in sizes) - _GAP
    canvas = SvgCanvas(
        width + 2 * _MARGIN, height + 2 * _MARGIN, ", ".join(place.name for place in scene.places)
    )
    top: float = _MARGIN
    for places, (wide, high) in zip(rows, sizes, strict=True):
        for x, place in zip(row(len(places), wide, _GAP, _MARGIN + width / 2), places, strict=True):
            draw_place(place_box(place, Box(x, top, wide, high)), canvas, colours)
        top += high + _GAP
    return canvas.finished()
