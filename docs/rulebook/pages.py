"""The pages on the rules as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from docs.rulebook import example as worked
from docs.rulebook.accounts import departure_lines, glossary_lines, index_lines
from docs.rulebook.citations import places
from docs.rulebook.clauses import Clause, quoted
from docs.rulebook.markdown import heading, table, with_links
from docs.rulebook.source import ACCOUNTS, CLAUSES, EXAMPLE, RULES, Source
from marriage_env import Accidents
from marriage_env.mariage import rules as mariage
from marriage_env.small_mariage import rules as small_mariage
from marriage_env.trynka import rules as trynka

MOST_FUNCTIONS, MOST_TESTS = 3, 4
ACCOUNT_OF = {
    "typical": "typical (A)",
    "modern": "modern (B)",
    "classic": "classic (C)",
    "literal": "literal (A)",
}
MADE_BY = "<!-- Made by docs/build_rules.py from {}: edit those. -->"


def _owners(source: Source, letter: str, name: str) -> str:
    """The clauses of a game that a field belongs to."""
    clauses = [clause for clause in source.clauses if clause.number[0] == letter]
    return ", ".join(clause.number for clause in clauses if name in clause.fields)


def _allowed(game: Any, name: str, default: object) -> str:
    """The values of a field of a game's `Rules`."""
    if isinstance(default, bool):
        return "True, False"
    if isinstance(default, int):
        counts = getattr(game, "COUNTS", {})
        return "{} to {}".format(*counts[name]) if name in counts else "chips"
    return ", ".join(game.variants(name))


def _presets_table(source: Source, letter: str, game: Any) -> list[str]:
    """The fields of a game's `Rules` with its presets."""
    presets = [game.Rules.preset(name) for name in game.PRESETS]
    rows = []
    for field in fields(game.Rules):
        values = [getattr(preset, field.name) for preset in presets]
        shown = [f"**{v}**" if v != field.default else str(v) for v in values]
        allowed = _allowed(game, field.name, field.default)
        rows.append([f"`{field.name}`", _owners(source, letter, field.name), allowed, *shown])
    accounts = ACCOUNT_OF if letter == "M" else {}
    presets_of = [accounts.get(name, name) for name in game.PRESETS]
    return table(["field", "clause", "values", *presets_of], rows)


def _accidents_table(source: Source) -> list[str]:
    rates = [
        [f"`{f.name}`", _owners(source, "M", f.name), str(f.default)] for f in fields(Accidents)
    ]
    return table(["field", "clause", "default"], rates)


def _listed(found: Sequence[str], most: int) -> str:
    """The first `most` places, and the number of the others."""
    more = [f"{len(found) - most} more"] if len(found) > most else []
    return ", ".join([f"`{place}`" for place in found[:most]] + more)


def _clause_lines(source: Source, clause: Clause) -> list[str]:
    """A clause: quotations, their meaning, how the game plays it, its code and tests."""
    lines = heading(3, clause.number, f"{clause.number} {clause.title}")
    lines += quoted(clause.quotes) or ["> The accounts are silent: it is our reading.", ""]
    lines += [f"*The accounts.* {clause.accounts}", "", f"*The game.* {clause.reading}", ""]
    owned = ", ".join(f"`{field}`" for field in clause.fields)
    where = [f"Fields: {owned}."] if owned else []
    where.append(f"Code: {_listed(places(source.functions, clause.number), MOST_FUNCTIONS)}.")
    where.append(f"Tests: {_listed(places(source.tests, clause.number), MOST_TESTS)}.")
    return [*lines, "<br>".join(where), ""]


def _rules_lines(source: Source) -> list[str]:
    """docs/rules.md: the text of rules_intro.md with the generated parts inserted."""
    inserted: dict[str, Callable[[], list[str]]] = {
        "<!-- fields -->": lambda: _presets_table(source, "M", mariage),
        "<!-- accidents -->": lambda: _accidents_table(source),
        "<!-- trynka_fields -->": lambda: _presets_table(source, "T", trynka),
        "<!-- small_fields -->": lambda: _presets_table(source, "S", small_mariage),
        "<!-- departures -->": lambda: departure_lines(source.accounts, source.clauses),
    }
    lines = []
    for line in source.intro.strip().splitlines():
        lines += inserted[line]() if line in inserted else [line]
    return lines


def _clauses_lines(source: Source) -> list[str]:
    lines = [
        "# The clauses of the rules",
        "",
        "Every rule of [Mariage, Trynka and Small Mariage](rules.md) as a numbered clause: the",
        "words of the three printed accounts A, B and C, what they say in English, how the game",
        "plays it, and which code and tests belong to it. Code is named from `marriage_env/`,",
        "tests from `tests/`; each stands with the clauses that its docstring cites. Paragraphs",
        "are linked to the [index](rules_accounts.md#the-paragraphs).",
        "",
        *(f"- [{section}]: {title}" for section, title in source.sections.items()),
        "",
    ]
    for section, title in source.sections.items():
        lines += heading(2, section, f"{section}. {title}")
        for clause in source.clauses:
            if clause.section == section:
                lines += _clause_lines(source, clause)
    return lines


def _example_lines(source: Source) -> list[str]:
    return [
        "# A worked example of Mariage",
        "",
        "One deal of [Mariage](rules.md) from the stakes to the last payment: what every player",
        "may lay and why, and after each trick a table of everybody's chips. What may be laid",
        "and all chips are computed by the engine; the choices are made so that the rules show.",
        "Steps are those of M5.2.",
        "",
        *worked.tell(source.example),
    ]


def _accounts_lines(source: Source) -> list[str]:
    return [
        "# The printed accounts: words and paragraphs",
        "",
        "A glossary of the Russian words in the three accounts of [Mariage and",
        "Trynka](rules.md), and an index from every paragraph to the clauses that it settles.",
        "Quotations are as printed.",
        "",
        "## The words",
        "",
        *glossary_lines(source.accounts),
        "## The paragraphs",
        "",
        "Paragraphs are counted from the first under a heading. The clauses of a paragraph are",
        "those that quote it.",
        "",
        *index_lines(source.accounts, source.clauses),
    ]


PAGES: dict[str, Callable[[Source], list[str]]] = {
    RULES: _rules_lines,
    CLAUSES: _clauses_lines,
    EXAMPLE: _example_lines,
    ACCOUNTS: _accounts_lines,
}
MADE_FROM = {
    RULES: "rules_intro.md and departures.toml",
    CLAUSES: "clauses.toml",
    EXAMPLE: "example.toml and the engine",
    ACCOUNTS: "accounts.toml and clauses.toml",
}


def render(source: Source) -> dict[str, str]:
    """Every page by its file name."""
    return {
        page: with_links(
            "\n".join([MADE_BY.format(MADE_FROM[page]), "", *lines(source)]), source.labels, page
        )
        for page, lines in PAGES.items()
    }
