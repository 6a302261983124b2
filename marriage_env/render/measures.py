"""The measures that layouts are made with, and the smallest parts of one: cards and chips."""

from __future__ import annotations

from dataclasses import dataclass

from marriage_env.core.scene import Mark
from marriage_env.render.boxes import Box, Label

WIDTH, HEIGHT = 900, 780
MARGIN = 10
TITLE, NORMAL, SMALL, TINY, SMALLEST = 24, 16, 15, 14, 13  # sizes of text
# From the top: the heading, the table, the last payments.
TABLE = Box(MARGIN, 52, WIDTH - 2 * MARGIN, 570)
PAYMENTS = Box(MARGIN, TABLE.bottom + 12, WIDTH - 2 * MARGIN, HEIGHT - TABLE.bottom - 12 - MARGIN)
PANEL_HEIGHT = 124
CARD_WIDTH, CARD_HEIGHT = 42, 58  # of cards in the trick, on the pile, and turned up
HELD_WIDTH, HELD_HEIGHT = 30, 44  # of cards in hands, at the most
SLOT_WIDTH, SLOT_HEIGHT = 62, 92  # of a card in the trick and two lines of words under it
BLANK = -2  # a card without a face, in explanations


@dataclass(frozen=True)
class CardBox:
    """A card, by its id, or face down."""

    box: Box
    card: int  # FACE_DOWN and BLANK are none
    known: bool = False  # marked as known to everyone
    legal: bool = False  # marked as legal now
    heavy: bool = False  # it took the trick, or belongs to a marriage
    order: int = 0  # when it was laid, from 1; 0: unmarked
    seat: int = -1  # who laid it, where the card does not lie before its player
    mark: Mark = Mark.NONE
    words: tuple[Label, ...] = ()  # what is special about it, a line each


def row(count: int, width: float, gap: float, centre: float) -> list[float]:
    """The left edges of boxes side by side around a centre."""
    left = centre - (count * width + (count - 1) * gap) / 2
    return [left + place * (width + gap) for place in range(count)]
