"""Boxes and labels of a layout, and how much room a text takes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

# The room that characters take, in ems: as wide as in DejaVu Sans, the widest of the usual fonts.
_NARROW = dict.fromkeys("ijl.,:;|!'()[] ·", 0.36) | dict.fromkeys("frt-/", 0.44)
_WIDE = dict.fromkeys("mwMW@…", 0.98) | dict.fromkeys("ABDGHNOQUVXC", 0.77)
_EMS = _NARROW | _WIDE
_USUAL, _OTHER_ALPHABETS = 0.66, 0.8
_BOLD = 1.08
ELLIPSIS = "…"


class Anchor(Enum):
    """Which end of a label stands at its x."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True)
class Box:
    """A rectangle; y runs downwards."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def overlaps(self, other: Box) -> bool:
        """Whether the two have more than an edge in common."""
        aside = self.right <= other.x or other.right <= self.x
        return not (aside or self.bottom <= other.y or other.bottom <= self.y)

    def contains(self, other: Box) -> bool:
        """Whether the other lies within it, edges included."""
        across = self.x <= other.x and other.right <= self.right
        return across and self.y <= other.y and other.bottom <= self.bottom

    def inset(self, margin: float) -> Box:
        """The box without a margin on all sides."""
        return Box(self.x + margin, self.y + margin, self.w - 2 * margin, self.h - 2 * margin)


@dataclass(frozen=True)
class Label:
    """A line of text; (x, y) is on its baseline."""

    text: str
    x: float
    y: float
    size: float
    anchor: Anchor = Anchor.START
    bold: bool = False
    faint: bool = False

    @property
    def box(self) -> Box:
        """The room that it takes, estimated upwards."""
        width = text_width(self.text, self.size, self.bold)
        left = {Anchor.START: 0.0, Anchor.MIDDLE: width / 2, Anchor.END: width}[self.anchor]
        return Box(self.x - left, self.y - 0.8 * self.size, width, self.size)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is at the most, whatever the usual font."""
    ems = sum(_EMS.get(letter, _USUAL if letter.isascii() else _OTHER_ALPHABETS) for letter in text)
    return ems * size * (_BOLD if bold else 1)


def fitted(text: str, size: float, width: float, bold: bool = False) -> str:
    """The text, or as much of it as fits into a width, with an ellipsis."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + ELLIPSIS, size, bold) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS
