"""Pages of the viewer, read as a browser would."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from marriage_env.__main__ import main
from marriage_env.cli.random_play import random_records
from marriage_env.game import game_named
from marriage_env.records.files import write_records


class Page(HTMLParser):
    """The elements of a page, the texts of its scripts and style sheets, and its data."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.texts: dict[str, list[str]] = {"script": [], "style": [], "title": []}
        self._within = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.tags.append(tag)
        self._within = tag
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        self._within = ""

    def handle_data(self, data: str) -> None:
        """Text."""
        if self._within in self.texts:
            self.texts[self._within].append(data)

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script reads."""
        read: dict[str, Any] = json.loads(self.texts["script"][0])
        return read

    def elements(self, match: int, view: int, step: int) -> list[str]:
        """The SVG elements of a picture."""
        data = self.data
        pieces = data["matches"][match]["pictures"][view][step]
        return [data["elements"][number] for piece in pieces for number in data["pieces"][piece]]


def recorded(path: Path, game: str, players: int, games: int = 1, deals: int = 1) -> Path:
    """A file of matches of random play."""
    rules = game_named(game).rules()
    write_records(path, random_records(games, players, rules, None, deals, 5, game))
    return path


def viewed(path: Path, *options: str) -> Page:
    """The page that the command makes of a file, beside it."""
    out = path.with_suffix(".html")
    assert main(["view", str(path), "--out", str(out), "--force", *options]) == 0
    return Page(out.read_text(encoding="utf-8"))
