"""`Layout`: where everything in a picture of the table is. Numbers and labels; nothing is drawn.

A layout is made from a scene, the names of the players and the last payments, and from nothing
else; so is every picture, whatever it is drawn on. Lengths are in units of which a picture is
`WIDTH` wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marriage_env.core.arguments import shown
from marriage_env.core.scene import FACE_DOWN, Scene
from marriage_env.render import centre, panels
from marriage_env.render.boxes import Anchor, Box, Label, fitted, text_width
from marriage_env.render.centre import PlaceBox
from marriage_env.render.measures import (
    BLANK,
    CARD_HEIGHT,
    CARD_WIDTH,
    HEIGHT,
    MARGIN,
    NORMAL,
    PANEL_HEIGHT,
    PAYMENTS,
    SMALL,
    TABLE,
    TINY,
    TITLE,
    WIDTH,
    CardBox,
)
from marriage_env.render.panels import Panel
from marriage_env.render.payments import Payment

MOST_PAYMENTS = 5
_SUITS = ("clubs", "diamonds", "hearts", "spades")


@dataclass(frozen=True)
class PaymentLine:
    """A payment: the clause in a frame, a sentence, the chips."""

    frame: Box
    clause: Label
    what: Label
    moved: Label


@dataclass(frozen=True)
class Key:
    """An explained mark: a card with the mark, and words."""

    sample: CardBox
    words: Label


@dataclass(frozen=True)
class Layout:
    """Where everything is."""

    width: float
    height: float
    title: Label
    subtitle: Label
    seen_by: Label
    table: Box  # an oval within it
    panels: tuple[Panel, ...]
    trick: tuple[CardBox, ...]
    pile: tuple[CardBox, ...]
    places: tuple[PlaceBox, ...]
    turn_up: CardBox | None
    trump: int  # a suit; -1: none
    trump_sign: Box | None
    corner: tuple[Label, ...]  # what is said of the trump and the trick
    keys: tuple[Key, ...]
    payments_box: Box
    payments_title: Label
    payments: tuple[PaymentLine, ...]


def lay_out(
    scene: Scene, payments: Sequence[Payment] = (), names: Sequence[str] | None = None
) -> Layout:
    """The layout of a scene. `names` are those of the players, by default "player_0" …

    Raises ValueError for names that are not one string a player.
    """
    called = check_names(names, len(scene.seats))
    spots = panels.places(scene)
    area = _middle(scene, spots)
    pile = centre.pile_area(area)
    trump_card, trump_sign, trump_words = _trump(scene)
    return Layout(
        width=WIDTH,
        height=HEIGHT,
        title=Label(scene.title, MARGIN + 2, 36, TITLE, bold=True),
        subtitle=_subtitle(scene),
        seen_by=_seen_by(scene, called),
        table=TABLE,
        panels=tuple(
            panels.panel(scene, seat, called[seat.seat], spots[seat.seat].panel)
            for seat in scene.seats
        ),
        trick=centre.lay_trick(scene.laid, [spot.slot for spot in spots]) if scene.tricks else (),
        pile=() if scene.tricks else centre.lay_pile(scene.laid, pile),
        places=centre.lay_places(scene, area),
        turn_up=trump_card,
        trump=scene.trump,
        trump_sign=trump_sign,
        corner=(*trump_words, *_trick_words(scene), *_pile_words(scene, pile)),
        keys=_keys(scene),
        payments_box=PAYMENTS,
        payments_title=_payments_title(payments),
        payments=_payment_lines(payments),
    )


def check_names(names: Sequence[str] | None, players: int) -> list[str]:
    """A name for each player; ValueError if they are not one string a player."""
    if names is None:
        return [f"player_{seat}" for seat in range(players)]
    listed = list(names) if isinstance(names, (list, tuple)) else None
    if listed is None or len(listed) != players or not all(isinstance(one, str) for one in listed):
        raise ValueError(f"names={shown(names)}: expected {players} strings, one a player")
    return [" ".join(one.split()) for one in listed]


def _middle(scene: Scene, spots: Sequence[panels.Place]) -> Box:
    """The room for what lies in the middle, between panels and cards of the trick."""
    if scene.tricks:
        return centre.area(MARGIN, TABLE.y, TABLE.bottom)
    edges = [spot.panel for spot in spots]
    left = max((box.right for box in edges if box.x == MARGIN), default=MARGIN + 100)
    top = max(box.bottom for box in edges if box.y < TABLE.y + PANEL_HEIGHT / 2)
    return centre.area(left + 10, top + 8, TABLE.bottom - PANEL_HEIGHT)


def _subtitle(scene: Scene) -> Label:
    left = MARGIN + 2 + text_width(scene.title, TITLE, True) + 14
    dealer = next(seat.seat for seat in scene.seats if seat.dealer)
    words = f"deal {scene.deal} of {scene.deals}, dealt by seat {dealer}"
    words += ", the match is over" if scene.over else ""
    return Label(fitted(words, NORMAL, 0.62 * WIDTH - left), left, 36, NORMAL)


def _seen_by(scene: Scene, names: Sequence[str]) -> Label:
    seat = scene.observer
    words = "all hands open" if seat is None else f"seen by seat {seat}, {names[seat]}"
    return Label(fitted(words, NORMAL, 0.36 * WIDTH), WIDTH - MARGIN - 2, 36, NORMAL, Anchor.END)


def _trump(scene: Scene) -> tuple[CardBox | None, Box | None, list[Label]]:
    """At the top left: the card turned up, with the trump suit as a sign and a word."""
    if scene.turn_up < 0:
        return None, None, []
    x, y = TABLE.x, TABLE.y
    card = CardBox(Box(x, y + 24, CARD_WIDTH, CARD_HEIGHT), scene.turn_up)
    sign = Box(card.box.right + 14, y + 36, 34, 34)
    words = Label(_SUITS[scene.trump], x, card.box.bottom + 20, SMALL, bold=True)
    return card, sign, [Label("trump", x, y + 15, SMALL), words]


def _trick_words(scene: Scene) -> list[Label]:
    """In the corner at the top right: which trick lies on the table, and who has taken it."""
    if not scene.tricks:
        return []
    lines = [f"trick {scene.trick} of {scene.tricks}"]
    if scene.laid:
        lines.append(f"led by seat {scene.laid[0].seat}")
    if scene.taken_by >= 0:
        lines.append(f"to seat {scene.taken_by}")
    x = TABLE.right
    return [
        Label(line, x, TABLE.y + 15 + 20 * number, SMALL, Anchor.END, bold=not number)
        for number, line in enumerate(lines)
    ]


def _pile_words(scene: Scene, pile: Box) -> list[Label]:
    """What is said of an empty pile."""
    if scene.tricks or scene.laid:
        return []
    return [Label("no card laid yet", *pile.centre, SMALL, Anchor.MIDDLE, faint=True)]


def _keys(scene: Scene) -> tuple[Key, ...]:
    """What marks mean, in the corner at the bottom left."""
    samples = [
        ("face down", CardBox(_sample(0), FACE_DOWN)),
        ("known to all", CardBox(_sample(1), BLANK, known=True)),
        ("may be laid", CardBox(_sample(2), BLANK, legal=True)),
    ]
    return tuple(
        Key(card, Label(words, card.box.right + 8, card.box.centre[1] + 5, TINY))
        for words, card in samples
    )


def _sample(number: int) -> Box:
    return Box(TABLE.x, TABLE.bottom - 30 * (3 - number) + 2, 18, 24)


def _payments_title(payments: Sequence[Payment]) -> Label:
    words = "Last payments" if payments else "No payments yet"
    return Label(words, PAYMENTS.x + 12, PAYMENTS.y + 22, SMALL, bold=True)


def _payment_lines(payments: Sequence[Payment]) -> tuple[PaymentLine, ...]:
    lines = []
    box = PAYMENTS
    for number, payment in enumerate(payments[-MOST_PAYMENTS:]):
        y = box.y + 48 + 19 * number
        frame = Box(box.x + 12, y - 14, 56, 18)
        clause = Label(payment.clause, frame.centre[0], y, TINY, Anchor.MIDDLE, bold=True)
        moved = fitted(payment.moved, SMALL, 0.42 * box.w)
        room = box.right - 12 - text_width(moved, SMALL) - frame.right - 26
        what = Label(fitted(payment.what, SMALL, room), frame.right + 10, y, SMALL)
        lines.append(
            PaymentLine(frame, clause, what, Label(moved, box.right - 12, y, SMALL, Anchor.END))
        )
    return tuple(lines)
