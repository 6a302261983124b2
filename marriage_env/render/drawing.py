"""Drawing a layout on a canvas."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from marriage_env.core.cards import RANKS
from marriage_env.core.scene import FACE_DOWN, PlaceKind, Turn
from marriage_env.render.boxes import Anchor, Box, Label, text_width
from marriage_env.render.canvas import SUIT_OUTLINES, Canvas, Stroke
from marriage_env.render.centre import PlaceBox
from marriage_env.render.layout import Layout, PaymentLine
from marriage_env.render.measures import TINY, CardBox
from marriage_env.render.panels import Panel
from marriage_env.render.themes import Theme

_RED_SUITS = (1, 2)


def draw(layout: Layout, canvas: Canvas, theme: Theme) -> None:
    """Draw the whole picture."""
    for piece in pieces(layout, theme):
        piece(canvas)


def pieces(layout: Layout, theme: Theme) -> Iterator[partial[None]]:
    """The picture piece by piece, in the order of drawing: a player, a place for chips, a card.

    A piece is called with a canvas. What it depends on is its function and its first argument.
    """
    yield partial(_ground, layout, theme=theme)
    for panel in layout.panels:
        yield partial(draw_panel, panel, theme=theme)
    for place in layout.places:
        yield partial(draw_place, place, theme=theme)
    for card in (*layout.trick, *layout.pile, *([layout.turn_up] if layout.turn_up else [])):
        yield partial(draw_card, card, theme=theme)
    yield partial(_trump_and_keys, layout, theme=theme)
    yield partial(_payments, layout, theme=theme)


def _ground(layout: Layout, canvas: Canvas, theme: Theme) -> None:
    """The table, the titles, what is said of the trump and the trick."""
    canvas.rectangle(Box(0, 0, layout.width, layout.height), theme.paper, None)
    canvas.oval(layout.table.inset(34), theme.felt, Stroke(theme.rim, 3))
    for label in (layout.title, layout.subtitle, layout.seen_by, *layout.corner):
        canvas.text(label, theme.faint if label.faint else theme.ink)


def _trump_and_keys(layout: Layout, canvas: Canvas, theme: Theme) -> None:
    if layout.trump_sign is not None:
        colour = theme.red_sign if layout.trump in _RED_SUITS else theme.ink
        _suit(layout.trump, layout.trump_sign, canvas, colour)
    for key in layout.keys:
        draw_card(key.sample, canvas, theme)
        canvas.text(key.words, theme.faint)


def _payments(layout: Layout, canvas: Canvas, theme: Theme) -> None:
    canvas.rectangle(layout.payments_box, theme.panel, Stroke(theme.rim, 1.5), 8)
    canvas.text(layout.payments_title, theme.ink)
    for line in layout.payments:
        _payment(line, canvas, theme)


def draw_panel(panel: Panel, canvas: Canvas, theme: Theme) -> None:
    """A player: the seat's number in a disc, name, chips, tricks, hand, what it is to do."""
    acts = panel.turn is Turn.TO_ACT
    stroke = Stroke(theme.strong, 4) if acts else Stroke(theme.rim, 1.5)
    canvas.rectangle(panel.box, theme.panel, stroke, 9)
    _disc(panel.badge, str(panel.seat), canvas, theme.ink, theme.panel)
    canvas.text(panel.name, theme.ink)
    canvas.text(panel.info, theme.ink)
    if panel.dealer:
        canvas.rectangle(panel.dealer_badge, None, Stroke(theme.ink, 1.5), 4)
        canvas.text(_centred("D", panel.dealer_badge, TINY), theme.ink)
    for card in panel.cards:
        draw_card(card, canvas, theme)
    if acts:
        canvas.rectangle(panel.note_box, theme.strong, None, 5)
    elif panel.turn is Turn.NEXT:
        canvas.rectangle(panel.note_box, None, Stroke(theme.ink, 1.2, dashed=True), 5)
    if panel.note.text:
        canvas.text(panel.note, theme.on_strong if acts else theme.ink)


