"""Make docs/rules.md: the introduction, the fields of the rules, and every clause.

`python docs/build_rules.py` writes the page. With `--check` it writes nothing and exits with 1 if
the page is stale, if a clause that is built has no test or no function, if a field of a `Rules`
or of `Accidents` belongs to no clause, or if a docstring cites a clause that there is not.

Functions and tests belong to the clauses that their docstrings cite ("M5.2", "M4.1-M4.4"), tests
also to the one in their name (`test_m5_2_...`). "M5" alone means the section and counts for none.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, fields
from pathlib import Path
from typing import Any

from marriage_env.storage import write_text

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from marriage_env import Accidents, Rules
from marriage_env.mariage import rules as mariage
from marriage_env.trynka import rules as trynka

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pytest brings it on Python 3.10

ROOT = Path(__file__).resolve().parent.parent
CODE = ("marriage_env",)
TESTS = ("tests/rules", "tests/property", "tests/reference")  # the nearest to the rules first
MOST_FUNCTIONS, MOST_TESTS = 3, 4
FIELDS: dict[str, tuple[Field[Any], ...]] = {  # by the letter of the clauses of their game
    "M": (*fields(Rules), *fields(Accidents)),
    "T": fields(trynka.Rules),
}
ACCOUNT_OF = {"typical": "typical (A)", "modern": "modern (B)", "classic": "classic (C)"}
CITED = re.compile(r"\b([MT])(\d+)(?:\.(\d+))?(?:\s*[-–]\s*\1(\d+)(?:\.(\d+))?)?\b")
IN_NAME = re.compile(r"test_([mt])(\d+)(?:_(\d+))?(?=_|$)")


@dataclass(frozen=True)
class Clause:
    """One clause of the rules: what the accounts say and how the game reads them."""

    number: str
    title: str
    accounts: str
    reading: str
    fields: tuple[str, ...] = ()
    built: bool = True

    @property
    def section(self) -> str:
        """The section that it stands in: M5 for M5.2, T for all of Trynka."""
        return self.number.split(".")[0] if self.number[0] == "M" else "T"


@dataclass(frozen=True)
class Cited:
    """A function, class or test, and the clauses that it cites, the most fitting first."""

    place: str  # file:name, or the file alone for its own docstring
    clauses: tuple[str, ...]
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True)
class Page:
    """All that the page is made from."""

    intro: str
    sections: Mapping[str, str]
    clauses: Sequence[Clause]
    functions: Sequence[Cited]
    tests: Sequence[Cited]


def load_clauses(path: Path) -> tuple[dict[str, str], list[Clause]]:
    """The titles of the sections and the clauses of a TOML file, in its order."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    sections = tables.pop("sections")
    clauses = []
    for number, entry in tables.items():
        title, accounts, reading = (
            " ".join(entry.pop(key).split()) for key in ("title", "accounts", "reading")
        )
        owned = tuple(entry.pop("fields"))
        clauses.append(Clause(number, title, accounts, reading, owned, **entry))
    return sections, clauses


def citations(text: str, known: Sequence[str]) -> tuple[list[str], list[str]]:
    """The known clauses that a text cites, in its order, and the citations of none there is.

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
    """The clause that a test names: M5.2 for test_m5_2_1_lead, T1 for test_t1_pack."""
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
    """What the files below some folders cite; of test folders the tests alone count for clauses."""
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


def load(root: Path) -> Page:
    """Everything about the page of a checkout."""
    sections, clauses = load_clauses(root / "docs/clauses.toml")
    known = [clause.number for clause in clauses]
    intro = (root / "docs/rules_intro.md").read_text(encoding="utf-8")
    functions = scan(root, CODE, known, tests=False)
    tests = scan(root, TESTS, known, tests=True)
    return Page(intro, sections, clauses, functions, tests)


def places(cited: Sequence[Cited], number: str) -> list[str]:
    """Where a clause is cited, first where it is cited first; else in the order of the files."""
    having = [one for one in cited if number in one.clauses]
    having.sort(key=lambda one: one.clauses.index(number))
    return [one.place for one in having]


def problems(page: Page) -> list[str]:
    """What is missing or wrong, one line each."""
    wrong = []
    for clause in page.clauses:
        if clause.section not in page.sections:
            wrong.append(f"{clause.number}: its section {clause.section} has no title")
        if clause.built and not places(page.tests, clause.number):
            wrong.append(f"{clause.number}: no test in {', '.join(TESTS)} cites it")
        if clause.built and not places(page.functions, clause.number):
            wrong.append(f"{clause.number}: no docstring in {', '.join(CODE)} cites it")
    for letter, having in FIELDS.items():
        clauses = [clause for clause in page.clauses if clause.number[0] == letter]
        owned = {name for clause in clauses for name in clause.fields}
        there = {field.name for field in having}
        wrong += [f"field {name} belongs to no clause" for name in sorted(there - owned)]
        wrong += [f"field {name} of a clause does not exist" for name in sorted(owned - there)]
    for one in (*page.functions, *page.tests):
        wrong += [f"{one.place} cites {text}: there is no such clause" for text in one.unknown]
    return wrong


def row(cells: Sequence[str]) -> str:
    """A row of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table, with an empty line after it."""
    return [row(head), row(["---"] * len(head)), *map(row, rows), ""]


def link(number: str) -> str:
    """A link to a clause on this page."""
    return f"[{number}](#{number})"


def owners(page: Page, letter: str, name: str) -> str:
    """Links to the clauses of a game that a field belongs to."""
    clauses = [clause for clause in page.clauses if clause.number[0] == letter]
    return ", ".join(link(clause.number) for clause in clauses if name in clause.fields)


def allowed(game: Any, name: str, default: object) -> str:
    """The values of a field of a game's `Rules`."""
    if isinstance(default, bool):
        return "True, False"
    return "chips" if isinstance(default, int) else ", ".join(game.variants(name))


