"""A card table for the clause tests: packs from readable hands, play from readable scripts.

Cards are named rank then suit ("QH", "TD", "6C"); seats are numbered 0..n-1, clockwise. Unless a
test says otherwise the last seat deals, so that seat 0 is the eldest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from marriage_env import Rules, marriage_v0
from marriage_env.mariage import actions

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACKETS = ((0, 3), (3, 5))  # a packet of three each, then a packet of two each

Env = Any
Hands = Mapping[int, str] | Sequence[str]


def cards_of(players: int) -> list[str]:
    """The whole pack for so many players, from the lowest rank, suits C D H S."""
    ranks = RANKS[4:] if players <= 6 else RANKS
    return [rank + suit for rank in ranks for suit in SUITS]


def _fill(given: list[list[str]], turnup: str, players: int) -> list[list[str]]:
    """Fill the hands to five cards, seat 0 first, with cards that change nothing.

    Kings, queens and the jack of diamonds are never filled in, nor a third card of a suit: so a
    filled card makes no declaration of any kind. Among the suits that a hand may still take the one
    with most spare cards gives its lowest (between equals in the order C D H S).
    """
    used = {turnup, *(card for hand in given for card in hand)}
    assert len(used) == 1 + sum(map(len, given)), "a card is given twice"
    assert used <= set(cards_of(players)), "a card is not in the pack"
    spare = [c for c in cards_of(players) if c not in used and c[0] not in "QK" and c != "JD"]
    hands = [list(hand) for hand in given]
    for hand in hands:
        while len(hand) < 5:
            open_suits = [s for s in SUITS if sum(c[1] == s for c in hand) < 2]
            suit = max(open_suits, key=lambda s: sum(c[1] == s for c in spare))
            card = next((c for c in spare if c[1] == suit), None)
            if card is None:
                raise ValueError("no harmless card is left: give the hands in full")
            spare.remove(card)
            hand.append(card)
    return hands


def pack(hands: Hands, turnup: str, dealer: int | None = None, players: int = 5) -> list[str]:
    """The full pack in dealing order that deals these hands and turns this card up.

    The cards that are left over follow the turn-up, from the lowest rank, suits C D H S.
    """
    dealer = players - 1 if dealer is None else dealer
    by_seat = dict(hands) if isinstance(hands, Mapping) else dict(enumerate(hands))
    full = _fill([by_seat.get(seat, "").split() for seat in range(players)], turnup, players)
    order = [(dealer + 1 + k) % players for k in range(players)]
    dealt = [card for low, high in PACKETS for seat in order for card in full[seat][low:high]]
    dealt.append(turnup)
    return dealt + [card for card in cards_of(players) if card not in dealt]


def start(
    hands: Hands,
    turnup: str,
    dealer: int | None = None,
    players: int = 5,
    deals: int = 1,
    then: Sequence[tuple[Hands, str]] = (),
    base: Rules | None = None,
    **rules: Any,
) -> Env:
    """A reset raw_env with this deal; `then` has the later deals, `rules` the fields to change."""
    dealer = players - 1 if dealer is None else dealer
    packs = [
        pack(h, t, (dealer + k) % players, players)
        for k, (h, t) in enumerate([(hands, turnup), *then])
    ]
    settled = replace(base or Rules(), **rules)
    env = marriage_v0.raw_env(num_players=players, rules=settled, deals=deals)
    env.reset(seed=7, options={"deck": packs, "dealer": dealer})
    return env


def asked(env: Env) -> int:
    """The seat that is asked."""
    return int(env.agent_selection.removeprefix("player_"))


def mask(env: Env, seat: int) -> list[int]:
    """The action mask that a seat sees."""
    return [int(bit) for bit in env.observe(f"player_{seat}")["action_mask"]]


def legal(env: Env) -> set[str]:
    """The names of the actions that are open to the seat that is asked."""
    return {actions.name(a) for a, bit in enumerate(mask(env, asked(env))) if bit}


def cards(names: str) -> set[str]:
    """A set of names from a string of them."""
    return set(names.split())


def play(env: Env, script: str) -> None:
    """Play tokens "seat:action", each by the seat that is asked and each in its mask."""
    for token in script.split():
        seat, name = token.split(":")
        assert env.agent_selection == f"player_{seat}", f"{token}: {env.agent_selection} is asked"
        assert name in legal(env), f"{token}: open are {sorted(legal(env))}"
        env.step(actions.parse(name))


def chips(env: Env) -> list[int]:
    """The chips of every seat."""
    return [int(c) for c in env.chips]


def net(env: Env, staked: int = 5) -> list[int]:
    """The chips of every seat without the stakes it has paid (by default one into each box)."""
    return [c + staked for c in chips(env)]


def moved(env: Env, script: str) -> list[int]:
    """The chips that a script moves, for every seat."""
    before = chips(env)
    play(env, script)
    return [after - b for after, b in zip(chips(env), before, strict=True)]


def gains(players: int, seat: int, each: int = 1) -> list[int]:
    """What is moved when every other player pays `each` to a seat (negative: the seat pays)."""
    return [each * (players - 1) if s == seat else -each for s in range(players)]


def tricks(env: Env) -> list[int]:
    """The tricks that every seat has won in this deal."""
    return [int(t) for t in env.tricks]


def boxes(env: Env) -> list[int]:
    """What lies in the boxes POINT, MARIAGE, FOOL, KING, QUEEN."""
    return [int(env.boxes[name]) for name in ("POINT", "MARIAGE", "FOOL", "KING", "QUEEN")]


def bank(env: Env) -> int:
    """All chips together: the players' and the boxes'."""
    return sum(chips(env)) + sum(boxes(env))
