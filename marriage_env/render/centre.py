"""The middle of the table: the trick or the pile, and the places for chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marriage_env.core import scene
from marriage_env.core.scene import Mark, PlaceKind, Scene
from marriage_env.render.boxes import Anchor, Box, Label, fitted, text_width
from marriage_env.render.measures import (
    CARD_HEIGHT,
    CARD_WIDTH,
    NORMAL,
    SMALLEST,
    TINY,
    WIDTH,
    CardBox,
    row,
)

_BOX_WIDTH, _BOX_HEIGHT, _BOX_GAP = 76, 106, 4
_DOUBLE_WIDTH, _DOUBLE_HEIGHT = 64, 94
_SAUCER_WIDTH, _SAUCER_HEIGHT = 186, 56
_EMBLEM_WIDTH, _EMBLEM_HEIGHT = 26, 36
_CHIP = 20
_LINES = {"out of turn": ("out of", "turn")}


@dataclass(frozen=True)
class PlaceBox:
    """A box, double or saucer, what wins it, and the chips in it."""

    box: Box
    kind: PlaceKind
    name: Label
    emblem: tuple[CardBox, ...]
    words: tuple[Label, ...]  # instead of cards, a line each
    chip: Box  # a disc
    chips: Label


def lay_trick(laid: Sequence[scene.LaidCard], slots: Sequence[Box]) -> tuple[CardBox, ...]:
    """Each card before its player; `slots` by seat."""
    cards = []
    for card in laid:
        slot = slots[card.seat]
        box = Box(slot.centre[0] - CARD_WIDTH / 2, slot.y, CARD_WIDTH, CARD_HEIGHT)
        words = card.mark.value or ("takes" if card.takes else "")
        lines = tuple(
            Label(line, slot.centre[0], box.bottom + 15 + 14 * number, TINY, Anchor.MIDDLE, True)
            for number, line in enumerate(_LINES.get(words, words.split()))
        )
        cards.append(
            CardBox(
                box,
                card.card,
                heavy=card.takes or card.mark in (Mark.OUT_OF_TURN, Mark.CALLED_HER),
                order=card.order,
                mark=card.mark,
                words=lines,
            )
        )
    return tuple(cards)


def lay_pile(laid: Sequence[scene.LaidCard], box: Box) -> tuple[CardBox, ...]:
    """The cards of a pile side by side, the seat that laid each under it."""
    count = max(len(laid), 1)
    width = min(CARD_WIDTH, (box.w - 2 * (count - 1)) / count)
    lefts = row(count, width, 2, box.centre[0])
    return tuple(
        CardBox(Box(x, box.y, width, CARD_HEIGHT), card.card, seat=card.seat)
        for x, card in zip(lefts, laid, strict=False)
    )


def lay_places(picture: Scene, area: Box) -> tuple[PlaceBox, ...]:
    """The boxes in a row in the middle; or doubles in a row and saucers under them."""
    boxes = [one for one in picture.places if one.kind is PlaceKind.BOX]
    doubles = [one for one in picture.places if one.kind is PlaceKind.DOUBLE]
    saucers = [one for one in picture.places if one.kind is PlaceKind.SAUCER]
    middle = area.centre[1]
    found = _in_row(boxes, Box(area.x, middle - _BOX_HEIGHT / 2, area.w, _BOX_HEIGHT), _BOX_WIDTH)
    found += _in_row(doubles, Box(area.x, area.y, area.w, _DOUBLE_HEIGHT), _DOUBLE_WIDTH)
    under = area.y + _DOUBLE_HEIGHT + 8
    found += _in_row(saucers, Box(area.x, under, area.w, _SAUCER_HEIGHT), _SAUCER_WIDTH)
    return tuple(found)


def pile_area(area: Box) -> Box:
    """Where a pile is: under doubles and saucers."""
    top = area.y + _DOUBLE_HEIGHT + _SAUCER_HEIGHT + 18
    return Box(area.x, top, area.w, CARD_HEIGHT + 22)


def _in_row(places: Sequence[scene.Place], area: Box, width: float) -> list[PlaceBox]:
    count = len(places)
    width = min(width, (area.w - _BOX_GAP * (count - 1)) / max(count, 1))
    lefts = row(count, width, _BOX_GAP, area.centre[0])
    return [
        place_box(place, Box(x, area.y, width, area.h))
        for x, place in zip(lefts, places, strict=True)
    ]


def place_box(place: scene.Place, box: Box) -> PlaceBox:
    """One place for chips, in its box: from the top, its name, what wins it, the chips."""
    saucer, double = place.kind is PlaceKind.SAUCER, place.kind is PlaceKind.DOUBLE
    across = box.centre[0]
    if saucer:  # two columns
        across = box.x + 0.33 * box.w
    name = "" if double else fitted(place.name, SMALLEST, 0.66 * box.w if saucer else box.w, True)
    top = box.y + (6 if double else 24)
    height = _EMBLEM_HEIGHT + 8 if double else (26 if saucer else _EMBLEM_HEIGHT)
    width = _EMBLEM_WIDTH + 6 if double else (22 if saucer else _EMBLEM_WIDTH)
    lefts = row(len(place.cards), width, 4, across)
    emblem = tuple(
        CardBox(Box(x, top, width, height), card)
        for x, card in zip(lefts, place.cards, strict=True)
    )
    first = top + height / 2 + 5 - 8 * place.wins.count("\n")
    words = tuple(
        Label(line, across, first + 16 * number, TINY, Anchor.MIDDLE)
        for number, line in enumerate(place.wins.splitlines())
    )
    chips = _chips(place.chips, box, saucer)
    return PlaceBox(
        box=box,
        kind=place.kind,
        name=Label(name, across, box.y + 18, SMALLEST, Anchor.MIDDLE, bold=True),
        emblem=emblem,
        words=words,
        chip=chips[0],
        chips=chips[1],
    )


def _chips(chips: int, box: Box, saucer: bool) -> tuple[Box, Label]:
    """A disc and the number of chips, at the bottom or on the right."""
    text = str(chips)
    if chips >= 1000:
        text = f"{chips / 1000:.1f}k" if chips < 10_000 else f"{chips // 1000}k"
    room = min(box.w, 70) - _CHIP - 10
    size = min(NORMAL, room / text_width(text, 1, True))
    width = _CHIP + 5 + text_width(text, size, True)
    if saucer:
        middle, left = box.centre[1], box.right - 9 - _CHIP - 5 - room
    else:
        middle, left = box.bottom - 6 - _CHIP / 2, box.centre[0] - width / 2
    disc = Box(left, middle - _CHIP / 2, _CHIP, _CHIP)
    return disc, Label(text, disc.right + 5, middle + 0.36 * size, size, bold=True)


def area(left: float, top: float, bottom: float) -> Box:
    """The middle of the table, between panels whose edges these are, symmetrical."""
    return Box(left, top, WIDTH - 2 * left, bottom - top)
