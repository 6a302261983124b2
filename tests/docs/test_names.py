"""Modules, attributes and files that the pages name exist."""

from __future__ import annotations

import importlib
import importlib.util
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "agents/pretrained/README.md",
]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
DOTTED = re.compile(r"\b(?:marriage_env|agents|train|eval)(?:\.[A-Za-z_]\w*)+")
FILES = re.compile(
    r"\b(?:marriage_env|agents|train|eval|tests|docs)/[\w./]*\w\.(?:py|toml|md|json)\b"
)
# What pages name as an example of something that a reader makes.
EXAMPLES = {"docs/bench/mine.json"}


@cache
def exists(name: str) -> bool:
    """Whether a dotted name is a module, or an attribute of one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        module = ".".join(parts[:end])
        try:
            found = importlib.util.find_spec(module) is not None
        except ModuleNotFoundError:
            continue
        if found:
            value = importlib.import_module(module) if end < len(parts) else None
            for part in parts[end:]:
                if not hasattr(value, part):
                    return False
                value = getattr(value, part)
            return True
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_named_modules_attributes_and_files_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    names = set(DOTTED.findall(text))
    files = set(FILES.findall(text)) - EXAMPLES
    wrong = {name for name in names if not name.endswith((".py", ".md")) and not exists(name)}
    wrong |= {file for file in files if not (ROOT / file).exists()}
    assert not wrong


def test_moved_modules_are_where_the_changelog_says() -> None:
    rows = re.findall(r"^\| `.*` \| `([\w.]+)` \|$", CHANGELOG, re.MULTILINE)
    assert len(rows) > 10
    assert not [name for name in rows if not exists(name)]


def test_a_wrong_name_is_noticed() -> None:
    assert exists("marriage_env.game.game_named")
    assert not exists("marriage_env.game.game_called")
    assert not exists("marriage_env.games")
    assert not exists("train.nothing.at_all")
