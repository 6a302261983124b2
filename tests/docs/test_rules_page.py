"""The pages on the rules are current and complete, and the check that says so can fail."""

from __future__ import annotations

import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from docs import build_rules as rules
from docs.rulebook import citations, pages, source
from docs.rulebook.accounts import PARAGRAPHS, Paragraph, settled_by
from docs.rulebook.checks import problems
from docs.rulebook.clauses import Quote
from docs.rulebook.markdown import unknown_labels, with_links
from marriage_env.mariage.events import CLAUSES
from marriage_env.small_mariage.events import CLAUSES as SMALL_CLAUSES
from marriage_env.trynka.events import CLAUSES as TRYNKA_CLAUSES

KNOWN = ["M1.1", "M4.1", "M4.2", "M4.3", "M4.4", "M5.2", "M10.1", "T1", "T3", "T3.1"]
TEXTS = ("clauses.toml", "accounts.toml", "departures.toml", "example.toml")


@cache
def made_from() -> source.Source:
    """What the pages of this checkout are made from."""
    return source.load(rules.ROOT)


@cache
def made() -> dict[str, str]:
    """The pages of this checkout, made anew."""
    return pages.render(made_from())


def problems_with(changed: str, **changes: Any) -> list[str]:
    """What is wrong with this checkout once a clause of it is changed."""
    clauses = [
        replace(clause, **changes) if clause.number == changed else clause
        for clause in made_from().clauses
    ]
    return problems(replace(made_from(), clauses=clauses))


def small_checkout(root: Path) -> Path:
    """A checkout with the clauses of this one, and one function and one test for all of them."""
    for folder in ("docs", "marriage_env/core", *source.TESTS):
        (root / folder).mkdir(parents=True)
    for name in TEXTS:
        shutil.copy(rules.ROOT / "docs" / name, root / "docs")
    numbers = ", ".join(clause.number for clause in made_from().clauses)
    (root / "docs/rules_intro.md").write_text("# Rules\n")
    (root / "marriage_env/core/cards.py").write_text(f'def pack():\n    """{numbers}."""\n')
    (root / "tests/rules/test_m1.py").write_text(f'def test_pack():\n    """{numbers}."""\n')
    return root


def test_pages_are_current_and_complete(capsys: pytest.CaptureFixture[str]) -> None:
    """The pages of this checkout pass their own check."""
    assert rules.main(["--check"]) == 0, capsys.readouterr().err


def test_rendering_is_deterministic() -> None:
    """Two readings of the same files make the same pages."""
    assert pages.render(source.load(rules.ROOT)) == made()


def test_every_section_has_its_clauses() -> None:
    """M1.1 to M10.4, T1 to T7, S1.1 to S6.2 stand in order, in sections that all have some."""
    numbers = [clause.number for clause in made_from().clauses]
    ends = [("M1.1", "M10.4"), ("T1", "T7"), ("S1.1", "S6.2")]
    for letter, of_game in zip("MTS", ends, strict=True):
        own = [n for n in numbers if n[0] == letter]
        assert (own[0], own[-1]) == of_game
        assert own == sorted(own, key=lambda n: [int(part) for part in n[1:].split(".")])
    assert "".join(dict.fromkeys(n[0] for n in numbers)) == "MTS"
    assert {clause.section for clause in made_from().clauses} == set(made_from().sections)


def test_events_name_clauses_of_the_page() -> None:
    """The clause of every kind of event is on the page."""
    named = {*CLAUSES.values(), *TRYNKA_CLAUSES.values(), *SMALL_CLAUSES.values()}
    assert named <= {clause.number for clause in made_from().clauses}


def test_every_clause_is_quoted_or_our_reading() -> None:
    """Beside every clause stand Russian words of an account, or that there are none."""
    text = made()[source.CLAUSES]
    for clause in made_from().clauses:
        part = text.split(f'<a id="{clause.number}"></a>')[1].split("<a id=")[0]
        assert ("it is our reading" in part) == (not clause.quotes), clause.number
        for quote in clause.quotes:
            assert f"> [{quote.paragraph}] «{quote.words}»" in part
            assert any("а" <= letter.lower() <= "я" for letter in quote.words)


def test_accounts_are_told_in_english() -> None:
    """Russian letters stand in quotations alone."""
    for clause in made_from().clauses:
        text = clause.title + clause.accounts + clause.reading
        assert not any("а" <= letter.lower() <= "я" for letter in text), clause.number


