"""The printed accounts: their paragraphs, the words they use, and where the game departs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from docs.rulebook.clauses import Clause, Quote, flowed, quoted, read_quotes, read_toml
from docs.rulebook.markdown import anchor, table

# How many paragraphs of each kind the accounts have; headings and captions besides.
PARAGRAPHS = {
    "A": 18,
    "A rule": 3,
    "B": 8,
    "B Trynka": 7,
    "B exchange": 3,
    "B play": 4,
    "C": 25,
}
TITLES = {
    "A": "Account A",
    "B": "Account B, the end of Mariage and all of Trynka",
    "C": "Account C",
}


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of an account: its first words, its subject, and what is not modelled."""

    label: str
    begins: str
    says: str
    note: str = ""


@dataclass(frozen=True)
class Term:
    """A word of the accounts, with a place where it is printed."""

    word: str
    printed: Quote
    english: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Departure:
    """A sentence of an account that has several readings or is not followed."""

    title: str
    quotes: tuple[Quote, ...]
    text: str


@dataclass(frozen=True)
class Group:
    """Departures of one kind."""

    title: str
    about: str
    entries: tuple[Departure, ...]


@dataclass(frozen=True)
class Accounts:
    """Everything on the pages about the accounts, except the quotations in the clauses."""

    paragraphs: Mapping[str, Paragraph]
    terms: Sequence[Term]
    departures: Sequence[Group]


def load_accounts(docs: Path) -> Accounts:
    """Read the accounts from accounts.toml and departures.toml in a folder."""
    tables = read_toml(docs / "accounts.toml")
    paragraphs = {
        label: Paragraph(
            label, entry["begins"], flowed(entry["says"]), flowed(entry.get("note", ""))
        )
        for label, entry in tables["paragraphs"].items()
    }
    terms = [
        Term(term["word"], Quote(*term["printed"]), flowed(term["english"]), tuple(term["clauses"]))
        for term in tables["terms"]
    ]
    return Accounts(paragraphs, terms, _departures(docs / "departures.toml"))


def _departures(path: Path) -> list[Group]:
    return [
        Group(
            group["title"],
            flowed(group["about"]),
            tuple(
                Departure(entry["title"], read_quotes(entry["quotes"]), flowed(entry["text"]))
                for entry in group["entries"]
            ),
        )
        for group in read_toml(path)["groups"]
    ]


def settled_by(label: str, clauses: Sequence[Clause]) -> list[str]:
    """The clauses that quote a paragraph."""
    return [c.number for c in clauses if any(q.paragraph == label for q in c.quotes)]


def missing_paragraphs(accounts: Accounts) -> list[str]:
    """The paragraphs of the printed accounts that the index lacks."""
    labels = [f"{kind} {n}" for kind, count in PARAGRAPHS.items() for n in range(1, count + 1)]
    return [label for label in labels if label not in accounts.paragraphs]


def index_lines(accounts: Accounts, clauses: Sequence[Clause]) -> list[str]:
    """The index: every paragraph with its clauses, account by account."""
    lines = []
    for letter, title in TITLES.items():
        rows = [
            [
                f'<a id="{anchor(one.label)}"></a>{one.label}',
                f"«{one.begins}…»",
                one.says,
                ", ".join(settled_by(one.label, clauses)) or "none",
                one.note,
            ]
            for one in accounts.paragraphs.values()
            if one.label.split()[0] == letter
        ]
        lines += [f"### {title}", ""]
        lines += table(
            ["paragraph", "begins", "says", "clauses", "not modelled or read otherwise"], rows
        )
    return lines


def glossary_lines(accounts: Accounts) -> list[str]:
    """The glossary, in the order of the Russian alphabet."""
    rows = [
        [
            f"**{term.word}**",
            term.english,
            f"«{term.printed.words}» [{term.printed.paragraph}]",
            ", ".join(term.clauses),
        ]
        for term in sorted(accounts.terms, key=lambda term: term.word)
    ]
    return table(["word", "here", "as printed", "clauses"], rows)


def departure_lines(accounts: Accounts, clauses: Sequence[Clause]) -> list[str]:
    """All departures, group by group, and the clauses on which the accounts are silent."""
    lines = []
    for group in accounts.departures:
        lines += [f"### {group.title}", "", group.about, ""]
        for entry in group.entries:
            if entry.quotes:
                lines += [f"**{entry.title}.**", "", *quoted(entry.quotes), entry.text, ""]
            else:
                lines += [f"**{entry.title}.** {entry.text}", ""]
    lines += ["### What no account says", ""]
    silent = [f"{c.title} ({c.number})" for c in clauses if not c.quotes]
    return [*lines, f"No account has a word on some clauses: {'; '.join(silent)}.", ""]
