"""The worked example: the deal of docs/example.toml, played by the engine, as text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from docs.rulebook.clauses import flowed, read_toml
from docs.rulebook.markdown import card, signed, table
from marriage_env import Rules, marriage_v0
from marriage_env.core.cards import card_name, pack_for
from marriage_env.core.events import Event
from marriage_env.mariage import actions
from marriage_env.mariage.events import EventKind
from marriage_env.mariage.state import BOX_NAMES

CARD_IN_TEXT = re.compile(r"\b[2-9TJQKA][CDHS]\b")


@dataclass(frozen=True)
class Move:
    """One decision: the seat, its hand, the legal actions, the action and the reason."""

    seat: int
    hand: tuple[str, ...]
    open: tuple[str, ...]
    done: str
    why: str


@dataclass(frozen=True)
class Part:
    """A part of the deal: its moves, its events with payments, and the chips after it."""

    title: str
    moves: tuple[Move, ...]
    events: tuple[tuple[str, Event], ...]  # each with its line of text
    chips: tuple[int, ...]
    boxes: Mapping[str, int]
    text: str
    won: tuple[int, ...] = ()  # the tricks of every seat so far


@dataclass(frozen=True)
class Example:
    """The deal from the stakes to the end, and a variation with another choice."""

    pack: Sequence[str]
    deal: str
    hands: Sequence[Sequence[str]]
    begun: Part
    tricks: Sequence[Part]
    end: Part
    instead: Part


class _Table:
    """The deal in play, and the events since the last part."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        players = spec["players"]
        dealt = spec["pack"].split()
        rest = [name for name in map(card_name, pack_for(players)) if name not in dealt]
        rules = Rules.preset(spec["rules"])
        self.env = marriage_v0.raw_env(num_players=players, rules=rules, deals=1)
        self.env.reset(seed=0, options={"deck": dealt + rest, "dealer": spec["dealer"]})
        self.told = 0

    def move(self, done: str, why: str) -> Move:
        """Apply an action of the example; IllegalAction if the rules do not allow it."""
        agent = self.env.agent_selection
        seat = self.env.possible_agents.index(agent)
        mask = self.env.observe(agent)["action_mask"]
        hand = tuple(self.env.hands[seat])
        may = tuple(actions.name(action) for action in mask.nonzero()[0])
        self.env.step(actions.parse(done))
        return Move(seat, hand, may, done, flowed(why))

    def part(self, title: str, moves: Sequence[Sequence[str]], text: str, last: bool) -> Part:
        """Play moves and collect the events since then; `last`: with the final payments."""
        made = tuple(self.move(done, why) for done, why in moves)
        events = self.env.events
        told = list(takewhile(lambda e: last or e.trick is not None, events[self.told :]))
        self.told += len(told)
        kept = tuple((self.env.event_text(e), e) for e in told if _tells(e))
        chips, boxes = [0] * self.env.max_num_agents, dict.fromkeys(BOX_NAMES, 0)
        for event in events[: self.told]:
            chips = [before + got for before, got in zip(chips, event.chips)]
            for name, got in event.boxes.items():
                boxes[name] += got
        won = tuple(int(tricks) for tricks in self.env.tricks)
        return Part(title, made, kept, tuple(chips), boxes, flowed(text), won)


def _tells(event: Event) -> bool:
    """Whether an event gets a row: those that move chips, and sequences shown."""
    return any(event.chips) or bool(event.boxes) or event.kind is EventKind.POINT_SHOWN


def play(path: Path) -> Example:
    """Play the example of a TOML file to its end."""
    spec = read_toml(path)
    played = _Table(spec)
    hands = played.env.hands
    begun = played.part("the declarations", (), spec["declarations"], last=True)
    tricks = [played.part(t["title"], t["moves"], t["after"], last=False) for t in spec["tricks"]]
    end = played.part("the deal", (), spec["end"]["text"], last=True)
    return Example(
        spec["pack"].split(), flowed(spec["deal"]), hands, begun, tricks, end, _instead(spec)
    )


def _instead(spec: Mapping[str, Any]) -> Part:
    """The variation: the same deal up to the other choice, and a few moves more."""
    other = spec["instead"]
    before = [move for trick in spec["tricks"] for move in trick["moves"]][: other["after"]]
    played = _Table(spec)
    played.part("", before, "", last=True)
    return played.part(other["title"], other["moves"], other["text"], last=False)


def tell(example: Example) -> list[str]:
    """The lines of the page, without its heading."""
    lines = ["## The deal", "", example.deal, "", *_pack_lines(example)]
    lines += table(["seat", "hand"], [[str(s), _cards(h)] for s, h in enumerate(example.hands)])
    lines += ["## Declarations", "", example.begun.text, "", *_chips("declarations", example.begun)]
    for number, trick in enumerate(example.tricks, 1):
        lines += [f"## Trick {number}. {trick.title}", "", *_moves(trick), trick.text, ""]
        lines += _chips(f"trick {number}", trick)
    lines += ["## The end of the deal", "", example.end.text, "", *_chips("the end", example.end)]
    other = example.instead
    lines += [f"## {other.title}", "", *_moves(other), other.text, ""]
    return lines + _chips("this", other)


def _pack_lines(example: Example) -> list[str]:
    """The pack in dealing order, packet by packet, and the card turned up."""
    players = len(example.hands)
    packets = [example.pack[3 * seat : 3 * seat + 3] for seat in range(players)]
    packets += [example.pack[3 * players + 2 * seat :][:2] for seat in range(players)]
    dealt = " · ".join(_cards(packet) for packet in packets)
    return [f"{dealt}; and {card(example.pack[-1])} is turned up.", ""]


def _cards(names: Sequence[str]) -> str:
    return " ".join(map(card, names))


def _moves(part: Part) -> list[str]:
    """A table of the moves, a row each."""
    rows = [
        [
            str(move.seat),
            _cards(move.hand),
            "any" if set(move.open) == set(move.hand) else _cards(move.open),
            f"**{card(move.done)}**",
            move.why,
        ]
        for move in part.moves
    ]
    return table(["seat", "hand", "may lay", "lays", "why"], rows)


def _chips(name: str, part: Part) -> list[str]:
    """A table of the events of a part, and of the chips and boxes after it."""
    rows = [
        [
            _sentence(line, event),
            *map(signed, event.chips),
            *(signed(event.boxes.get(box, 0)) for box in BOX_NAMES),
        ]
        for line, event in part.events
    ]
    standing = [signed(chips) or "0" for chips in part.chips]
    rows.append([f"**after {name}**", *standing, *(str(part.boxes[box]) for box in BOX_NAMES)])
    if part.moves:
        rows.append(["tricks won", *map(str, part.won), *[""] * len(BOX_NAMES)])
    seats = [f"seat {seat}" for seat in range(len(part.chips))]
    return table(["chips", *seats, *BOX_NAMES], rows)


def _sentence(line: str, event: Event) -> str:
    """The text of an event without the chips, which have columns of their own."""
    said = line.removesuffix(f" ({event.clause})").split("  [")[0]
    return f"{CARD_IN_TEXT.sub(lambda found: card(found[0]), said)} ({event.clause})"
