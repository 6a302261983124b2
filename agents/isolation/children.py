"""Child processes that end with their parent, however it ends.

`python -m agents.isolation.children PARENT MODULE …` runs a module so, as
`python -m MODULE …` would.
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
_SECONDS = 0.5  # between looks at the parent, where the system does not tell of its end


def end_with_parent(parent: int) -> None:
    """Let the system kill this process when its parent does not live any more.

    `parent` is its process id; if it is gone already, this process ends here.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_SECONDS)
    os._exit(1)


def _main() -> None:
    """Run a module under the eyes of its parent."""
    end_with_parent(int(sys.argv[1]))
    module = sys.argv[2]
    sys.argv = sys.argv[2:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