def presets_table(page: Page, letter: str, game: Any) -> list[str]:
    """The fields of a game's `Rules` with its presets."""
    presets = [game.Rules.preset(name) for name in game.PRESETS]
    rows = []
    for field in fields(game.Rules):
        values = [getattr(preset, field.name) for preset in presets]
        shown = [f"**{v}**" if v != field.default else str(v) for v in values]
        clause, choice = owners(page, letter, field.name), allowed(game, field.name, field.default)
        rows.append([f"`{field.name}`", clause, choice, *shown])
    accounts = ACCOUNT_OF if letter == "M" else {}
    return table(
        ["field", "clause", "values", *(accounts.get(name, name) for name in game.PRESETS)], rows
    )


def fields_tables(page: Page) -> list[str]:
    """The fields of both games' `Rules` with the presets, and those of `Accidents`."""
    lines = ["## The fields of Rules", "", "Values in bold are not the default.", ""]
    lines += presets_table(page, "M", mariage)
    rates = [[f"`{f.name}`", owners(page, "M", f.name), str(f.default)] for f in fields(Accidents)]
    lines += ["`Accidents` holds the rates of accidents, probabilities a deal:", ""]
    lines += table(["field", "clause", "default"], rates)
    lines += ["The fields of `marriage_env.trynka.Rules`:", ""]
    return lines + presets_table(page, "T", trynka)


def listed(found: Sequence[str], most: int) -> str:
    """The first of some places, and how many more there are."""
    more = [f"+{len(found) - most} more"] if len(found) > most else []
    return "<br>".join([f"`{place}`" for place in found[:most]] + more)


def clause_cells(page: Page, clause: Clause) -> list[str]:
    """The row of a clause."""
    name = f'<a id="{clause.number}"></a>**{clause.number}** {clause.title}'
    owned = "<br>".join(f"`{field}`" for field in clause.fields)
    if not clause.built:
        return [name, clause.accounts, clause.reading, owned, "not built yet", "not built yet"]
    tests = listed(places(page.tests, clause.number), MOST_TESTS)
    functions = listed(places(page.functions, clause.number), MOST_FUNCTIONS)
    return [name, clause.accounts, clause.reading, owned, tests, functions]


def render(page: Page) -> str:
    """The whole page."""
    lines = [
        "<!-- Made by docs/build_rules.py from rules_intro.md and clauses.toml: edit those. -->",
        "",
        page.intro.strip(),
        "",
        *fields_tables(page),
        "## The clauses",
        "",
        "Tests are named from `tests/`, functions from `marriage_env/`; each stands with the",
        "clauses that its docstring cites.",
        "",
    ]
    head = ["clause", "what the accounts say", "our reading", "fields", "tests", "functions"]
    for section, title in page.sections.items():
        clauses = [clause for clause in page.clauses if clause.section == section]
        lines += [f"### {section}. {title}", ""]
        lines += table(head, [clause_cells(page, clause) for clause in clauses])
    return "\n".join(lines).strip() + "\n"


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Write the page, or with --check say what is wrong with it; the exit status."""
    if list(arguments) not in ([], ["--check"]):
        print("usage: python docs/build_rules.py [--check]", file=sys.stderr)
        return 2
    page, target = load(root), root / "docs/rules.md"
    if not arguments:
        write_text(target, render(page))
        return 0
    wrong = problems(page)
    if not target.exists() or target.read_text(encoding="utf-8") != render(page):
        wrong.append("docs/rules.md is stale: run python docs/build_rules.py")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
