"""What events say: which box, which trick, which cards; their chips and their texts."""

import pytest

from marriage_env import Rules
from marriage_env.core.events import Event
from marriage_env.mariage.events import EventKind
from marriage_env.mariage.game import GAME
from marriage_env.render.ansi import table_text
from marriage_env.render.event_text import event_text

from . import deals as d
from .table import Env, play, start

# Seat 0 shows 6-7-8 of spades, 1 holds the fool, 2 the marriage of hearts.
CLAIMS = {0: "6S 7S 8S", 1: "JD", 2: "KH QH"}
CARDS = {
    "POINT": "6S 7S 8S",
    "MARIAGE": "QH KH",
    "FOOL": "JD",
    "KING": "KH",
    "QUEEN": "QH",
}


def of_kind(env: Env, *kinds: str) -> list[Event]:
    """The events of some kinds."""
    return [event for event in env.events if event.kind.name in kinds]


@pytest.mark.parametrize("declarations", ["automatic", "voluntary"])
def test_a_claim_names_its_box(declarations: str) -> None:
    """M4.7: under "round" each of the five claims says which box, with which cards, whose."""
    env = start(CLAIMS, "AC", box_awards="round", declarations=declarations)
    if declarations == "voluntary":
        play(env, "0:POINT 1:FOOL 2:MARIAGE 2:KING 2:QUEEN")
    claimed = {event.box: event for event in of_kind(env, "BOX_CLAIMED")}
    assert set(claimed) == set(CARDS)
    for box, event in claimed.items():
        assert set(event.cards) == set(CARDS[box].split())
        assert event.seat == {"POINT": 0, "FOOL": 1}.get(box, 2)
        assert not any(event.chips)
        text = event_text(GAME, event)
        assert f"claimed {box} with" in text
        assert all(card in text for card in event.cards)


def test_a_box_taken_is_named() -> None:
    """M4.1-M4.3: of those that take a box kind, box and text agree, at once or at the end."""
    env = start(CLAIMS, "AC")
    taken = of_kind(env, *(f"BOX_{box}" for box in CARDS))
    assert {event.kind.name for event in taken} == {f"BOX_{event.box}" for event in taken}
    assert {event.box for event in taken} == set(CARDS)
    assert all(f"takes {event.box}" in event_text(GAME, event) for event in taken)
    late = start(d.SHARED, d.TURNUP, follow="suit", box_awards="round")
    play(late, f"{d.SHARED_FOUR} {d.SHARED_LAST}")
    assert [event.box for event in of_kind(late, "BOX_POINT")] == ["POINT"]


def test_prizes_name_their_tricks() -> None:
    """M8.2: each prize says for which trick, by the card that took it; the pool is for none."""
    env = start(d.SHARED, d.TURNUP, follow="suit", point_stake=1)
    play(env, f"{d.SHARED_FOUR} {d.SHARED_LAST}")
    prizes = of_kind(env, "PRIZE")
    assert [(event.seat, *event.cards) for event in prizes] == [
        (0, "QS"),
        (0, "JS"),
        (2, "AH"),
        (2, "JC"),
        (0, "AS"),
    ]
    assert [event_text(GAME, event).split("  ")[0] for event in prizes][2] == (
        "seat 2 is paid from POINT for the trick of AH"
    )
    pool = start(d.SHARED, d.TURNUP, follow="suit", trick_prize="pool")
    play(pool, f"{d.SHARED_FOUR} {d.SHARED_LAST}")
    (prize,) = of_kind(pool, "PRIZE")
    assert (prize.cards, prize.box) == ((), "POINT")
    assert event_text(GAME, prize).startswith("seat 0 is paid from POINT  [")


@pytest.mark.parametrize("fine", [0, 2])
def test_a_fine_of_nothing_is_not_called_paid(fine: int) -> None:
    """M6.3, M9.1: what costs nothing is told without a payment."""
    hands = {0: "KC 6S 7H 9H 8D", 1: "QC QD 9C 6H 7S"}
    env = start(hands, "6C", offences="all", queen_fine=fine, revoke_fine=fine)
    play(env, "0:KC 1:WITHHOLD 1:QD")
    texts = [event_text(GAME, event) for event in of_kind(env, "WITHHELD", "REVOKE")]
    assert [("pays everyone" in text) for text in texts] == [fine > 0] * 2


def test_stakes_name_their_boxes() -> None:
    """M2.2: into which boxes the stakes go, before a deal and on its tricks."""
    then = [(d.turned(d.QUIET, 1), d.TURNUP)]
    env = start(
        d.QUIET, d.TURNUP, deals=2, then=then, follow="suit", contribution="point", point_stake=1
    )
    play(env, d.QUIET_PLAY)
    texts = [
        event_text(GAME, event).split("  ")[0] for event in of_kind(env, "STAKES", "POINT_STAKES")
    ]
    assert texts == [
        "all put their stakes into POINT, MARIAGE, FOOL, KING, QUEEN",
        "all stake on the tricks, into POINT",
        "all put their stakes into POINT",
        "all stake on the tricks, into POINT",
    ]


def test_events_account_for_every_chip() -> None:
    """M2.3: under rules with every new payment the events add up to chips and boxes."""
    rules = Rules(offences="all", queen_fine=2, revoke_fine=3, point_stake=2, box_put_back=False)
    env = start({0: "KC 6S 7H 9H 8D", 1: "QC QD 9C 6H 7S"}, "6C", base=rules)
    play(env, "0:KC 1:WITHHOLD 1:QD")
    assert [sum(event.chips[seat] for event in env.events) for seat in range(5)] == list(env.chips)
    for box, chips in env.boxes.items():
        assert sum(event.boxes.get(box, 0) for event in env.events) == chips


def test_a_text_for_every_kind() -> None:
    """Every kind has a text, and the text names no place that the event lacks."""
    for kind in EventKind:
        event = Event(kind, 1, ("QH",), (0,) * 5, {}, "M1.1", 0, 0, "POINT")
        assert "None" not in event_text(GAME, event)


def test_the_picture_says_which_queen() -> None:
    """M6.2: the line of a seat that is asked for a queen names her."""
    env = start({0: "KC 6S 7H 9H 8D", 1: "QC QD 9C 6H 7S"}, "6C")
    play(env, "0:KC")
    assert any(
        "asked for QC" in line for line in table_text(GAME, env._states, env.events).splitlines()
    )
