"""What all command lines of the project share: signals, errors, pipes and consoles.

Exit statuses: 0 success, 1 a difference was found, 2 an error (one line on stderr), 130
interrupted by Ctrl-C, 143 by SIGTERM, 129 by a closed terminal.
"""

from __future__ import annotations

import io
import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

_SIGNALS = ("SIGTERM", "SIGHUP")


class Stopped(KeyboardInterrupt):
    """SIGTERM or SIGHUP: a KeyboardInterrupt, so that results are saved as after Ctrl-C."""

    def __init__(self, number: int = signal.SIGTERM) -> None:
        super().__init__(number)
        self.number = number


def status_of(stop: KeyboardInterrupt) -> int:
    """The exit status of an interrupted command: 128 plus the number of the signal."""
    return 128 + (stop.number if isinstance(stop, Stopped) else signal.SIGINT)


def run_command(
    command: Callable[[], int | None],
    stopped: Callable[[], str] = lambda: "stopped",
    errors: tuple[type[Exception], ...] = (ValueError, OSError),
) -> int:
    """Run a command, including the parsing of its options; returns its exit status.

    Each of `errors` is reported in one line on stderr; any other exception is a bug and keeps its
    traceback. `stopped` returns the line that is printed when the command is interrupted.
    """
    _escape_unprintable()
    _enable_ctrl_c()
    status = 0
    try:
        with _terminated_like_ctrl_c():
            status = command() or 0
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt as stop:
        _say(stopped())
        return status_of(stop)
    except BrokenPipeError as error:
        if not _reader_is_gone():
            return _failed(error)
    except errors as error:
        return _failed(error)
    finally:
        _settle_stdout()
    return status


def one_line(error: BaseException) -> str:
    """The message of an error in one line."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{os.fspath(error.filename)}: {error.strerror}"
    return " ".join(str(error).split()) or type(error).__name__


def _failed(error: Exception) -> int:
    _say(f"error: {one_line(error)}")
    return 2


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _enable_ctrl_c() -> None:
    """Let Ctrl-C raise KeyboardInterrupt if it would end the process by the system's default."""
    in_main = threading.current_thread() is threading.main_thread()
    if in_main and signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def _terminated_like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise Stopped; one that is ignored (nohup) stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped(number)

    before: dict[int, Any] = {}
    for name in _SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _TolerantStderr(io.TextIOWrapper):
    """A stderr that ignores a closed pipe: progress that nobody reads must not end the work."""

    def write(self, text: str, /) -> int:
        """Write; do nothing if the pipe is closed."""
        try:
            return super().write(text)
        except BrokenPipeError:
            return len(text)

    def flush(self) -> None:
        """Flush; do nothing if the pipe is closed."""
        with suppress(BrokenPipeError):
            super().flush()


def _escape_unprintable() -> None:
    """Print characters that the console lacks as escapes instead of failing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stderr is None:  # closed by the shell
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 open to the end
    if type(sys.stderr) is io.TextIOWrapper:  # not the replacement of a test or notebook
        encoding = sys.stderr.encoding
        sys.stderr = _TolerantStderr(
            sys.stderr.detach(), encoding, "backslashreplace", line_buffering=True
        )
        sys.__stderr__ = sys.stderr  # type: ignore[misc]


def _reader_is_gone() -> bool:
    """Whether the reader of our output has gone, as after `| head -1`."""
    if not hasattr(select, "poll"):
        return True
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # closed, or without a file descriptor
            poll = select.poll()
            poll.register(stream.fileno(), 0)
            if any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0)):
                return True
    return False


def _settle_stdout() -> None:
    """Discard output that can no longer be written, or Python complains at exit."""
    with suppress(AttributeError):
        try:
            sys.stdout.flush()
        except OSError:
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
