"""`Play`: a match in which chance moves like a player, one card at a time.

The engine deals whole packs. Here the cards of a pack are collected first, then the engine takes
the pack. Cards of one group (a hand, the card turned up) come in ascending order, since their order
means nothing to play; so every deal has one history, and its chance is exact. Nobody looks at a
hand before all cards are dealt. The order of the talon is left out, and no accidents happen (M10).
"""

from __future__ import annotations

import copy
from math import comb
from typing import Any

import numpy as np

from marriage_env.adapters.open_spiel.setting import Setting
from marriage_env.compiler.jit import records
from marriage_env.core.cards import card_name, names_of
from marriage_env.core.events import DEAL, take_rows
from marriage_env.core.record_copy import copy_records
from marriage_env.game import Records
from marriage_env.kernels.game_loops import OVER

PUBLIC = -1


class Play:
    """A match under way. Arrays of records are never written to again, so that copies share them.

    `told` has for each deal so far what was noticed: pairs of a seat, or PUBLIC for all, and a
    text.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.dealer = setting.dealer  # of the first deal; -1: not known yet
        self.states: Records | None = None  # (1,) STATE, before `due` while a pack is dealt
        self.due: int | None = None  # the action that ended the deal before
        self.ends: list[Records] = []  # (1,) STATE at the end of each deal
        self.packs: list[Records] = []  # of each deal, (52,) int8
        self.actions: list[list[int]] = []  # of each deal
        self.told: list[list[tuple[int, str]]] = []
        self.hands: list[list[int]] = []  # of each deal as dealt, sets of cards
        self.dealt: list[int] = []  # cards of the pack that is dealt now
        self.is_dealing = True

    def __deepcopy__(self, memo: Any) -> Play:
        twin = copy.copy(self)
        twin.ends, twin.packs, twin.dealt = self.ends[:], self.packs[:], self.dealt[:]
        twin.hands = self.hands[:]
        for name in ("actions", "told"):  # of which only the last list changes
            lists = getattr(self, name)
            setattr(twin, name, [*lists[:-1], *(one[:] for one in lists[-1:])])
        return twin

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return len(self.ends) == self.setting.match.deals

    @property
    def seat(self) -> int:
        """The seat to act; -1 if chance is, or the match is over."""
        if self.is_dealing or self.is_over or self.states is None:
            return -1
        return int(self.states["seat"][0])

    @property
    def legal(self) -> int:
        """The legal actions of the seat to act, a set."""
        return 0 if self.seat < 0 or self.states is None else int(self.states["legal"][0])

    @property
    def newest(self) -> Records | None:
        """(1,) STATE with the latest chips: at the end of the deal while the next is dealt."""
        return self.ends[-1] if self.ends and (self.is_dealing or self.is_over) else self.states

    @property
    def chips(self) -> list[int]:
        """The chips of every seat, stakes included."""
        if self.newest is None:
            return [0] * self.setting.players
        chips: list[int] = self.newest["table"]["chips"][0][: self.setting.players].tolist()
        return chips

    def chances(self) -> list[tuple[int, float]]:
        """What chance can do now: a dealer or a card, with its probability."""
        players = self.setting.players
        if self.dealer < 0:
            return [(seat, 1 / players) for seat in range(players)]
        left, above = self._group()
        ways = comb(len(above), left)
        return [
            (card, comb(len(above) - place - 1, left - 1) / ways)
            for place, card in enumerate(above[: len(above) - left + 1])
        ]

    def _group(self) -> tuple[int, list[int]]:
        """How many cards the group being dealt lacks, and which can still come, ascending."""
        at = len(self.dealt)
        for size in self.setting.groups:
            if at < size:
                break
            at -= size
        last = self.dealt[-1] if at else -1
        gone = set(self.dealt)
        cards = self.setting.layout.cards.tolist()
        return size - at, [card for card in cards if card > last and card not in gone]

    def move_chance(self, outcome: int) -> None:
        """Cast the lot for the dealer, or deal a card; the last card begins the deal."""
        if self.dealer < 0:
            self.dealer = outcome
            return
        self.dealt.append(outcome)
        if len(self.dealt) == sum(self.setting.groups):
            self._begin_deal()

    def _begin_deal(self) -> None:
        """The engine takes the pack: stakes, deal and automatic declarations."""
        game, match, layout = self.setting.game, self.setting.match, self.setting.layout
        pack = np.full(52, -1, np.int8)
        rest = sorted(set(layout.cards.tolist()) - set(self.dealt))
        pack[layout.places] = [*self.dealt, *rest]
        number = len(self.packs)
        chance = records(number + 1, game.chance_rows(None, match.num_players).dtype)
        chance["given"][number], chance["pack"][number] = 1, pack
        log = game.new_log()
        if self.states is None or self.due is None:
            states = game.new_games(1, match)
            states["stream"] = 1  # must not be all zero; nothing is drawn from it
            game.reset(states, 0, chance, log, self.dealer)
        else:
            states = copy_records(self.states)
            game.apply(states, 0, chance, log, self.due)
        self.states, self.due, self.dealt, self.is_dealing = states, None, [], False
        self.packs.append(pack)
        self.actions.append([])
        self.hands.append(states["hands"][0][: match.num_players].tolist())
        self.told.append([])
        self._tell(log, number)

    def move(self, action: int) -> None:
        """A move of the seat to act. ValueError if it is illegal."""
        game, seat = self.setting.game, self.seat
        if not 0 <= action < game.num_actions or not self.legal >> action & 1:
            raise ValueError(f"action={action}: expected one of {game.action_names(self.legal)}")
        assert self.states is not None
        states, log = copy_records(self.states), game.new_log()
        table, number = states["table"], len(self.packs) - 1
        deals = int(table["deals"][0])
        table["deals"] = number + 1  # so that nothing is dealt on the way
        game.apply(states, 0, game.chance_rows(None, game.players[0]), log, action)
        self.actions[-1].append(action)
        if game.hidden_actions >> action & 1:
            self.told[-1].append((seat, f"p{seat} {game.action_name(action)}"))
        self._tell(log, number)
        table["deals"] = deals
        if int(states["phase"][0]) != OVER:
            self.states = states
            return
        self.ends.append(states)
        self.told[-1].append((PUBLIC, "chips " + " ".join(map(str, self.chips_of(states)))))
        if self.is_over:
            self.states = states
        else:
            self.due, self.is_dealing = action, True

    def chips_of(self, states: Records) -> list[int]:
        """The chips of every seat in (1,) STATE."""
        chips: list[int] = states["table"]["chips"][0][: self.setting.players].tolist()
        return chips

    def _tell(self, log: Records, number: int) -> None:
        """Note the events of deal `number` in a log."""
        game, players = self.setting.game, self.setting.players
        for row in take_rows(log):
            if row[DEAL] == number:
                event = game.event_of(row, players)
                who = "" if event.seat is None else f"p{event.seat} "
                words = [who + event.kind.name, *event.cards, *([event.box] if event.box else [])]
                self.told[-1].append((PUBLIC, " ".join(words)))

    def view(self, seat: int) -> Records:
        """(1,) VIEW: what a seat knows of this deal. ValueError while cards are dealt."""
        if self.is_dealing or self.states is None:
            raise ValueError("view: nobody has looked at the cards that are being dealt")
        return self.setting.game.view_of(self.states, 0, seat)

    def text(self, seat: int, first: int = 0) -> str:
        """What a seat knows of the deals from `first` on; all of the match by default."""
        parts = [f"p{seat}"]
        for number in range(first, len(self.told)):
            dealer = (self.dealer + number) % self.setting.players
            hand = " ".join(names_of(self.hands[number][seat]))
            told = [text for owner, text in self.told[number] if owner in (PUBLIC, seat)]
            deal = f"deal {number + 1} of {self.setting.match.deals}: p{dealer} deals"
            parts.append(f"{deal}; hand {hand}; " + "; ".join(told))
        if self.seat == seat:
            names = self.setting.game.action_names(self.legal)
            parts.append("to act: " + " ".join(names))
        return "\n".join(parts)

    def whole_text(self) -> str:
        """The match with all cards: what has been dealt, played and paid."""
        players, names = self.setting.players, self.setting.game.action_name
        lines = [f"first dealer p{self.dealer}" if self.dealer >= 0 else "no dealer yet"]
        for number, actions in enumerate(self.actions):
            hands = (" ".join(names_of(self.hands[number][seat])) for seat in range(players))
            dealer = (self.dealer + number) % players
            lines.append(f"deal {number + 1}: p{dealer} deals; hands {' | '.join(hands)}")
            if self.setting.layout.groups[players:].sum():
                turned = self.packs[number][self.setting.layout.places]
                at, number_up = sum(self.setting.groups[:players]), sum(self.setting.groups)
                lines.append(
                    "turned up " + " ".join(card_name(int(c)) for c in turned[at:number_up])
                )
            lines.append("actions " + " ".join(map(names, actions)))
        if self.is_dealing:
            lines.append("dealt " + " ".join(map(card_name, self.dealt)))
        lines.append("chips " + " ".join(map(str, self.chips)))
        return "\n".join(lines)
