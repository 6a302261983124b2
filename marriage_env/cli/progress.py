"""A progress line on stderr for work that takes longer than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

Item = TypeVar("Item")

_QUIET_SECONDS = 1.0  # before the first line
_SECONDS_ON_A_SCREEN, _SECONDS_IN_A_LOG = 0.2, 10.0
_BAR = 24


def progress(items: Iterable[Item], total: int | None, unit: str) -> Iterator[Item]:
    """Yields the items, showing a line with a bar, the rate and the time left.

    Without a total, as for a file that is read once, the line has only the count and the rate.
    On a terminal the line is updated in place; elsewhere a new one is written every few seconds.
    """
    out = sys.stderr
    start = time.perf_counter()
    pause = _SECONDS_ON_A_SCREEN if out.isatty() else _SECONDS_IN_A_LOG
    due = start + max(_QUIET_SECONDS, pause)
    shown = False
    try:
        for done, item in enumerate(items, 1):
            yield item
            now = time.perf_counter()
            if now >= due:
                _show(out, line(done, total, unit, now - start))
                shown, due = True, now + pause
    finally:
        if shown and out.isatty():
            out.write("\r\x1b[K")
            out.flush()


def line(done: int, total: int | None, unit: str, seconds: float) -> str:
    """The text of the line: a bar, the count, the rate and the time left."""
    if total is None:
        return f"{done:,} {unit}  {done / max(seconds, 1e-9):,.0f} {unit}/s"
    share = done / total if total else 1.0
    filled = round(_BAR * min(share, 1.0))
    rate = done / seconds if seconds > 0 else 0.0
    left = clock((total - done) / rate) if rate > 0 else "?"
    bar = "#" * filled + "." * (_BAR - filled)
    return f"[{bar}] {done:,} of {total:,} {unit}  {rate:,.0f} {unit}/s  {left} left"


def clock(seconds: float) -> str:
    """Minutes and seconds, with hours where there are any: '0:07', '12:30', '1:02:03'."""
    whole = max(0, round(seconds))
    hours, minutes = whole // 3600, whole % 3600 // 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def _show(out: TextIO, text: str) -> None:
    out.write(f"\r{text}\x1b[K" if out.isatty() else f"{text}\n")
    out.flush()
