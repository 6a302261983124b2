"""Factories that give no agent: `FACTORIES` says what the message must contain, by name."""

from __future__ import annotations

import os
import signal
import sys

from tests.robustness.hostile_acts import (
    OwnBaseException,
    Polite,
    Unspeakable,
    flood,
    segfault,
    sleep_ignoring_signals,
)


def raises_key_error():
    """A KeyError."""
    return {}["queen"]


def raises_type_error():
    """A TypeError."""
    return len(3)


def raises_system_exit():
    """SystemExit."""
    sys.exit("goodbye")


def raises_import_error():
    """An ImportError."""
    import no_such_module_anywhere  # noqa: F401


def raises_keyboard_interrupt():
    """KeyboardInterrupt, which nobody pressed."""
    raise KeyboardInterrupt


def raises_base_exception():
    """No Exception."""
    raise OwnBaseException("ha")


def raises_unspeakable():
    """An error without words."""
    raise Unspeakable


def reads_missing_file():
    """FileNotFoundError."""
    return open("/no/such/weights.npz")


def recurses():
    """RecursionError."""
    return recurses()


def asks_the_user():
    """Reads standard input, where nobody is."""
    return input("name? ")


def leaves_quietly():
    """Ends the process as if all were well."""
    os._exit(0)


def leaves_loudly():
    """Prints much, then ends the process."""
    flood(2000)
    print("last words", flush=True)
    os._exit(3)


def kills_itself():
    """SIGKILL."""
    os.kill(os.getpid(), signal.SIGKILL)


def segfaults():
    """A null pointer."""
    segfault()


def returns_none():
    """Nothing."""


def returns_class():
    """The class instead of an agent."""
    return Polite


def returns_text():
    """A text."""
    return "polite"


def needs_an_argument(argument):
    """Is not called as factories are."""
    return argument


not_callable = 7


class Nameless:
    """Has no name."""

    def act(self, views, masks, rng):
        """(B,) actions."""
        return masks.argmax(axis=1)


class NumberForName(Polite):
    """Its name is a number."""

    name = 7


class RaisingName(Polite):
    """Its name raises."""

    @property
    def name(self):
        """A KeyError."""
        raise KeyError("name")


class RaisingAct(Polite):
    """Has no method to be asked by."""

    @property
    def act(self):
        """A KeyboardInterrupt."""
        raise KeyboardInterrupt


class ActIsNoMethod(Polite):
    """`act` cannot be called."""

    act = 3


def sleeps_for_ever():
    """Never gives an agent."""
    sleep_ignoring_signals()


FACTORIES = {
    "raises_key_error": "KeyError: 'queen'",
    "raises_type_error": "TypeError: object of type 'int' has no len",
    "raises_system_exit": "SystemExit: goodbye",
    "raises_import_error": "ModuleNotFoundError: No module named 'no_such_module_anywhere'",
    "raises_keyboard_interrupt": "KeyboardInterrupt",
    "raises_base_exception": "OwnBaseException: ha",
    "raises_unspeakable": "Unspeakable: (an error that cannot be shown)",
    "reads_missing_file": "FileNotFoundError",
    "recurses": "RecursionError",
    "asks_the_user": "EOFError",
    "leaves_quietly": "ended its process with exit status 0",
    "leaves_loudly": "exit status 3; the last line it printed: last words",
    "kills_itself": "ended its process by SIGKILL",
    "segfaults": "ended its process by SIGSEGV",
    "returns_none": "got NoneType",
    "returns_class": "got the class Polite",
    "returns_text": "got str",
    "needs_an_argument": "TypeError",
    "not_callable": "TypeError: 'int' object is not callable",
    "Nameless": "got Nameless",
    "NumberForName": "got NumberForName",
    "RaisingName": "KeyError: 'name'",
    "RaisingAct": "KeyboardInterrupt",
    "ActIsNoMethod": "got ActIsNoMethod",
    "no_such_name": "has no attribute 'no_such_name'",
}
