"""The README keeps its word: its example runs, its tables are current, its commands exist."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from docs import build_tables

README = (build_tables.ROOT / "README.md").read_text(encoding="utf-8")
ENVIRONMENTS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("code", ENVIRONMENTS)
def test_examples_run_as_printed(code):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "README.md", "exec"), {"__name__": "readme"})
    assert "boxes" in out.getvalue() or "print" not in code


def test_the_first_example_has_twelve_lines_of_code():
    assert len([line for line in ENVIRONMENTS[0].splitlines() if line.strip()]) <= 12


@pytest.mark.parametrize("page", build_tables.PAGES)
def test_generated_tables_are_current(page):
    text = page.read_text(encoding="utf-8")
    assert build_tables.filled(text) == text


@pytest.mark.parametrize("row", ["| 52 | `WITHHOLD` |", "| `hand` | 52 |"])
def test_the_generated_tables_stand_there(row):
    assert row in README


def test_pages_that_are_named_exist():
    for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (Path(build_tables.ROOT) / link).exists(), link


def test_commands_that_are_named_have_their_options():
    from eval.__main__ import _parser as eval_parser
    from train.__main__ import _parser as train_parser

    parsers = {"train": train_parser, "eval": eval_parser}
    one_line_each = re.sub(r"\\\n *", "", README)
    commands = re.findall(r"python -m (train|eval) (.*)", one_line_each)
    assert len(commands) >= 2
    for module, arguments in commands:
        parsers[module]().parse_args(arguments.split("#")[0].split())
