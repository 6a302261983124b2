"""What hostile agents and factories do instead of what they should."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time


class Polite:
    """Takes the lowest legal action."""

    name = "polite"

    def act(self, views, masks, rng):
        """(B,) actions."""
        return self.play(masks)

    def play(self, masks):
        """The lowest legal actions."""
        return masks.argmax(axis=1)


class OwnBaseException(BaseException):
    """No Exception, so that most code does not catch it."""


class Unspeakable(Exception):
    """An error that cannot even be shown."""

    def __str__(self):
        raise RuntimeError("no words")


def raise_error(error):
    """Raise an error where only an expression may stand."""
    raise error


def sleep_forever():
    """Sleep until killed."""
    while True:
        time.sleep(60)


def sleep_catching_everything():
    """Sleep, whatever is raised."""
    while True:
        try:
            time.sleep(60)
        except BaseException:
            continue


def spin():
    """Keep the processor busy until killed."""
    while True:
        pass


def sleep_ignoring_signals():
    """Sleep, deaf to all signals that can be ignored."""
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sleep_catching_everything()


def segfault():
    """Follow a null pointer."""
    ctypes.string_at(0)


def _sockets():
    """Open descriptors besides the standard ones."""
    return [int(name) for name in os.listdir("/proc/self/fd") if int(name) > 2]


def close_all_descriptors():
    """Close every file descriptor."""
    for number in range(256):
        try:
            os.close(number)
        except OSError:
            continue


def write_to_all_descriptors(data):
    """Write into every file descriptor, the connection included."""
    for number in _sockets():
        try:
            os.write(number, data)
        except OSError:
            continue


def patch_json():
    """Make the standard library write empty objects."""
    import json

    json.dumps = lambda *_, **__: "{}"


def flood(lines):
    """Print much."""
    for _ in range(lines):
        print("y" * 1000)
        sys.stderr.write("z" * 1000 + "\n")