def draw_card(card: CardBox, canvas: Canvas, theme: Theme) -> None:
    """A card, with its marks."""
    box, radius = card.box, min(5, card.box.w / 6)
    if card.card == FACE_DOWN:
        canvas.rectangle(box, theme.back, Stroke(theme.card_line, 1), radius)
        canvas.rectangle(box.inset(3), None, Stroke(theme.back_line, 1), max(radius - 2, 1))
        return
    stroke = Stroke(theme.card_line, 1)
    if card.heavy or card.legal:
        stroke = Stroke(theme.legal if card.legal else theme.strong, 3.5)
    canvas.rectangle(box, theme.card, stroke, radius)
    if card.card >= 0:
        _face(card, canvas, theme)
    if card.known:
        bar = Box(box.x + 3, box.bottom - 6, box.w - 6, 4)
        canvas.rectangle(bar, theme.black_suits, None, 1)
    for label in card.words:
        canvas.text(label, theme.ink)
    if card.seat >= 0:
        badge = Box(box.centre[0] - 9, box.bottom + 3, 18, 18)
        _disc(badge, str(card.seat), canvas, theme.ink, theme.panel)


def _face(card: CardBox, canvas: Canvas, theme: Theme) -> None:
    """Rank above suit; in a trick the order of play stands beside the suit."""
    suit, rank = divmod(card.card, 13)
    box = card.box
    text = RANKS[rank].replace("T", "10")
    size = min(0.44 * box.h, (box.w - 3) / text_width(text, 1, True))
    colour = theme.red_suits if suit in _RED_SUITS else theme.black_suits
    base = Label(text, box.centre[0], box.y + 0.45 * box.h, size, Anchor.MIDDLE, bold=True)
    canvas.text(base, colour)
    side = min(0.36 * box.h, 0.72 * box.w)
    left = box.x + 3 if card.order else box.centre[0] - side / 2
    sign = Box(left, box.y + 0.54 * box.h, side, side)
    _suit(suit, sign, canvas, colour)
    if card.order:
        badge = Box(box.right - 19, box.bottom - 19, 17, 17)
        _disc(badge, str(card.order), canvas, theme.black_suits, theme.card)


def draw_place(place: PlaceBox, canvas: Canvas, theme: Theme) -> None:
    """A box, double or saucer: its name, what wins it, its chips."""
    box = place.box
    radius = box.h / 2 if place.kind is PlaceKind.SAUCER else 6
    canvas.rectangle(box, theme.box, Stroke(theme.ink, 1.5), radius)
    if place.name.text:
        canvas.text(place.name, theme.ink)
    for card in place.emblem:
        draw_card(card, canvas, theme)
    for label in place.words:
        canvas.text(label, theme.ink)
    canvas.oval(place.chip, theme.chip, Stroke(theme.ink, 1.5))
    canvas.oval(place.chip.inset(5), None, Stroke(theme.ink, 1.2, dashed=True))
    canvas.text(place.chips, theme.ink)


def _payment(line: PaymentLine, canvas: Canvas, theme: Theme) -> None:
    canvas.rectangle(line.frame, None, Stroke(theme.faint, 1), 4)
    for label in (line.clause, line.what, line.moved):
        canvas.text(label, theme.ink)


def _suit(suit: int, box: Box, canvas: Canvas, colour: str) -> None:
    canvas.outlines(tuple(one.within(box) for one in SUIT_OUTLINES[suit]), colour)


def _disc(box: Box, text: str, canvas: Canvas, fill: str, ink: str) -> None:
    canvas.oval(box, fill, None)
    canvas.text(_centred(text, box, 0.64 * box.h), ink)


def _centred(text: str, box: Box, size: float) -> Label:
    x, y = box.centre
    return Label(text, x, y + 0.36 * size, size, Anchor.MIDDLE, bold=True)
