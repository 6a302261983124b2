"""The Markdown of the pages on the rules: tables, card names, and links by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
# What no link is made of: code, links, headings and tags; and what one may be made of.
_LEFT_ALONE = r"`[^`]*`|\[[^\]]*\](?:\([^)]*\))?|<[^>]*>|^#.*$"
_CLAUSE = r"\b[MTS]\d+(?:\.\d+)?\b"
_LABEL = re.compile(r"`[^`]*`|\[([^\]]+)\](?!\()")


def row(cells: Sequence[str]) -> str:
    """A row of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table, with an empty line after it."""
    return [row(head), row(["---"] * len(head)), *map(row, rows), ""]


def card(name: str) -> str:
    """A card as the pages write it, 10♣ for TC; the name of any other action."""
    if len(name) != 2:
        return f"`{name}`"
    return name[0].replace("T", "10") + _SUITS[name[1]]


def signed(chips: int) -> str:
    """Chips won or lost, with their sign; nothing for none."""
    return f"{chips:+d}".replace("-", "−") if chips else ""


def anchor(label: str) -> str:
    """The anchor of a clause or paragraph."""
    return label.replace(" ", "-")


def heading(level: int, label: str, text: str) -> list[str]:
    """A heading that can be linked to by its label, with an empty line after it."""
    return [f'{"#" * level} <a id="{anchor(label)}"></a>{text}', ""]


def with_links(text: str, pages: Mapping[str, str], here: str) -> str:
    """A page with its clauses and paragraphs linked.

    Clauses are linked wherever the text names them outside of code and headings, paragraphs where
    they stand in brackets. `pages` has the page of every label.
    """
    pattern = re.compile(f"{_LEFT_ALONE}|{_CLAUSE}", re.MULTILINE)

    def bracketed(match: re.Match[str]) -> str:
        return f"[{match[0]}]" if match[0] in pages else match[0]

    linked = pattern.sub(bracketed, text)
    used = {label for label in _LABEL.findall(linked) if label in pages}
    targets = [
        f"[{label}]: {'' if page == here else page}#{anchor(label)}"
        for label, page in pages.items()
        if label in used
    ]
    return "\n".join([linked.rstrip(), "", *targets]).rstrip() + "\n"


def unknown_labels(text: str, pages: Mapping[str, str]) -> list[str]:
    """The clauses in a text, and the labels in brackets, that exist on no page."""
    clauses = re.findall(f"{_LEFT_ALONE}|({_CLAUSE})", text, re.MULTILINE)
    named = [*clauses, *_LABEL.findall(text)]
    return [label for label in dict.fromkeys(named) if label and label not in pages]
