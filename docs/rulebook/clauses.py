"""The clauses of the rules, read from docs/clauses.toml."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pytest brings it on Python 3.10


@dataclass(frozen=True)
class Quote:
    """A quotation from an account, as printed, and its paragraph ("A 9")."""

    paragraph: str
    words: str
    english: str = ""

    @property
    def line(self) -> str:
        """The quotation with its paragraph, and its translation if there is one."""
        translated = f" ({self.english})" if self.english else ""
        return f"> [{self.paragraph}] «{self.words}»{translated}"


@dataclass(frozen=True)
class Clause:
    """One clause of the rules: what the accounts say and how the game reads them."""

    number: str
    title: str
    accounts: str
    reading: str
    quotes: tuple[Quote, ...] = ()
    fields: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """The section of the clause: M5 for M5.2, T and S for all of the other games."""
        return self.number.split(".")[0] if self.number[0] == "M" else self.number[0]


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file, in its order."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def flowed(text: str) -> str:
    """A text without the line breaks of its source."""
    return " ".join(text.split())


def read_quotes(entries: Sequence[Sequence[str]]) -> tuple[Quote, ...]:
    """Quotations from their paragraph, their words and, where there is one, their translation."""
    return tuple(Quote(*entry) for entry in entries)


def quoted(quotes: Sequence[Quote]) -> list[str]:
    """Quotations as lines, with an empty line at the end; empty if there are none."""
    lines = [line for quote in quotes for line in (quote.line, ">")][:-1]
    return [*lines, ""] if lines else []


def load_clauses(path: Path) -> tuple[Mapping[str, str], list[Clause]]:
    """The titles of the sections and the clauses of a TOML file, in its order."""
    tables = read_toml(path)
    sections = tables.pop("sections")
    clauses = [
        Clause(
            number,
            *(flowed(entry[key]) for key in ("title", "accounts", "reading")),
            read_quotes(entry["quotes"]),
            tuple(entry["fields"]),
        )
        for number, entry in tables.items()
    ]
    return sections, clauses
