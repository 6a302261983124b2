"""Agents and factories that do what strangers' code may do, each named for what that is.

`FACTORIES` give no agent, `PLAYERS` do what no player may, `HANGING` never answer, and `ODD` ones
play as `Polite` does, whatever else they do.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np


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


def _raise(error):
    raise error


def _forever():
    while True:
        time.sleep(60)


def _sleep_catching_everything():
    while True:
        try:
            time.sleep(60)
        except BaseException:
            continue


def _spin():
    while True:
        pass


def _deaf_sleep():
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    _sleep_catching_everything()


def _segfault():
    ctypes.string_at(0)


def _sockets():
    """Open descriptors besides the standard ones."""
    return [int(name) for name in os.listdir("/proc/self/fd") if int(name) > 2]


def _close_everything():
    for number in range(256):
        try:
            os.close(number)
        except OSError:
            continue


def _write_everywhere(data):
    for number in _sockets():
        try:
            os.write(number, data)
        except OSError:
            continue


def _patch_json():
    import json

    json.dumps = lambda *_, **__: "{}"


def _flood(lines):
    for _ in range(lines):
        print("y" * 1000)
        sys.stderr.write("z" * 1000 + "\n")


# Factories.


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
    _flood(2000)
    print("last words", flush=True)
    os._exit(3)


def kills_itself():
    """SIGKILL."""
    os.kill(os.getpid(), signal.SIGKILL)


def segfaults():
    """A null pointer."""
    _segfault()


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
    _deaf_sleep()


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


# Players: what they do instead of choosing, by name.

_MISDEEDS = {
    "Raises": lambda masks: {}["queen"],
    "Interrupts": lambda masks: _raise(KeyboardInterrupt()),
    "RaisesBase": lambda masks: _raise(OwnBaseException("ha")),
    "Exits": lambda masks: sys.exit(0),
    "StopsIteration": lambda masks: next(iter(())),
    "RaisesUnspeakable": lambda masks: _raise(Unspeakable()),
    "RunsOut": lambda masks: _raise(MemoryError()),
    "Leaves": lambda masks: os._exit(0),
    "Kills": lambda masks: os.kill(os.getpid(), signal.SIGKILL),
    "KillsItsGroup": lambda masks: os.killpg(0, signal.SIGKILL),
    "KillsItsParent": lambda masks: os.kill(os.getppid(), signal.SIGKILL) or _forever(),
    "Segfaults": lambda masks: _segfault(),
    "Aborts": lambda masks: os.abort(),
    "ClosesAll": lambda masks: _close_everything() or masks.argmax(axis=1),
    "WritesRubbish": lambda masks: _write_everywhere(b"\xff" * 4096),
    "WritesNothingLong": lambda masks: _write_everywhere(b"\0" * 4096),
    "WritesJson": lambda masks: _write_everywhere(b"\2\0\0\0" + b"\0" * 8 + b"{}"),
    "PatchesJson": lambda masks: _patch_json() or masks.argmax(axis=1),
    "GivesNothing": lambda masks: None,
    "GivesFractions": lambda masks: masks.argmax(axis=1) + 0.5,
    "GivesNan": lambda masks: np.full(len(masks), np.nan),
    "GivesTexts": lambda masks: ["KH"] * len(masks),
    "GivesTooMany": lambda masks: np.zeros(len(masks) + 1, np.int64),
    "GivesPlane": lambda masks: np.zeros((len(masks), 1), np.int64),
    "GivesRagged": lambda masks: [[1], [1, 2]],
    "GivesHuge": lambda masks: np.broadcast_to(np.int64(0), (10**9,)),
    "GivesComplex": lambda masks: np.zeros(len(masks), complex),
    "GivesRecords": lambda masks: np.zeros(len(masks), [("a", "i8")]),
    "GivesObjects": lambda masks: np.array([object()] * len(masks)),
    "GivesItself": lambda masks: Polite(),
    "GivesLambda": lambda masks: lambda: 3,
    "Cheats": lambda masks: np.full(len(masks), 61) - masks[:, 61],
    "GoesBelow": lambda masks: np.full(len(masks), -1),
    "GoesBeyond": lambda masks: np.full(len(masks), 10**6),
    "Overflows": lambda masks: np.full(len(masks), 2**63, np.uint64),
}
_HANGS = {
    "Sleeps": _forever,
    "Spins": _spin,
    "CatchesAll": _sleep_catching_everything,
    "Deaf": _deaf_sleep,
    "Stops": lambda: os.kill(os.getpid(), signal.SIGSTOP),
}


class _Coroutine(Polite):
    """Answers with a promise."""

    async def act(self, views, masks, rng):
        """A coroutine."""
        return masks.argmax(axis=1)


class _TakesNothing(Polite):
    """Cannot be asked as agents are."""

    def act(self):
        """A TypeError."""


PLAYERS = [*_MISDEEDS, "Coroutine", "TakesNothing"]
HANGING = list(_HANGS)


# Odd ones, who play on.


def _fork_and_stay():
    if os.fork() == 0:
        _deaf_sleep()


def _fork_and_answer_twice():
    os.fork()  # the child, too, comes back from `act`


def _daemonise():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            _deaf_sleep()
        os._exit(0)


_ODDITIES = {
    "Prints": lambda: print('{"gain": 99}', flush=True),
    "Floods": lambda: _flood(50),
    "ChangesFolder": lambda: os.chdir("/"),
    "ForksAndStays": _fork_and_stay,
    "AnswersTwice": _fork_and_answer_twice,
    "Daemonises": _daemonise,
    "Spawns": lambda: subprocess.Popen(["sleep", "3600"], close_fds=False),
    "SpawnsApart": lambda: subprocess.Popen(["sleep", "3600"], start_new_session=True),
    "StartsThreads": lambda: threading.Thread(target=_forever).start(),
    "HandlesSignals": lambda: [
        signal.signal(number, signal.SIG_IGN) for number in (signal.SIGTERM, signal.SIGINT)
    ],
    "ClosesOutput": lambda: [os.close(number) for number in (1, 2)],
    "ForgetsEnvironment": lambda: os.environ.clear(),
}
ODD = [*_ODDITIES, "Mutates", "UsesTheRng"]


class _Odd(Polite):
    """Does something odd once, then plays."""

    def __init__(self, do):
        self._do = do

    def act(self, views, masks, rng):
        """The lowest legal actions."""
        do, self._do = self._do, lambda: None
        do()
        return self.play(masks)


class _Misbehaving(Polite):
    """Does a misdeed whenever it is asked."""

    def __init__(self, do):
        self._do = do

    def act(self, views, masks, rng):
        """Whatever the misdeed gives."""
        return self._do(masks)


class _Mutating(Polite):
    """Writes into all that it is given."""

    def act(self, views, masks, rng):
        """The lowest legal actions."""
        actions = self.play(masks)
        masks[:] = 1
        views[:] = np.zeros((), views.dtype)
        return actions


class _Drawing(Polite):
    """Uses chance, and makes more of it."""

    def act(self, views, masks, rng):
        """The lowest legal actions."""
        rng.random(len(masks))
        rng.spawn(2)
        return self.play(masks)


def __getattr__(name):
    """The factory of a player by its name."""
    if name in _MISDEEDS:
        return lambda: _Misbehaving(_MISDEEDS[name])
    if name in _HANGS:
        return lambda: _Misbehaving(lambda masks: _HANGS[name]())
    if name in _ODDITIES:
        return lambda: _Odd(_ODDITIES[name])
    found = {
        "Coroutine": _Coroutine,
        "TakesNothing": _TakesNothing,
        "Mutates": _Mutating,
        "UsesTheRng": _Drawing,
    }
    if name in found:
        return found[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
