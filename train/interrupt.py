"""Ctrl-C as a wish: the update in hand is finished and the run kept, then it stops."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from marriage_env.cli.entry import Stopped

_SAID = b"\nstopping after this update; once more to stop at once\n"


@contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Gives a function that says whether Ctrl-C or SIGTERM has come; the second one interrupts.

    If one came, KeyboardInterrupt is raised where the block ends (Stopped for SIGTERM): whoever
    waits for the run learns that it was stopped. Signals reach the main thread alone: in any other
    nothing is changed, and the run goes on to its end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    came: list[int] = []

    def interrupt(number: int) -> KeyboardInterrupt:
        return KeyboardInterrupt() if number == signal.SIGINT else Stopped(number)

    def note(number: int, frame: FrameType | None) -> None:
        if came:
            raise interrupt(number)
        came.append(number)
        with suppress(OSError):
            os.write(2, _SAID)  # print would fail if the signal came while it prints

    before = {
        number: signal.signal(number, note)
        for number in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(number) is not None  # set by C code, which could not be put back
    }
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        raise interrupt(came[0])
