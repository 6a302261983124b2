"""What a player sees in the terminal, by rich: with colour or not, wide or narrow, tty or pipe."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

_RED = r"\w+[♥♦]"
# What stands for signs that the terminal's encoding lacks.
_PLAIN = str.maketrans({"—": "-", "…": "...", "«": '"', "»": '"', "–": "-"})


class Screen:
    """Lines, tables and questions on stdout, or in a file, and answers from stdin."""

    def __init__(self, file: TextIO | None = None) -> None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # a wrong byte is a wrong key
        self._console = Console(
            file=file, highlight=False, markup=False, emoji=False, soft_wrap=False
        )
        self.encoding = sys.stdout.encoding or "ascii"
        self.interactive = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()

    def can_show(self, text: str) -> bool:
        """Whether the terminal has these letters and signs."""
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def line(self, text: str, style: str = "") -> None:
        """A line, wrapped to the width of the terminal."""
        self._console.print(self._text(text, style))

    def gap(self) -> None:
        """An empty line."""
        self._console.print()

    def heading(self, text: str, minor: bool = False) -> None:
        """A line that stands out, without colour too."""
        self._console.print()
        self._console.print(self._text(text if minor else f"== {text} ==", "bold"))

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], own: int = -1) -> None:
        """A table without borders; row `own` stands out. Numbers are set to the right."""
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        for column, heading in enumerate(headings):
            numbers = column > 0 and all(_is_number(row[column]) for row in rows)
            table.add_column(self._text(heading), justify="right" if numbers else "left")
        for number, row in enumerate(rows):
            style = "bold" if number == own else ""
            table.add_row(*(self._text(cell) for cell in row), style=style)
        self._console.print(table)

    def hand(self, cards: Sequence[tuple[int, str, bool]]) -> None:
        """The cards of a suit: number, name, and whether the card may be laid."""
        row = Text("  ")
        for number, name, legal in cards:
            shown = self._text(f"[{number}]{name}" if legal else name)
            shown.stylize("bold" if legal else "dim")
            row += shown + Text("   ")
        self._console.print(row)

    def ask(self, prompt: str) -> str:
        """A line that the player types; EOFError when there are no more."""
        self._console.print(self._text(f"{prompt} > "), end="")
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            self._console.print()
            raise EOFError
        answer = line.rstrip("\n")
        if not self.interactive:
            self.line(answer)
        return answer

    def _text(self, text: str, style: str = "") -> Text:
        shown = Text(text if self.can_show(text) else text.translate(_PLAIN), style)
        shown.highlight_regex(_RED, "red")
        return shown


def _is_number(text: str) -> bool:
    return not text or text.lstrip("+-").isdecimal()