def test_every_paragraph_is_in_the_index() -> None:
    """68 numbered paragraphs, in order, each with its clauses or the reason why it has none."""
    paragraphs = made_from().accounts.paragraphs
    numbered = [f"{kind} {n}" for kind, most in PARAGRAPHS.items() for n in range(1, most + 1)]
    assert len(numbered) == 68
    headings = ("heading", "caption")
    assert [label for label in paragraphs if not any(h in label for h in headings)] == numbered
    rows = [
        line.split(" | ")
        for line in made()[source.ACCOUNTS].splitlines()
        if line.startswith('| <a id="')
    ]
    assert len(rows) == len(paragraphs)
    for row, paragraph in zip(rows, paragraphs.values(), strict=True):
        clauses = settled_by(paragraph.label, made_from().clauses)
        assert row[3] == (", ".join(f"[{number}]" for number in clauses) or "none")
        assert clauses or paragraph.note, paragraph.label


def test_every_departure_is_quoted_or_of_no_account() -> None:
    """Departures stand with the account's words, those from Parlett's game and B's gaps apart."""
    for group in made_from().accounts.departures:
        for entry in group.entries:
            spoken = "Parlett" not in group.title and entry.title != "What B does not tell"
            assert bool(entry.quotes) == spoken, entry.title
            assert any(f"**{entry.title}.**" in line for line in made()[source.RULES].splitlines())


def test_example_reckons_as_by_hand() -> None:
    """The chips and tricks after every part of the example, reckoned by hand."""
    rows = [
        [cell.strip().replace("−", "-") for cell in line.strip("|").split("|")]
        for line in made()[source.EXAMPLE].splitlines()
        if line
    ]
    stand = {
        row[0].strip("*"): [int(n) for n in row[1:]] for row in rows if row[0].startswith("**after")
    }
    # Stakes and boxes; Q♠ on K♠; the fool; nothing; nothing; nothing; four fines, three prizes.
    assert stand == {
        "after declarations": [-1, -1, -5, -5, -1, 1, 5, 1, 1, 5],
        "after trick 1": [-2, -2, -1, -6, -2, 1, 5, 1, 1, 5],
        "after trick 2": [-3, 2, -2, -7, -3, 1, 5, 1, 1, 5],
        "after trick 3": [-3, 2, -2, -7, -3, 1, 5, 1, 1, 5],
        "after trick 4": [-3, 2, -2, -7, -3, 1, 5, 1, 1, 5],
        "after trick 5": [-3, 2, -2, -7, -3, 1, 5, 1, 1, 5],
        "after the end": [0, 1, -3, -8, -4, 2, 5, 1, 1, 5],
        "after this": [0, 0, -9, -4, 0, 1, 5, 1, 1, 5],
    }
    won = [row[1:6] for row in rows if row[0] == "tricks won"]
    assert ["".join(row) for row in won] == ["00100", "10100", "10101", "20101", "30101", "00000"]


def test_example_gives_a_reason_for_every_move() -> None:
    """Every move of the example has its reason, and was one of those that the engine offered."""
    example = made_from().example
    moves = [move for part in (*example.tricks, example.instead) for move in part.moves]
    assert len(moves) == 27
    for move in moves:
        assert move.why
        assert move.done in move.open


@pytest.mark.parametrize(
    ("number", "changes", "said"),
    [
        ("M5.2", {"number": "M5.9"}, "M5.9: no test in"),
        ("M5.2", {"number": "M5.9"}, "M5.9: no docstring in"),
        ("M5.2", {"number": "M99.1"}, "M99.1: its section M99 has no title"),
        ("M5.2", {"quotes": ()}, "M5.2: an account speaks, and no words of it are quoted"),
        ("M6.7", {"quotes": (Quote("A 19", "x"),)}, "M6.7: quotes A 19, which is no paragraph"),
        (
            "T3.2",
            {"quotes": ()},
            "paragraph B exchange 1: no clause quotes it, and nothing says why",
        ),
        ("M5.2", {"reading": "As M5.9."}, "rules_clauses.md names M5.9: there is no such clause"),
        ("M7.1", {"fields": ("colour",)}, "field fool_beaten_by belongs to no clause"),
        ("M7.1", {"fields": ("colour",)}, "field colour of a clause does not exist"),
    ],
)
def test_wrong_clause(number: str, changes: dict[str, Any], said: str) -> None:
    """What a clause lacks is said, with its number."""
    assert any(line.startswith(said) for line in problems_with(number, **changes))


def test_missing_paragraph() -> None:
    """A paragraph that the index lacks, and one that leads nowhere without a reason, are wrong."""
    accounts = made_from().accounts
    less = {label: one for label, one in accounts.paragraphs.items() if label != "C 25"}
    more = accounts.paragraphs | {"A 19": Paragraph("A 19", "x", "x")}
    for paragraphs, said in (
        (less, "paragraph C 25 is not in the index"),
        (more, "paragraph A 19: no clause quotes it, and nothing says why"),
    ):
        changed = replace(made_from(), accounts=replace(accounts, paragraphs=paragraphs))
        assert said in problems(changed)


