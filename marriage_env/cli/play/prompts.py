"""What a player can type at a decision, and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.cli.play.wording import Wording, cards_of
from marriage_env.core.cards import NUM_CARDS, NUM_RANKS, RANKS
from marriage_env.core.phrases import Cards, Reason
from marriage_env.game import Game

Records = np.ndarray[Any, Any]


class Command(Enum):
    """What a player can type besides a choice."""

    HINT = "key.hint"
    HELP = "key.help"
    TABLE = "key.table"
    SCORE = "key.score"
    QUIT = "key.quit"


@dataclass(frozen=True)
class Decision:
    """A decision of the player: the seat's view, and the mask of its legal actions."""

    game: Game
    wording: Wording
    view: Records  # (1,) VIEW
    mask: NDArray[np.int8]  # (1, actions)

    @property
    def legal(self) -> int:
        """The legal actions, as a set."""
        return sum(1 << int(action) for action in np.flatnonzero(self.mask[0]))

    @property
    def hand(self) -> list[int]:
        """The cards as they are shown and numbered from 1: by suit, the strongest first."""
        ranks = self.game.texts.seat.ranks(self.view)
        place = {RANKS.index(rank): number for number, rank in enumerate(ranks)}
        return sorted(
            cards_of(int(self.view[0]["hand"])),
            key=lambda card: (card // NUM_RANKS, place[card % NUM_RANKS]),
        )

    @property
    def reasons(self) -> list[Reason]:
        """Why cards may not be laid, or only for a fine."""
        return self.game.texts.seat.reasons(self.view)

    @property
    def others(self) -> list[int]:
        """The legal actions that lay no card."""
        return [a for a in range(NUM_CARDS, self.game.num_actions) if self.legal >> a & 1]

    def label(self, action: int) -> str:
        """A choice as a player would name it: a card, or the first key of another action."""
        if action < NUM_CARDS:
            return self.wording.card(action)
        return self.keys(action)[0]

    def keys(self, action: int) -> list[str]:
        """What can be typed for an action that lays no card."""
        return self.wording.keys(f"keys.{self.game.action_name(action)}")

    def choices(self) -> str:
        """All choices in a line: "1 Q♣, 3 9♣, w"."""
        cards = [
            f"{number} {self.wording.card(card)}"
            for number, card in enumerate(self.hand, 1)
            if self.legal >> card & 1
        ]
        return ", ".join([*cards, *(self.label(action) for action in self.others)])

    def understood(self, text: str) -> int | Command | str:
        """The action or command that was typed, or a sentence on what is wrong with it."""
        answer = "".join(text.split()).casefold()
        if not answer:
            return self.wording.tell("wrong.empty", choices=self.choices())
        for command in Command:
            if answer in self.wording.keys(command.value):
                return command
        for action in self.others:
            if answer in self.keys(action):
                return action
        if answer.isdecimal() and 1 <= int(answer) <= len(self.hand):
            return self._laid(self.hand[int(answer) - 1])
        card = self.wording.typed_card(answer)
        if card is not None:
            return self._laid(card)
        return self._of_rank(answer, text)

    def _laid(self, card: int) -> int | str:
        """A card, if it is legal."""
        words, cards = self.wording, Cards(1 << card)
        if self.legal >> card & 1:
            return card
        if not int(self.view[0]["hand"]) >> card & 1:
            return words.tell("wrong.not_held", cards=cards, choices=self.choices())
        for reason in self.reasons:
            if reason.cards >> card & 1:
                return words.tell("wrong.barred", cards=cards, why=reason.why)
        return words.tell("wrong.not_now", cards=cards, choices=self.choices())

    def _of_rank(self, answer: str, text: str) -> int | str:
        """The one card in hand of a rank that is typed alone, as "q" for the queen."""
        words = self.wording
        named = [
            rank
            for rank, letter in enumerate(RANKS)
            if answer in (letter.casefold(), words.rank(rank).casefold())
            and not answer.isdecimal()  # which is taken for the number of a card
        ]
        held = [card for card in self.hand if card % NUM_RANKS in named]
        legal = [card for card in held if self.legal >> card & 1]
        if len(legal) == 1 or (len(held) == 1 and not legal):
            return self._laid((legal or held)[0])
        if legal:
            several = ", ".join(words.card(card) for card in legal)
            return words.tell("wrong.several", choices=several)
        shown = "".join(letter for letter in text.strip() if letter.isprintable())[:20]
        return words.tell("wrong.unknown", answer=shown, choices=self.choices())
