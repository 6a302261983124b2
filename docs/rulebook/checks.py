"""Check that the pages on the rules are complete: fields, functions, tests, quotations, links."""

from __future__ import annotations

from docs.rulebook.accounts import missing_paragraphs, settled_by
from docs.rulebook.citations import places
from docs.rulebook.markdown import unknown_labels
from docs.rulebook.pages import PAGES
from docs.rulebook.source import CODE, FIELDS, TESTS, Source


def problems(source: Source) -> list[str]:
    """Everything that is missing or wrong, a line each."""
    return [
        *_clause_problems(source),
        *_field_problems(source),
        *_account_problems(source),
        *(
            f"{one.place} cites {text}: there is no such clause"
            for one in (*source.functions, *source.tests)
            for text in one.unknown
        ),
    ]


def _clause_problems(source: Source) -> list[str]:
    wrong = []
    for clause in source.clauses:
        if clause.section not in source.sections:
            wrong.append(f"{clause.number}: its section {clause.section} has no title")
        if not places(source.tests, clause.number):
            wrong.append(f"{clause.number}: no test in {', '.join(TESTS)} cites it")
        if not places(source.functions, clause.number):
            wrong.append(f"{clause.number}: no docstring in {', '.join(CODE)} cites it")
        if not clause.quotes and not clause.accounts.lower().endswith("silent."):
            wrong.append(f"{clause.number}: an account speaks, and no words of it are quoted")
        for quote in clause.quotes:
            if quote.paragraph not in source.accounts.paragraphs:
                wrong.append(f"{clause.number}: quotes {quote.paragraph}, which is no paragraph")
    return wrong


def _field_problems(source: Source) -> list[str]:
    wrong = []
    for letter, having in FIELDS.items():
        clauses = [clause for clause in source.clauses if clause.number[0] == letter]
        owned = {name for clause in clauses for name in clause.fields}
        there = {field.name for field in having}
        wrong += [f"field {name} belongs to no clause" for name in sorted(there - owned)]
        wrong += [f"field {name} of a clause does not exist" for name in sorted(owned - there)]
    return wrong


def _account_problems(source: Source) -> list[str]:
    accounts, labels = source.accounts, source.labels
    wrong = [f"paragraph {label} is not in the index" for label in missing_paragraphs(accounts)]
    for paragraph in accounts.paragraphs.values():
        if not settled_by(paragraph.label, source.clauses) and not paragraph.note:
            wrong.append(f"paragraph {paragraph.label}: no clause quotes it, and nothing says why")
    for term in accounts.terms:
        wrong += [f"{term.word}: there is no {n}" for n in term.clauses if n not in labels]
    for page, lines in PAGES.items():
        text = "\n".join(lines(source))
        wrong += [
            f"{page} names {label}: there is no such clause or paragraph"
            for label in unknown_labels(text, labels)
        ]
    return wrong
