"""The table as the player of one seat sees it at a decision, from the seat's VIEW alone."""

from __future__ import annotations

from marriage_env.cli.play.company import Hint
from marriage_env.cli.play.prompts import Decision
from marriage_env.cli.play.screen import Screen
from marriage_env.cli.play.wording import Wording
from marriage_env.contract_parts import SeatTexts
from marriage_env.core.cards import NUM_RANKS, SUITS
from marriage_env.core.phrases import Cards, phrase
from marriage_env.game import Records


def show_table(screen: Screen, wording: Wording, texts: SeatTexts, view: Records) -> None:
    """What lies open: chips, the trick or pile, and a row for every seat."""
    screen.gap()
    for line in texts.lines(view):
        screen.line(wording.say(line))
    headings = ["column.seat", "column.chips", *texts.columns]
    rows = []
    players = int(view[0]["table"]["num_players"])
    for seat in range(players):
        name = f"{seat} {wording.words['you']}" if seat == wording.seat else f"{seat}"
        cells = [", ".join(wording.part(said) for said in cell) for cell in texts.cells(view, seat)]
        rows.append([name, str(int(view[0]["table"]["chips"][seat])), *cells])
    screen.table([wording.words[key] for key in headings], rows, wording.seat)


def show_decision(screen: Screen, decision: Decision, texts: SeatTexts) -> None:
    """The hand, which cards may be laid and why the others may not, and the question."""
    wording, view = decision.wording, decision.view
    ranks = wording.part_of("hand.ranks", ranks=wording.ranks(texts.ranks(view)))
    screen.heading(f"{wording.words['hand']} ({ranks})", minor=True)
    for suit in range(len(SUITS)):
        cards = [
            (number, wording.card(card), bool(decision.legal >> card & 1))
            for number, card in enumerate(decision.hand, 1)
            if card // NUM_RANKS == suit
        ]
        if cards:
            screen.hand(cards)
    for reason in decision.reasons:
        screen.line(wording.tell("hand.barred", cards=Cards(reason.cards), why=reason.why), "dim")
    screen.line(wording.say(texts.question(view)), "bold")
    for action in decision.others:
        what = phrase(f"action.{decision.game.action_name(action)}")
        key = decision.keys(action)[0]
        screen.line("  " + wording.part_of("hand.choice", typed=key, what=what))


def show_help(screen: Screen, wording: Wording, agent: str) -> None:
    """What the game is about, and what can be typed."""
    screen.gap()
    screen.line(wording.words["aim"])
    for key in ("help.cards", "help.marks"):
        screen.line(wording.tell(key))
    for name in ("hint", "table", "score", "quit"):
        keys = " / ".join(wording.keys(f"key.{name}"))
        screen.line("  " + wording.part_of(f"help.{name}", keys=keys, agent=agent))
    screen.line(wording.tell("help.clauses"))


def show_hint(screen: Screen, decision: Decision, hint: Hint, agent: str) -> None:
    """What an agent would choose, and what it expects of each choice, the best first."""
    wording = decision.wording
    choice = decision.label(hint.choice)
    screen.line(wording.tell("hint.choice", agent=agent, choice=choice), "bold")
    ordered = sorted(hint.values.items(), key=lambda entry: -entry[1])
    values = ", ".join(
        wording.part_of(
            "hint.value",
            choice=decision.label(action),
            value=f"{value:+.1f}" if hint.in_chips else f"{value:.0%}",
        )
        for action, value in ordered
    )
    if values:
        key = "hint.values" if hint.in_chips else "hint.shares"
        screen.line(wording.tell(key, values=values))
