"""Find the functions and tests that belong to a clause, by their docstrings and names.

Functions and tests belong to the clauses that their docstrings cite ("M5.2", "M4.1-M4.4"), tests
also to the one in their name (`test_m5_2_...`). "M5" alone means the section and counts for none.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

CITED = re.compile(r"\b([MTS])(\d+)(?:\.(\d+))?(?:\s*[-–]\s*\1(\d+)(?:\.(\d+))?)?\b")
IN_NAME = re.compile(r"test_([mts])(\d+)(?:_(\d+))?(?=_|$)")


@dataclass(frozen=True)
class Cited:
    """A function, class or test, and the clauses that it cites, the most relevant first."""

    place: str  # file:name, or the file alone for its own docstring
    clauses: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def citations(text: str, known: Sequence[str]) -> tuple[list[str], list[str]]:
    """The known clauses that a text cites, in its order, and citations of unknown clauses.

    A range of clauses stands for all that lie in it; a section, for none.
    """
    found: list[str] = []
    unknown: list[str] = []
    sections = {number.split(".")[0] for number in known}
    for match in CITED.finditer(text):
        letter, first, sub, last, last_sub = match.groups()
        start = letter + first + (f".{sub}" if sub else "")
        end = start if last is None else letter + last + (f".{last_sub}" if last_sub else "")
        if start in known and end in known:
            found += known[known.index(start) : known.index(end) + 1]
        elif not {start, end} <= sections:
            unknown.append(match.group())
    return list(dict.fromkeys(found)), unknown


def clause_in_name(name: str, known: Sequence[str]) -> list[str]:
    """The clause in the name of a test: M5.2 for test_m5_2_1_lead, T1 for test_t1_pack."""
    match = IN_NAME.match(name)
    if match is None:
        return []
    letter, section, sub = match.groups()
    number = letter.upper() + section
    return [n for n in (f"{number}.{sub}", number) if n in known][:1]


def docstrings(path: Path) -> Iterator[tuple[str, str]]:
    """Every function and class of a file with its docstring; the name is "" for the file's own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield getattr(node, "name", ""), ast.get_docstring(node) or ""


def scan(root: Path, folders: Sequence[str], known: Sequence[str], tests: bool) -> list[Cited]:
    """The citations in the files below some folders; in test folders only those of tests."""
    found = []
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            file = path.relative_to(root / folder.split("/")[0]).as_posix()
            for name, text in docstrings(path):
                cited, unknown = citations(text, known)
                if not name or (tests and not name.startswith("test_")):
                    cited = []
                elif tests:
                    cited = list(dict.fromkeys(clause_in_name(name, known) + cited))
                place = f"{file}:{name}" if name else file
                found.append(Cited(place, tuple(cited), tuple(unknown)))
    return found


def places(cited: Sequence[Cited], number: str) -> list[str]:
    """The places that cite a clause; those that cite it first come first, then by file order."""
    having = [one for one in cited if number in one.clauses]
    having.sort(key=lambda one: one.clauses.index(number))
    return [one.place for one in having]
