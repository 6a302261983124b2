"""Agents that misbehave while they play, each named for what it does.

`PLAYERS` give no legal action, `HANGING` never answer, and `ODD` ones choose as `Polite` does,
whatever else they do.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import numpy as np

from tests.robustness.hostile_acts import (
    OwnBaseException,
    Polite,
    Unspeakable,
    close_all_descriptors,
    flood,
    patch_json,
    raise_error,
    segfault,
    sleep_catching_everything,
    sleep_forever,
    sleep_ignoring_signals,
    spin,
    write_to_all_descriptors,
)

# Players: what they do instead of choosing, by name.

_MISDEEDS = {
    "Raises": lambda masks: {}["queen"],
    "Interrupts": lambda masks: raise_error(KeyboardInterrupt()),
    "RaisesBase": lambda masks: raise_error(OwnBaseException("ha")),
    "Exits": lambda masks: sys.exit(0),
    "StopsIteration": lambda masks: next(iter(())),
    "RaisesUnspeakable": lambda masks: raise_error(Unspeakable()),
    "RunsOut": lambda masks: raise_error(MemoryError()),
    "Leaves": lambda masks: os._exit(0),
    "Kills": lambda masks: os.kill(os.getpid(), signal.SIGKILL),
    "KillsItsGroup": lambda masks: os.killpg(0, signal.SIGKILL),
    "KillsItsParent": lambda masks: os.kill(os.getppid(), signal.SIGKILL) or sleep_forever(),
    "Segfaults": lambda masks: segfault(),
    "Aborts": lambda masks: os.abort(),
    "ClosesAll": lambda masks: close_all_descriptors() or masks.argmax(axis=1),
    "WritesRubbish": lambda masks: write_to_all_descriptors(b"\xff" * 4096),
    "WritesNothingLong": lambda masks: write_to_all_descriptors(b"\0" * 4096),
    "WritesJson": lambda masks: write_to_all_descriptors(b"\2\0\0\0" + b"\0" * 8 + b"{}"),
    "PatchesJson": lambda masks: patch_json() or masks.argmax(axis=1),
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
    "Sleeps": sleep_forever,
    "Spins": spin,
    "CatchesAll": sleep_catching_everything,
    "Deaf": sleep_ignoring_signals,
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
        sleep_ignoring_signals()


def _fork_and_answer_twice():
    os.fork()  # the child, too, comes back from `act`


def _daemonise():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            sleep_ignoring_signals()
        os._exit(0)


_ODDITIES = {
    "Prints": lambda: print('{"gain": 99}', flush=True),
    "Floods": lambda: flood(50),
    "ChangesFolder": lambda: os.chdir("/"),
    "ForksAndStays": _fork_and_stay,
    "AnswersTwice": _fork_and_answer_twice,
    "Daemonises": _daemonise,
    "Spawns": lambda: subprocess.Popen(["sleep", "3600"], close_fds=False),
    "SpawnsApart": lambda: subprocess.Popen(["sleep", "3600"], start_new_session=True),
    "StartsThreads": lambda: threading.Thread(target=sleep_forever).start(),
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