def test_citation_of_no_clause() -> None:
    """A docstring that cites a clause there is not is wrong, and the message says where."""
    stray = citations.Cited("mariage/play.py:lay", (), ("M5.9",))
    assert problems(replace(made_from(), functions=[*made_from().functions, stray])) == [
        "mariage/play.py:lay cites M5.9: there is no such clause"
    ]


@pytest.mark.parametrize(
    ("text", "found", "unknown"),
    [
        ("M5.2: follow suit.", ["M5.2"], []),
        ("M4.1-M4.3 and M4.1–M4.4, then M1.1.", ["M4.1", "M4.2", "M4.3", "M4.4", "M1.1"], []),
        ("M5.2(1)-(4), T3.1.", ["M5.2", "T3.1"], []),
        # sections count for no clause; T3 is both
        ("M4, M4-M10 and T3: all", ["T3"], []),
        ("M5.3, M11, M4.1-M4.9", [], ["M5.3", "M11", "M4.1-M4.9"]),
        ("10M1.1 TD T M AM4", [], []),
    ],
)
def test_citations(text: str, found: list[str], unknown: list[str]) -> None:
    """Clauses, ranges and sections in a text."""
    assert citations.citations(text, KNOWN) == (found, unknown)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("test_m5_2", ["M5.2"]),
        ("test_m5_2_1_led_suit", ["M5.2"]),
        ("test_m10_1_missed", ["M10.1"]),
        ("test_m10_missed", []),
        ("test_t1_pack", ["T1"]),
        ("test_t3_1_trynka", ["T3.1"]),
        ("test_t3_all", ["T3"]),
        ("test_presets", []),
        ("example_m5_2", []),
    ],
)
def test_clause_in_name(name: str, found: list[str]) -> None:
    """The clause that the name of a test tells."""
    assert citations.clause_in_name(name, KNOWN) == found


def test_links() -> None:
    """Clauses become links outside of code, headings and links; paragraphs where bracketed."""
    pages_of = {"M5.2": "clauses.md", "M5": "clauses.md", "A 9": "accounts.md"}
    text = "# M5.2\n(M5.2), `M5.2`, [M5.2](x), [A 9], A 9, M5.20 and M5\n"
    assert with_links(text, pages_of, "accounts.md") == (
        "# M5.2\n([M5.2]), `M5.2`, [M5.2](x), [A 9], A 9, M5.20 and [M5]\n\n"
        "[M5.2]: clauses.md#M5.2\n[M5]: clauses.md#M5\n[A 9]: #A-9\n"
    )
    assert unknown_labels(text + "[B 1]", pages_of) == ["M5.20", "B 1"]


def test_write_then_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The pages are missing, then written, then current, then stale; nothing else is left."""
    root = small_checkout(tmp_path)
    assert rules.main(["--check"], root) == 1
    stale = [line.split()[0] for line in capsys.readouterr().err.splitlines()]
    assert stale == [f"docs/{page}" for page in pages.PAGES]
    assert rules.main([], root) == 0
    assert rules.main(["--check"], root) == 0, capsys.readouterr().err
    text = (root / "docs/rules_clauses.md").read_text(encoding="utf-8")
    assert "Code: `core/cards.py:pack`.<br>Tests: `rules/test_m1.py:test_pack`." in text
    left = {path.name for path in (root / "docs").iterdir()}
    assert left == {*TEXTS, "rules_intro.md", *pages.PAGES}
    (root / "docs/rules_intro.md").write_text("# The rules\n")
    assert rules.main(["--check"], root) == 1
    assert "docs/rules.md is stale" in capsys.readouterr().err


def test_check_reads_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A docstring that cites no clause, and a test that is gone, fail the check."""
    root = small_checkout(tmp_path)
    code, test = root / "marriage_env/core/cards.py", root / "tests/rules/test_m1.py"
    code.write_text('"""M11."""\n' + code.read_text().replace("M1.1,", "M1.1, M1.9,"))
    test.write_text(test.read_text().replace("M5.2, ", ""))
    assert rules.main([], root) == 0
    assert rules.main(["--check"], root) == 1
    assert capsys.readouterr().err.splitlines() == [
        "M5.2: no test in tests/rules, tests/property, tests/reference cites it",
        "core/cards.py cites M11: there is no such clause",
        "core/cards.py:pack cites M1.9: there is no such clause",
    ]


def test_unknown_argument(capsys: pytest.CaptureFixture[str]) -> None:
    """Anything but --check is refused, and nothing is written."""
    assert rules.main(["--chek"]) == 2
    assert "usage" in capsys.readouterr().err
