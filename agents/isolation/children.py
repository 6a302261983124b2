"""Child processes that end when their parent ends, in whatever way.

`python -m agents.isolation.children PARENT MODULE …` runs a module in such a process, otherwise as
`python -m MODULE …` does.
"""

from __future__ import annotations

import ctypes
import os
import runpy
import signal
import sys
import time
from threading import Thread

_SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux
_SECONDS = 0.5  # between checks of the parent, where the system does not signal its end


def end_with_parent(parent: int) -> None:
    """Let this process end as soon as its parent, of this process id, has ended.

    If the parent has ended already, this process ends here.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: int) -> None:
    """Wait until the parent has ended, then end this process."""
    while os.getppid() == parent:
        time.sleep(_SECONDS)
    os._exit(1)


def _main() -> None:
    """Run a module that ends with its parent."""
    end_with_parent(int(sys.argv[1]))
    module = sys.argv[2]
    sys.argv = sys.argv[2:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
