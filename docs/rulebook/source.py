"""The sources of the pages on the rules, read from a checkout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, fields
from pathlib import Path
from typing import Any

from docs.rulebook import example as worked
from docs.rulebook.accounts import Accounts, load_accounts
from docs.rulebook.citations import Cited, scan
from docs.rulebook.clauses import Clause, load_clauses
from marriage_env import Accidents, Rules
from marriage_env.small_mariage import rules as small_mariage
from marriage_env.trynka import rules as trynka

CODE = ("marriage_env",)
TESTS = ("tests/rules", "tests/property", "tests/reference")  # the nearest to the rules first
FIELDS: dict[str, tuple[Field[Any], ...]] = {  # by the letter of the clauses of their game
    "M": (*fields(Rules), *fields(Accidents)),
    "T": fields(trynka.Rules),
    "S": fields(small_mariage.Rules),
}
RULES, CLAUSES, EXAMPLE, ACCOUNTS = (
    "rules.md",
    "rules_clauses.md",
    "rules_example.md",
    "rules_accounts.md",
)


@dataclass(frozen=True)
class Source:
    """Everything from which the pages are generated."""

    intro: str
    sections: Mapping[str, str]
    clauses: Sequence[Clause]
    accounts: Accounts
    example: worked.Example
    functions: Sequence[Cited]
    tests: Sequence[Cited]

    @property
    def labels(self) -> dict[str, str]:
        """The page of every clause, section and paragraph that can be linked to."""
        named = [*self.sections, *(clause.number for clause in self.clauses)]
        return dict.fromkeys(named, CLAUSES) | dict.fromkeys(self.accounts.paragraphs, ACCOUNTS)


def load(root: Path) -> Source:
    """Read the sources of the pages from a checkout."""
    docs = root / "docs"
    sections, clauses = load_clauses(docs / "clauses.toml")
    known = [clause.number for clause in clauses]
    return Source(
        (docs / "rules_intro.md").read_text(encoding="utf-8"),
        sections,
        clauses,
        load_accounts(docs),
        worked.play(docs / "example.toml"),
        scan(root, CODE, known, tests=False),
        scan(root, TESTS, known, tests=True),
    )
