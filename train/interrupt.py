"""Graceful shutdown: after SIGINT or SIGTERM a run finishes its update, is saved, and stops."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from marriage_env.cli.entry import Stopped

_MESSAGE = b"\nstopping after this update; press Ctrl-C again to stop immediately\n"


@contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Yield a function that says whether SIGINT or SIGTERM has been received.

    A second signal interrupts immediately. After a first one the end of the block raises
    KeyboardInterrupt (Stopped for SIGTERM), so that the caller knows that the run was stopped. Only
    the main thread receives signals: in any other thread the run goes on to its end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    received: list[int] = []

    def interrupt(number: int) -> KeyboardInterrupt:
        return KeyboardInterrupt() if number == signal.SIGINT else Stopped(number)

    def handle(number: int, frame: FrameType | None) -> None:
        if received:
            raise interrupt(number)
        received.append(number)
        with suppress(OSError):
            os.write(2, _MESSAGE)  # print is not reentrant

    before = {
        number: signal.signal(number, handle)
        for number in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(number) is not None  # set by C code: it could not be restored
    }
    try:
        yield lambda: bool(received)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if received:
        raise interrupt(received[0])
