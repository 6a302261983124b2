"""What games with a king's call (marriage_env.core.kings_call) have to say to a player alike.

`table` is a TABLE record and `view` a VIEW record, read field by field. The sentences of the
phrases are the game's own, with its clauses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from marriage_env.core.cards import NUM_RANKS, QUEEN
from marriage_env.core.kings_call import kept_back
from marriage_env.core.phrases import Cards, Count, Phrase, Reason, Seat, Suit, phrase


class BestCard(NamedTuple):
    """What takes the trick so far."""

    power: int  # -1 before the lead
    seat: int
    card: int
    married: bool  # a marriage lies in the trick: nothing beats it


def best_card(table: Any, power: Callable[..., int], married: int) -> BestCard:
    """What takes the trick being played; `married` is the power of a marriage."""
    trick, players = int(table["trick"]), int(table["num_players"])
    leader = int(table["leader"][trick])
    best = BestCard(-1, -1, -1, False)
    if leader < 0:
        return best
    led = led_suit(table)
    for place in range(players):
        seat = (leader + place) % players
        card, is_married = int(table["laid"][trick, seat]), bool(table["married"][trick, seat])
        if card < 0:
            continue
        strength = married if is_married else int(power(table, led, card))
        if strength > best.power:
            best = BestCard(strength, seat, card, is_married)
    return best


def led_suit(table: Any) -> int:
    """The suit led to the trick being played."""
    trick = int(table["trick"])
    return int(table["laid"][trick, table["leader"][trick]]) // NUM_RANKS


def trump_line(table: Any) -> Phrase:
    """The trump, the card turned up, and who deals."""
    turned = Cards(1 << int(table["turn_up"]))
    who = Seat(table["dealer"])
    return phrase("line.trump", suit=Suit(table["trump"]), cards=turned, who=who)


def trick_cells(table: Any, seat: int, tricks: int) -> list[list[Phrase]]:
    """Of a seat: tricks won; what it has done in the trick being played; cards it is known to hold.

    `tricks`: of a deal.
    """
    won = [phrase("cell.number", number=int(table["won"][seat]))]
    known = int(table["known"][seat])
    held = [phrase("cell.cards", cards=Cards(known))] if known else []
    return [won, _done(table, seat) if table["trick"] < tricks else [], held]


def _done(table: Any, seat: int) -> list[Phrase]:
    trick = int(table["trick"])
    done: list[Phrase] = []
    if kept := int(kept_back(table, trick, seat)):
        done.append(phrase("cell.kept", cards=Cards(kept)))
    card = int(table["laid"][trick, seat])
    if card >= 0:
        key = "cell.led" if table["leader"][trick] == seat else "cell.cards"
        key = "cell.marriage" if table["married"][trick, seat] else key
        if "revoked" in table.dtype.names and table["revoked"][trick, seat]:
            key = "cell.revoke"
        done.append(phrase(key, cards=Cards(1 << card)))
    return done


def turn_question(table: Any, best: BestCard) -> Phrase:
    """What a seat is to do at its own turn."""
    if best.power < 0:
        return phrase("question.lead", number=int(table["trick"]) + 1)
    suit = Suit(led_suit(table))
    if best.married:
        return phrase("question.married", suit=suit)
    cards = Cards(1 << best.card)
    return phrase("question.follow", suit=suit, cards=cards, who=Seat(best.seat))


def queen_question(view: Any, may_keep: bool) -> Phrase:
    """What the holder of a queen that is called is to do, with what it costs to keep her back."""
    suit, table = Suit(view["asked_suit"]), view["table"]
    if not may_keep:
        return phrase("question.queen_must", suit=suit)
    chips = int(table["rules"]["queen_fine"]) * (int(table["num_players"]) - 1)
    return phrase("question.queen", suit=suit, chips=Count(chips))


def queen_reasons(view: Any) -> list[Reason]:
    """Why no other card can be laid when a queen is called."""
    suit = int(view["asked_suit"])
    others = int(view["hand"]) & ~(1 << NUM_RANKS * suit + QUEEN)
    return [Reason(others, phrase("reason.queen", suit=Suit(suit)))] if others else []


def turn_reasons(view: Any, best: BestCard, allowed: int, must_beat: bool) -> list[Reason]:
    """Which rule bars each card that is not `allowed` at a seat's own turn.

    `must_beat`: a player must beat the trick or trump, not only follow suit.
    """
    table, hand = view["table"], int(view["hand"])
    barred = hand & ~allowed
    kept = int(kept_back(table, int(table["trick"]), int(view["seat"]))) & barred
    reasons = [Reason(kept, phrase("reason.kept"))] if kept else []
    if rest := barred & ~kept:
        reasons += _following(Suit(led_suit(table)), best, allowed, rest, must_beat)
    return reasons


def _following(
    suit: Suit, best: BestCard, allowed: int, barred: int, must_beat: bool
) -> list[Reason]:
    of_suit = ((1 << NUM_RANKS) - 1) << NUM_RANKS * suit
    if best.married:
        return [Reason(barred, phrase("reason.married", suit=suit))]
    cards = Cards(1 << best.card)
    if must_beat and not allowed & of_suit:
        return [Reason(barred, phrase("reason.trump", suit=suit, cards=cards))]
    reasons = []
    if low := barred & of_suit:
        reasons.append(Reason(low, phrase("reason.beat", suit=suit, cards=cards)))
    if other := barred & ~of_suit:
        reasons.append(Reason(other, phrase("reason.follow", suit=suit)))
    return reasons
