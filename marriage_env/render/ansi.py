"""The table and its last events as text, for every game: what `render_mode="ansi"` shows."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from marriage_env.core.cards import SUITS, SYMBOLS, card_name, card_symbol
from marriage_env.core.events import Event
from marriage_env.core.scene import FACE_DOWN, HeldCard, Scene, Seat, Turn
from marriage_env.game import Game, Records
from marriage_env.render.event_text import event_text

_LAST_EVENTS = 8
_LETTERS = str.maketrans(SYMBOLS, SUITS)
_RED, _BOLD, _UNDERLINED, _FAINT = 31, 1, 4, 2


@dataclass(frozen=True)
class TextStyle:
    """How a table is written."""

    colour: bool = False  # red suits, legal cards underlined, the seat to act bold
    ascii: bool = True  # QH and not Q♥


PLAIN = TextStyle()


def terminal_style() -> TextStyle:
    """What standard output can show: colours on a terminal unless NO_COLOR is set, else plain."""
    stream = sys.stdout
    terminal = hasattr(stream, "isatty") and stream.isatty() and os.environ.get("TERM") != "dumb"
    if not terminal:
        return PLAIN
    try:
        SYMBOLS.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return TextStyle(colour=not os.environ.get("NO_COLOR"))
    return TextStyle(colour=not os.environ.get("NO_COLOR"), ascii=False)


def table_text(
    game: Game,
    records: Records,
    events: Sequence[Event] = (),
    *,
    legal: int = 0,
    style: TextStyle = PLAIN,
) -> str:
    """The table of (1,) VIEW, others' cards as ??, or of (1,) STATE, all open; the last events.

    `legal`: with a VIEW, the legal actions of its seat if it is to act, a set.
    """
    lines = _Writer(game.texts.scene(records, legal), style).lines(game.texts.places)
    if events:
        lines += ["", "last events:"]
        lines += ["  " + event_text(game, event) for event in events[-_LAST_EVENTS:]]
    return "\n".join(lines)


class _Writer:
    """Writes one scene in a style."""

    def __init__(self, scene: Scene, style: TextStyle) -> None:
        self._scene, self._style = scene, style
        self._cell = 2 if style.ascii else 3  # how wide a card is
        least, space = (10, 1) if scene.tricks else (36, 0)
        self._hand = max(least, (self._cell + 1) * scene.hand_cards + space)
        under_way = scene.taken_by < 0 or scene.over
        self._laid = {card.seat: card for card in scene.laid if under_way and scene.tricks}

    def lines(self, places: str) -> list[str]:
        """All lines; `places` is what the places for chips are called together."""
        scene = self._scene
        lines = [self._heading()]
        if scene.places:
            chips = (f"{place.name} {place.chips}" for place in scene.places)
            lines.append(f"{places:<10}" + "   ".join(chips))
        if not scene.tricks:
            lines.append("pile      " + " ".join(self._card(card.card) for card in scene.laid))
        columns = f"{'tricks':>8}  {'hand':<{self._hand}}{'trick':<8}" if scene.tricks else "  hand"
        lines += ["", f"{'seat':<6}{'chips':>6}{columns}"]
        return lines + [self._seat(seat) for seat in scene.seats]

    def _heading(self) -> str:
        scene = self._scene
        words = [scene.title, f"deal {scene.deal} of {scene.deals}"]
        if scene.turn_up >= 0:
            suit = SUITS[scene.trump] if self._style.ascii else SYMBOLS[scene.trump]
            words += [f"trump {suit}", f"turned up {self._card(scene.turn_up)}"]
        words += [f"dealer {seat.seat}" for seat in scene.seats if seat.dealer]
        return "   ".join(words)

    def _seat(self, seat: Seat) -> str:
        tricks = "" if seat.tricks is None else f"{seat.tricks:>8}"
        hand = " ".join(map(self._held, seat.hand))
        hand += " " * (self._hand - (self._cell + 1) * len(seat.hand) + bool(seat.hand))
        bold = (_BOLD,) if seat.turn is Turn.TO_ACT else ()
        start = self._painted(f"{seat.seat:<6}{seat.chips:>6}{tricks}", *bold)
        return f"{start}  {hand}{self._trick(seat.seat)}{self._note(seat)}".rstrip()

    def _trick(self, seat: int) -> str:
        """The card that a seat has laid to the trick; nothing where there are no tricks."""
        if not self._scene.tricks:
            return ""
        card = self._laid.get(seat)
        if card is None:
            return f"{'-':<8}"
        led = " led" if card.order == 1 else ""
        return self._card(card.card) + led + " " * (8 - self._cell - len(led))

    def _note(self, seat: Seat) -> str:
        note = "" if seat.turn is Turn.NO else seat.note
        known = [self._card(held.card).strip() for held in seat.hand if held.known]
        if known and self._scene.tricks:
            note += ("; " if note else "") + "known: " + " ".join(known)
        return note.translate(_LETTERS) if self._style.ascii else note

    def _held(self, held: HeldCard) -> str:
        if held.card == FACE_DOWN:
            return self._painted("?" * self._cell, _FAINT)
        return self._card(held.card, _UNDERLINED) if held.legal else self._card(held.card)

    def _card(self, card: int, *codes: int) -> str:
        """A card, padded on the left to the width of one, in the colour of its suit."""
        text = card_name(card) if self._style.ascii else card_symbol(card)
        red = (_RED,) if card // 13 in (1, 2) else ()
        return " " * (self._cell - len(text)) + self._painted(text, *red, *codes)

    def _painted(self, text: str, *codes: int) -> str:
        """The text between escape sequences, if there are to be any."""
        if not (self._style.colour and codes):
            return text
        return f"\x1b[{';'.join(map(str, codes))}m{text}\x1b[0m"
