"""The deals of the page in which agents disagree most."""

from __future__ import annotations

import os
import re
from urllib.parse import quote

from eval.output.html import figure, table, text
from eval.report.result import Disagreement, ReportResult
from marriage_env.core.cards import card_symbol, parse_card

_CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")
_TRUMPS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def deals(result: ReportResult, viewer: str | None = None) -> str:
    """Every deal told, the widest gap first, linked to the page `viewer` that shows it."""
    plan, told = result.settings.plan, result.told or []
    return "\n".join(
        [
            f"<h2>{len(told)} deals in which they disagree most</h2>",
            f"<p>Of {plan.told_deals:,} deals that they played together. Worth is what the "
            "seat will have at the end of the deal, in chips, by search: worlds sampled from what "
            f"the seat may know, played to their ends by {text(plan.labels[-1])}.</p>",
            *(_deal(deal, _link(told, deal, viewer)) for deal in told),
        ]
    )


def _link(told: list[Disagreement], deal: Disagreement, viewer: str | None) -> str:
    """A link to the decision on the page that shows the deals; nothing where it has no record."""
    recorded = [one for one in told if one.record is not None]
    if viewer is None or deal.record is None or deal.step is None:
        return ""
    place = f"{recorded.index(deal) + 1}.{int(deal.step) + 1}.{int(deal.seat)}"
    address = f"{quote(os.fsencode(viewer))}#{place}"
    return f'<p><a href="{text(address)}">Step through this deal</a></p>\n'


def _deal(deal: Disagreement, link: str) -> str:
    """One decision: the story so far, then what each choice is worth."""
    rows = [
        [_cards(choice.action), figure(choice.worth), text(", ".join(choice.by) or "–")]
        for choice in deal.choices
    ]
    trump = f", trump {_cards(_TRUMPS[deal.trump])}" if deal.trump else ""
    steps = "".join(f"<li>{_cards(step)}</li>" for step in deal.story)
    return (
        f"<article><h3>Deal {text(deal.deal)}: seat {text(deal.seat)} is to act, "
        f"{deal.gap:.1f} chips between the choices</h3>\n"
        f"<p>Dealer seat {text(deal.dealer)}{trump}. Seat {text(deal.seat)} holds "
        f"<strong>{_cards(' '.join(deal.hand))}</strong> and stands at "
        f"{deal.chips:+d} chips.</p>\n{link}<ol>{steps}</ol>\n"
        + table(["choice", "worth", "chosen by"], rows)
        + "</article>"
    )


def _cards(said: str) -> str:
    """Text with its cards as signs, red suits in red."""
    signs = _CARD.sub(lambda card: card_symbol(parse_card(card[0])), said)
    return re.sub(r"(?:10|[2-9JQKA])?[♦♥]", r"<span class=red>\g<0></span>", text(signs))
