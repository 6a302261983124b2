"""What happens at the table, told to the player of one seat: events as sentences with payments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from marriage_env.cli.play.wording import Wording
from marriage_env.core.cards import card_set, parse_card
from marriage_env.core.events import Event
from marriage_env.core.phrases import Cards, Place, Seat, phrase


class Line(NamedTuple):
    """A line of the story."""

    text: str
    is_heading: bool = False
    begins_deal: bool = False
    ends_deal: bool = False  # the deal before it has been told too
    deal: int = 0  # 0-based


class Story:
    """Tells events as they come, under headings for deals, tricks and the end of a deal."""

    def __init__(self, wording: Wording, deals: int) -> None:
        self._wording, self._deals = wording, deals
        self._deal, self._heading = -1, ""
        self._played = False  # a card has been laid in this deal

    def lines(self, events: Sequence[Event]) -> Iterator[Line]:
        """The lines on further events, in order."""
        for event in events:
            if event.deal != self._deal and event.kind.name != "MATCH_END":
                later, self._deal = self._deal >= 0, event.deal
                self._played, self._heading = False, ""
                number = event.deal + 1
                text = self._wording.tell("deal", number=number, deals=self._deals)
                yield Line(text, True, True, later, event.deal)
            if (heading := self._heading_of(event)) != self._heading:
                self._heading = heading
                yield Line(heading, True)
            yield Line(self.sentence(event))

    def _heading_of(self, event: Event) -> str:
        """The trick, or the end of the deal; as before where there is nothing to head."""
        if event.trick is not None:
            self._played = True
            return self._wording.tell("trick", number=event.trick + 1)
        ends = self._played and event.kind.name != "MATCH_END"
        return self._wording.tell("deal.end") if ends else self._heading

    def sentence(self, event: Event) -> str:
        """One event: who did what, the chips that moved and the clause that moved them."""
        cards = Cards(card_set(parse_card(card) for card in event.cards))
        seat = -1 if event.seat is None else event.seat
        who = Seat(seat)
        words = self._wording
        said = words.tell(
            f"event.{event.kind.name}",
            who=who,
            whose=words.whose(seat),
            cards=cards,
            box="" if event.box is None else Place(event.box),
            boxes=", ".join(words.place(box) for box in event.boxes),
            trick=0 if event.trick is None else event.trick + 1,
            for_cards=phrase("event.for_cards", cards=cards) if self._is_for(event) else "",
            pays=phrase("event.pays", who=who) if self._pays(event) else "",
        )
        paid = self.payments(event)
        return f"{said} [{paid}] ({event.clause})" if paid else said

    def _is_for(self, event: Event) -> bool:
        """Whether a sentence of this event can name the cards that something is paid for."""
        return bool(event.cards) and "event.for_cards" in self._wording.words

    def _pays(self, event: Event) -> bool:
        return any(event.chips) and "event.pays" in self._wording.words

    def payments(self, event: Event) -> str:
        """The chips that moved: "you +4, all others -1 each; POINT -4"; empty if none did."""
        words, own = self._wording, self._wording.seat
        by_chips: dict[int, list[int]] = {}
        for seat, chips in enumerate(event.chips):
            if chips:
                by_chips.setdefault(chips, []).append(seat)
        # The player first, then single seats, then seats that got or paid equally many.
        groups = sorted(by_chips.items(), key=lambda group: (len(group[1]), -group[0]))
        named: set[int] = set()
        parts = []
        everyone = set(event.chips)
        if len(everyone) == 1 and everyone != {0}:
            parts.append(words.part_of("pay.all", chips=f"{event.chips[0]:+d}"))
            groups = []
        elif event.chips[own]:
            parts.append(words.part_of("pay.one", who=Seat(own), chips=f"{event.chips[own]:+d}"))
            named.add(own)
        for chips, seats in groups:
            others = [seat for seat in seats if seat != own]
            if others:
                parts.append(self._paid(others, chips, len(event.chips) - len(named)))
                named.update(others)
        boxes = [f"{words.place(name)}: {chips:+d}" for name, chips in event.boxes.items()]
        return "; ".join(", ".join(some) for some in (parts, boxes) if some)

    def _paid(self, seats: list[int], chips: int, unnamed: int) -> str:
        """What some seats got or paid each, of so many that have not been named yet."""
        words, moved = self._wording, f"{chips:+d}"
        if len(seats) == 1:
            return words.part(phrase("pay.one", who=Seat(seats[0]), chips=moved))
        if len(seats) == unnamed:
            return words.part(phrase("pay.others", chips=moved))
        numbers = ", ".join(map(str, seats))
        return words.part(phrase("pay.each", who=phrase("seats", numbers=numbers), chips=moved))
