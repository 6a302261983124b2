"""The seats round the oval: where each has its panel and its card in the trick, and what they say.

Seats go clockwise from the onlooker's own, or the first one, which is at the bottom.
"""

from __future__ import annotations

from dataclasses import dataclass

from marriage_env.core.scene import Scene, Seat, Turn
from marriage_env.render.boxes import Anchor, Box, Label, fitted, text_width
from marriage_env.render.measures import (
    HELD_HEIGHT,
    HELD_WIDTH,
    MARGIN,
    PANEL_HEIGHT,
    SLOT_HEIGHT,
    SLOT_WIDTH,
    SMALL,
    SMALLEST,
    TABLE,
    TINY,
    WIDTH,
    CardBox,
    row,
)

# By the number of players: how many sit at the bottom, on the left, at the top, on the right.
_SIDES = {
    2: (1, 0, 1, 0),
    3: (1, 0, 2, 0),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (1, 2, 1, 2),
    7: (1, 2, 2, 2),
    8: (3, 1, 3, 1),
    9: (3, 2, 2, 2),
    10: (3, 2, 3, 2),
}
_PANEL_WIDTH = 172
_PADDING, _GAP = 7, 2
_LEAST_HELD = 24  # how wide the cards of the largest hand are, at the least
_BADGE = 22
_CURVE = 8  # how much nearer to the middle the outer panels of a row are
_SIDE_GAP = 10
_ROW_GAP, _SLOT_GAP = 24, 66


@dataclass(frozen=True)
class Place:
    """Where a seat has its panel, and the card that it lays to a trick."""

    panel: Box
    slot: Box


@dataclass(frozen=True)
class Panel:
    """What is shown of a player."""

    box: Box
    seat: int
    turn: Turn
    observer: bool
    dealer: bool
    badge: Box  # a disc with the seat's number
    name: Label
    info: Label  # chips and tricks
    dealer_badge: Box
    cards: tuple[CardBox, ...]
    note_box: Box
    note: Label


def places(scene: Scene) -> list[Place]:
    """Where each seat has its panel and slot, by seat."""
    players = len(scene.seats)
    width = max(_PANEL_WIDTH, 2 * _PADDING + scene.hand_cards * (_LEAST_HELD + _GAP) - _GAP)
    bottom, left, top, right = _SIDES[players]
    below, above = _horizontal(bottom, width, False), _horizontal(top, width, True)
    at_left, at_right = _vertical(left, width, True), _vertical(right, width, False)
    middle = bottom // 2
    # Clockwise from the middle of the bottom row, which is laid out from left to right.
    clockwise = [
        *below[middle::-1],
        *at_left[::-1],
        *above,
        *at_right,
        *below[:middle:-1],
    ]
    first = scene.observer or 0
    return [clockwise[(seat - first) % players] for seat in range(players)]


def _horizontal(count: int, width: float, top: bool) -> list[Place]:
    """The places of a row, from left to right."""
    found = []
    slot_gap = _SLOT_GAP if count > 2 else 2 * _SLOT_GAP
    panels = row(count, width, _ROW_GAP, WIDTH / 2)
    slots = row(count, SLOT_WIDTH, slot_gap, WIDTH / 2)
    for number, (x, slot_x) in enumerate(zip(panels, slots, strict=True)):
        outer = _CURVE if count > 2 and number in (0, count - 1) else 0
        if top:
            y = TABLE.y + outer
            slot_y = TABLE.y + PANEL_HEIGHT + _CURVE + 6
        else:
            y = TABLE.bottom - PANEL_HEIGHT - outer
            slot_y = TABLE.bottom - PANEL_HEIGHT - _CURVE - 6 - SLOT_HEIGHT
        panel = Box(x, y, width, PANEL_HEIGHT)
        found.append(Place(panel, Box(slot_x, slot_y, SLOT_WIDTH, SLOT_HEIGHT)))
    return found


def _vertical(count: int, width: float, left: bool) -> list[Place]:
    """The places of a side, from top to bottom."""
    found = []
    middle = TABLE.y + TABLE.h / 2
    x = MARGIN if left else WIDTH - MARGIN - width
    slot_x = x + width + 4 if left else x - 4 - SLOT_WIDTH
    for y in row(count, PANEL_HEIGHT, _SIDE_GAP, middle):
        slot_y = y + (PANEL_HEIGHT - SLOT_HEIGHT) / 2
        panel = Box(x, y, width, PANEL_HEIGHT)
        found.append(Place(panel, Box(slot_x, slot_y, SLOT_WIDTH, SLOT_HEIGHT)))
    return found


def panel(scene: Scene, seat: Seat, name: str, box: Box) -> Panel:
    """What is shown of a player, in its box."""
    inner = box.inset(_PADDING)
    badge = Box(inner.x, inner.y, _BADGE, _BADGE)
    dealer = Box(inner.right - _BADGE, inner.y, _BADGE, _BADGE)
    text_x = badge.right + 7
    room = (dealer.x if seat.dealer else inner.right) - text_x - 4
    size = SMALL if text_width(name, SMALL, True) <= room else SMALLEST
    note_box = Box(box.x + 3, box.bottom - 23, box.w - 6, 20)
    return Panel(
        box=box,
        seat=seat.seat,
        turn=seat.turn,
        observer=scene.observer == seat.seat,
        dealer=seat.dealer,
        badge=badge,
        name=Label(fitted(name, size, room, True), text_x, inner.y + 17, size, bold=True),
        info=Label(_info(seat), inner.x, inner.y + 40, TINY),
        dealer_badge=dealer,
        cards=_held(seat, Box(inner.x, inner.y + 47, inner.w, HELD_HEIGHT)),
        note_box=note_box,
        note=_note(seat, note_box),
    )


def _info(seat: Seat) -> str:
    words = f"{seat.chips:+d} chip" + ("s" if abs(seat.chips) != 1 else "")
    if seat.chips == 0:
        words = "0 chips"
    if seat.tricks is not None:
        words += f" · {seat.tricks} trick" + ("s" if seat.tricks != 1 else "")
    return words


def _note(seat: Seat, box: Box) -> Label:
    bold = seat.turn is Turn.TO_ACT
    text = fitted(seat.note, TINY, box.w - 8, bold)
    return Label(text, box.centre[0], box.bottom - 5.5, TINY, Anchor.MIDDLE, bold=bold)


def _held(seat: Seat, box: Box) -> tuple[CardBox, ...]:
    """The cards of a hand, side by side."""
    count = len(seat.hand)
    if not count:
        return ()
    width = min(HELD_WIDTH, (box.w - _GAP * (count - 1)) / count)
    return tuple(
        CardBox(
            Box(box.x + place * (width + _GAP), box.y, width, box.h),
            held.card,
            known=held.known,
            legal=held.legal,
        )
        for place, held in enumerate(seat.hand)
    )
