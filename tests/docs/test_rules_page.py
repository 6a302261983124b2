"""The rules page is current and complete, and the check that says so can fail."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from docs import build_rules as rules
from marriage_env.mariage.events import CLAUSES
from marriage_env.trynka.events import CLAUSES as TRYNKA_CLAUSES

KNOWN = ["M1.1", "M4.1", "M4.2", "M4.3", "M4.4", "M5.2", "M10.1", "T1", "T3", "T3.1"]


@cache
def page() -> rules.Page:
    """What the page of this checkout is made from."""
    return rules.load(rules.ROOT)


def small_checkout(root: Path) -> Path:
    """A checkout with one clause, one function and one test, and all fields under that clause."""
    for folder in ("docs", "marriage_env", *rules.TESTS):
        (root / folder).mkdir(parents=True)
    names = {
        letter: ", ".join(f'"{field.name}"' for field in having)
        for letter, having in rules.FIELDS.items()
    }
    (root / "docs/clauses.toml").write_text(
        '[sections]\nM1 = "Cards"\nT = "Trynka"\n["M1.1"]\ntitle = "Pack"\naccounts = "Silent."\n'
        f'reading = "52 cards."\nfields = [{names["M"]}]\n'
        '["T1"]\ntitle = "Pack"\naccounts = "Silent."\nreading = "36 cards."\nbuilt = false\n'
        f"fields = [{names['T']}]\n"
    )
    (root / "docs/rules_intro.md").write_text("# Rules\n")
    (root / "marriage_env/cards.py").write_text('def pack():\n    """M1.1: the pack."""\n')
    (root / "tests/rules/test_m1.py").write_text("def test_m1_1_pack():\n    pass\n")
    return root


def test_page_is_current_and_complete(capsys: pytest.CaptureFixture[str]) -> None:
    """The page of this checkout passes its own check."""
    assert rules.main(["--check"]) == 0, capsys.readouterr().err


def test_rendering_is_deterministic() -> None:
    """Two readings of the same files make the same page."""
    assert rules.render(rules.load(rules.ROOT)) == rules.render(page())


def test_every_section_has_its_clauses() -> None:
    """M1.1 to M10.4 and T1 to T7 stand in their order, in sections that all have some."""
    numbers = [clause.number for clause in page().clauses]
    assert (numbers[0], numbers[-1]) == ("M1.1", "T7")
    assert [n for n in numbers if n[0] == "M"] == sorted(
        (n for n in numbers if n[0] == "M"), key=lambda n: [int(part) for part in n[1:].split(".")]
    )
    assert {clause.section for clause in page().clauses} == set(page().sections)
    assert all(clause.built for clause in page().clauses)


def test_events_name_clauses_of_the_page() -> None:
    """The clause of every kind of event is on the page."""
    named = {*CLAUSES.values(), *TRYNKA_CLAUSES.values()}
    assert named <= {clause.number for clause in page().clauses}


def test_no_account_is_quoted_in_russian() -> None:
    """The accounts are told in English; Russian letters stand in the name of the game alone."""
    for clause in page().clauses:
        text = clause.title + clause.accounts + clause.reading
        assert not any("а" <= letter.lower() <= "я" for letter in text), clause.number


@pytest.mark.parametrize(("built", "missing"), [(True, ["no test", "no docstring"]), (False, [])])
def test_made_up_clause(built: bool, missing: list[str]) -> None:
    """A clause without test and function is wrong; one that is not built yet needs neither."""
    made_up = rules.Clause("M1.9", "Made up", "Silent.", "Nothing.", built=built)
    wrong = rules.problems(replace(page(), clauses=[*page().clauses, made_up]))
    assert len(wrong) == len(missing)
    for line, words in zip(wrong, missing, strict=True):
        assert line.startswith("M1.9")
        assert words in line


def test_field_without_a_clause() -> None:
    """A field that no clause owns, and a field of a clause that is none, are wrong."""
    clauses = [
        replace(clause, fields=("colour",)) if clause.number == "M7.1" else clause
        for clause in page().clauses
    ]
    assert rules.problems(replace(page(), clauses=clauses)) == [
        "field fool_beaten_by belongs to no clause",
        "field colour of a clause does not exist",
    ]


def test_citation_of_no_clause() -> None:
    """A docstring that cites a clause there is not is wrong, and the message says where."""
    stray = rules.Cited("mariage/play.py:lay", (), ("M5.9",))
    assert rules.problems(replace(page(), functions=[*page().functions, stray])) == [
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
    assert rules.citations(text, KNOWN) == (found, unknown)


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
    assert rules.clause_in_name(name, KNOWN) == found


def test_only_so_many_places() -> None:
    """More places than fit are counted."""
    assert rules.listed(["a", "b", "c"], 2) == "`a`<br>`b`<br>+1 more"
    assert rules.listed(["a", "b"], 2) == "`a`<br>`b`"


def test_write_then_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page is missing, then written, then current, then stale; nothing else is left behind."""
    root = small_checkout(tmp_path)
    assert rules.main(["--check"], root) == 1
    assert "stale: run python docs/build_rules.py" in capsys.readouterr().err
    assert rules.main([], root) == 0
    assert rules.main(["--check"], root) == 0
    text = (root / "docs/rules.md").read_text(encoding="utf-8")
    assert "| `rules/test_m1.py:test_m1_1_pack` | `cards.py:pack` |" in text
    assert len(list((root / "docs").iterdir())) == 3
    (root / "docs/rules_intro.md").write_text("# The rules\n")
    assert rules.main(["--check"], root) == 1


def test_check_reads_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A docstring that cites no clause, and a test that is gone, fail the check."""
    root = small_checkout(tmp_path)
    (root / "marriage_env/cards.py").write_text('"""M7."""\ndef pack():\n    """M1.1, M1.2."""\n')
    (root / "tests/rules/test_m1.py").unlink()
    assert rules.main([], root) == 0
    assert rules.main(["--check"], root) == 1
    assert capsys.readouterr().err.splitlines() == [
        "M1.1: no test in tests/rules, tests/property, tests/reference cites it",
        "cards.py cites M7: there is no such clause",
        "cards.py:pack cites M1.2: there is no such clause",
    ]


def test_unknown_argument(capsys: pytest.CaptureFixture[str]) -> None:
    """Anything but --check is refused, and nothing is written."""
    assert rules.main(["--chek"]) == 2
    assert "usage" in capsys.readouterr().err
