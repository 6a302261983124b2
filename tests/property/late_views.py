"""Views late in a deal, few enough games being possible there to try them all."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from marriage_env import Rules
from marriage_env.core.cards import KING, QUEEN
from marriage_env.mariage import engine
from marriage_env.mariage.actions import names, parse
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.game import GAME
from marriage_env.mariage.state import NO_CHANCE, NUM_TRICKS, Phase

from .worlds import begun, brute_force, laid_by, size_of

Records = np.ndarray[Any, Any]
HEARTS = 2
FEW = range(2, 31_000)  # deals to try: mostly one hidden card a hand
MORE = range(100_000, 200_000)  # one hand with two
ALLOWED = range(12, 4000)  # those that the view may allow


def positions(players: int, rules: Rules, seed: int) -> Iterator[tuple[Records, Records]]:
    """A deal played at random: the game and every seat's view of it, before every action."""
    rng = random.Random(seed)
    states = begun(players, rules, dealer=rng.randrange(players), seed=seed)
    while True:
        for seat in range(players):
            yield states, GAME.view_of(states, 0, seat)
        if states[0]["phase"] == Phase.OVER:
            return
        legal = names(states[0]["legal"])
        engine.apply(states, 0, NO_CHANCE, NO_LOG, parse(rng.choice(legal)))


def is_hidden(view: Records, card: int) -> bool:
    """Whether the observer does not know where a card is."""
    table = view[0]["table"]
    seen = int(view[0]["hand"]) | 1 << int(table["turn_up"])
    for cards in (*laid_by(view), *table["known"]):
        seen |= int(cards)
    return not seen >> card & 1


def others_with_cards(states: Records, view: Records) -> list[int]:
    """The other seats that have cards left."""
    own = view[0]["seat"]
    return [seat for seat, hand in enumerate(states[0]["hands"]) if hand and seat != own]


def anything(states: Records, view: Records) -> bool:
    """Any view: voids, cards that were not beaten, declarations that were not made."""
    return True


def hidden_queen(states: Records, view: Records) -> bool:
    """A king was laid in an earlier trick, and the observer does not know where his queen is."""
    table = view[0]["table"]
    kings = [card for card in table["laid"][: table["trick"]].flat if card % 13 == KING]
    return any(is_hidden(view, int(card) - 1) for card in kings)


def asked_in_secret(states: Records, view: Records) -> bool:
    """Another player is asked for a queen."""
    return bool(states[0]["phase"] == Phase.QUEEN and not view[0]["asked"])


def passed_over(states: Records, view: Records) -> bool:
    """Another player is asked for a queen, and otherwise it would be the observer's turn."""
    table, n = view[0]["table"], states[0]["table"]["num_players"]
    after = [(states[0]["turn"] + 1 + k) % n for k in range(n)]
    waiting = [seat for seat in after if table["laid"][table["trick"], seat] < 0]
    return asked_in_secret(states, view) and waiting[0] == view[0]["seat"]


def uncalled_king(states: Records, view: Records) -> bool:
    """A king has just been laid, his queen is hidden, and nobody is asked for her."""
    state, table = states[0], view[0]["table"]
    if state["phase"] != Phase.TURN:
        return False
    seat = (int(state["turn"]) - 1) % int(table["num_players"])
    card = int(table["laid"][table["trick"], seat])
    return card >= 0 and card % 13 == KING and is_hidden(view, card - 1)


def kept_back(states: Records, view: Records) -> bool:
    """Another has kept a queen back."""
    kept = view[0]["table"]["kept"]
    return any(kept[:, seat].any() for seat in others_with_cards(states, view))


