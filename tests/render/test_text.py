"""The table as text: plain, with signs of suits, in colours, from a seat's view."""

from __future__ import annotations

import io
import re
import sys
from typing import Any

import pytest

from marriage_env.render.ansi import PLAIN, TextStyle, table_text, terminal_style

from .tables import MODULES, legal_in, moments

SIGNS = TextStyle(colour=False, ascii=False)
COLOURS = TextStyle(colour=True, ascii=False)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(io.StringIO):
    """Standard output on a terminal of an encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> Any:
        return self._encoding

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("game", MODULES)
def test_styles_differ_in_signs_and_colours_alone(game: str) -> None:
    for env in moments(game, 3 if game != "mariage" else 5, 1):
        for records in (env._states, env.view("player_1")):
            arguments: Any = (env.game, records, env.events)
            legal = legal_in(env, 1)
            plain = table_text(*arguments, legal=legal)
            assert plain.isascii()
            signs = table_text(*arguments, legal=legal, style=SIGNS)
            assert ESCAPES.sub("", table_text(*arguments, legal=legal, style=COLOURS)) == signs
            letters = signs.translate(str.maketrans("♣♦♥♠", "CDHS")).replace("10", "T")
            table = plain.split("last events")[0].replace("10", "T")
            assert letters.split("last events")[0].replace("???", "??").split() == table.split()


def test_columns_stand_under_each_other() -> None:
    for env in moments("mariage", 10, 2):
        for style in (PLAIN, SIGNS):
            lines = table_text(env.game, env._states, style=style).splitlines()
            start = (
                lines[3].index("trick   ") if "trick   " in lines[3] else lines[3].rindex("trick")
            )
            for line in lines[4:]:
                assert line[start - 1] == " ", line


@pytest.mark.parametrize(
    ("encoding", "variables", "style"),
    [
        ("utf-8", {"TERM": "xterm"}, COLOURS),
        ("utf-8", {"TERM": "xterm", "NO_COLOR": "1"}, SIGNS),
        ("cp1252", {"TERM": "xterm"}, TextStyle(colour=True, ascii=True)),
        ("utf-8", {"TERM": "dumb"}, PLAIN),
    ],
)
def test_what_the_terminal_allows(
    encoding: str, variables: dict[str, str], style: TextStyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal(encoding))
    assert terminal_style() == style
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert terminal_style() == PLAIN
