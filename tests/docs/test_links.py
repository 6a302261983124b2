"""Every link of the pages leads to a file, and to a heading or an anchor in it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ("rules_intro.md",)  # their links are checked on the page that is made from them
PAGES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in TEMPLATES),
    *sorted((ROOT / "agents").rglob("*.md")),
]
LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", re.MULTILINE)


@cache
def anchors(page: Path) -> frozenset[str]:
    """What a link into a page can name: its anchors, and its headings as GitHub spells them."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (?:<a [^>]*></a>)?(.*)$", text, re.MULTILINE)
    spelled = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return frozenset(spelled | set(re.findall(r'<a id="([^"]+)"', text)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    """Files exist; anchors stand in them."""
    found = LINK.findall(page.read_text(encoding="utf-8"))
    for link in (inline or reference for inline, reference in found):
        if link.startswith(("http:", "https:")):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_links_in_brackets_have_a_target() -> None:
    """Clauses and paragraphs in brackets are defined at the end of the page."""
    for page in PAGES:
        text = re.sub(r"`[^`]*`", "", page.read_text(encoding="utf-8"))
        used = set(re.findall(r"\[([MT]\d+(?:\.\d+)?|[ABC] [\w ]+)\](?![(:])", text))
        assert used <= set(re.findall(r"^\[([^\]]+)\]: ", text, re.MULTILINE)), page.name