def kept_and_thrown(states: Records, view: Records) -> bool:
    """Another has kept a queen back, and thrown her to the same trick without need."""
    table = view[0]["table"]
    for trick, (row, kept) in enumerate(zip(table["laid"], table["kept"], strict=True)):
        suits = {row[table["leader"][trick]] // 13, table["trump"]}
        for seat in others_with_cards(states, view):
            queen = row[seat] % 13 == QUEEN and row[seat] // 13 not in {HEARTS, *suits}
            later = {card // 13 for card in table["laid"][trick + 1 :, seat]}
            if queen and kept[seat] >> row[seat] // 13 & 1 and not later & suits:
                return True
    return False


def revoked(states: Records, view: Records) -> bool:
    """Two others have revoked."""
    revokes = view[0]["table"]["revoked"]
    return sum(revokes[:, seat].any() for seat in others_with_cards(states, view)) > 1


def shown(states: Records, view: Records) -> bool:
    """Another has shown a sequence, and a card that lengthens it is hidden."""
    table = view[0]["table"]
    return any(
        table["declared"][seat, 0]
        and table["shown"][seat] >> card & 1
        and any(
            other // 13 == card // 13 and is_hidden(view, other) for other in (card - 1, card + 1)
        )
        for seat in others_with_cards(states, view)
        for card in range(52)
    )


class Case(NamedTuple):
    """What kind of view is wanted."""

    players: int
    rules: Rules
    wanted: Callable[[Records, Records], bool]
    sizes: range = FEW


_ALL = Rules(offences="all")
_VOLUNTARY = Rules(declarations="voluntary")
CASES = {
    "voids": Case(5, Rules(), anything),
    "six players": Case(6, Rules.classic(), anything),
    "seven players, 52 cards": Case(7, Rules(), anything),
    "ten players, 52 cards": Case(10, Rules(), anything),
    "hidden queen": Case(5, Rules.classic(), hidden_queen),
    "asked in secret": Case(5, Rules(), asked_in_secret),
    "passed over": Case(6, Rules.modern(), passed_over),
    "uncalled king": Case(5, Rules.modern(), uncalled_king),
    "kept back": Case(5, Rules(), kept_back),
    "kept back, any card": Case(6, _ALL, kept_back),
    "kept back and thrown": Case(5, _ALL, kept_and_thrown),
    "revokes": Case(5, _ALL, revoked),
    "revokes, follow suit": Case(6, Rules(offences="all", follow="suit"), revoked),
    "follow suit": Case(5, Rules.modern(), anything),
    "sequence shown": Case(5, Rules(), shown),
    "sequence shown, by rank": Case(6, Rules(sequence_order="rank"), shown),
    "cards counted": Case(5, Rules.guimbarde(), anything),
    "fool above trumps": Case(5, Rules(fool_power=True, hearts_king_power=False), anything),
    "voluntary": Case(5, _VOLUNTARY, anything),
    "voluntary, shown": Case(6, Rules(declarations="voluntary", offences="all"), shown),
    "stakes on the tricks": Case(5, Rules(declarations="voluntary", point_stake=1), anything),
    "stakes on the tricks of a round": Case(
        6, Rules(declarations="voluntary", point_stake=1, box_awards="round"), anything
    ),
    "pairs unpaid": Case(5, Rules(hand_marriage_pays=False, box_put_back=False), shown),
    "pairs unpaid, voluntary": Case(
        5,
        Rules(declarations="voluntary", hand_marriage_pays=False, box_put_back=False),
        anything,
    ),
    "forced": Case(6, Rules(offences="none"), hidden_queen),
    "two cards": Case(5, Rules(), anything, MORE),
    "two cards, revokes": Case(5, _ALL, revoked, MORE),
    "two cards, counted": Case(6, Rules.guimbarde(), anything, MORE),
    "two cards, voluntary": Case(5, _VOLUNTARY, shown, MORE),
}


def find(case: Case, number: int) -> Iterator[tuple[Records, Records, Records]]:
    """Views of a kind, a deal each, with all complete hands and which of them are allowed."""
    for seed in range(1000):
        views = [
            view
            for states, view in positions(case.players, case.rules, seed)
            if NUM_TRICKS - 2 <= view[0]["table"]["trick"] < NUM_TRICKS
            and size_of(view) in case.sizes
            and case.wanted(states, view)
        ]
        if not views:
            continue
        view = random.Random(seed).choice(views)
        deals, good = brute_force(view, case.rules)
        if np.count_nonzero(good) in ALLOWED:
            yield view, deals, good
            number -= 1
        if not number:
            return
    raise AssertionError("there is no such view")
