"""The pages keep their word: code runs, tables are current, commands exist."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from docs import build_tables

README = build_tables.ROOT / "README.md"
DOCS = build_tables.ROOT / "docs"
ELSEWHERE = ("ecosystem.md", "openspiel.md", "rllib.md")  # their code needs other packages
PAGES = [README, *(page for page in sorted(DOCS.rglob("*.md")) if page.name not in ELSEWHERE)]


def blocks(page: Path, *kinds: str) -> list[str]:
    """The code blocks of a page in some languages ("": none), less those that are not run."""
    found: list[str] = []
    kind, before = None, ""  # kind of the block that the line is in
    for line in page.read_text(encoding="utf-8").splitlines(keepends=True):
        if not line.startswith("```"):
            if kind in kinds:
                found[-1] += line
        elif kind is None:
            kind = "not run" if before.startswith("<!-- not run") else line[3:].strip()
            found += [""] if kind in kinds else []
        else:
            kind = None
        before = line
    return found


WITH_CODE = [page for page in PAGES if blocks(page, "python")]


@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: page.name)
def test_code_runs_as_printed(page, monkeypatch, tmp_path):
    """Later blocks of a page go on from earlier ones."""
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    for code in blocks(page, "python"):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, page.name, "exec"), names)
        assert out.getvalue() or "print" not in code


def test_the_example_of_the_readme_is_short_and_prints_the_same_each_time():
    (code,) = blocks(README, "python")
    assert len([line for line in code.splitlines() if line.strip()]) <= 12
    printed = []
    for _ in range(2):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, "README.md", "exec"), {"__name__": "readme"})
        printed.append(out.getvalue())
    assert printed[0] == printed[1]
    assert "deal 5 of 5" in printed[0]


def test_the_readme_is_short():
    assert len(README.read_text(encoding="utf-8").splitlines()) < 120


@pytest.mark.parametrize("page", build_tables.PAGES)
def test_generated_tables_are_current(page):
    text = page.read_text(encoding="utf-8")
    assert build_tables.filled(text) == text


@pytest.mark.parametrize("row", ["| 52 | `WITHHOLD` |", "| `hand` | 52 |"])
def test_the_generated_tables_stand_there(row):
    assert row in (DOCS / "mariage.md").read_text(encoding="utf-8")


def named_commands() -> list[tuple[str, str, str]]:
    """Page, package and arguments of every command in a block of commands."""
    found = []
    for page in PAGES:
        for block in blocks(page, "", "bash", "sh"):
            one_line_each = re.sub(r"\\\n *", "", block)
            for package, arguments in re.findall(
                r"^\S*python -m (train|eval|marriage_env) (.*)", one_line_each, re.MULTILINE
            ):
                found.append((page.name, package, re.split(r" #| > | \| ", arguments)[0]))
    return found


COMMANDS = named_commands()


def test_many_commands_are_named():
    assert {package for _, package, _ in COMMANDS} == {"train", "eval", "marriage_env"}


@pytest.mark.parametrize(("page", "package", "arguments"), COMMANDS)
def test_commands_that_are_named_have_their_options(page, package, arguments):
    from eval.__main__ import _parser as eval_parser
    from marriage_env.__main__ import _parser as marriage_parser
    from train.__main__ import _parser as train_parser

    parsers = {"train": train_parser, "eval": eval_parser, "marriage_env": marriage_parser}
    parsers[package]().parse_args(shlex.split(arguments))
