"""The peers' end of the comparison: `python -m eval.speed.peers.serve CORE [CORE]`.

Reads one JSON object a line, `{"peer": "openspiel", "workload": "euchre.bots", "seconds": 1.0}`,
and answers each with one: `{"count", "seconds", "core_share", "setting", "version"}`, or
`{"missing": why}` when the peer cannot be imported. With 0 seconds a workload is made ready, and
done once.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from eval.speed.timing import Meter, pin

# The packages they come from.
PEERS = {
    "openspiel": "open-spiel",
    "pgx_games": "pgx",
    "classic": "pettingzoo",
    "rlcard_games": "rlcard",
}
_ready: dict[tuple[str, str], Meter] = {}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Do what a request asks for."""
    peer, workload = request["peer"], request["workload"]
    if (peer, workload) not in _ready:
        if peer not in PEERS:
            return {"missing": f"no peer {peer}"}
        try:
            module = importlib.import_module(f"eval.speed.peers.{peer}")
            _ready[peer, workload] = module.WORKLOADS[workload]()
        except Exception as error:  # whatever a peer raises, the others are measured
            return {"missing": f"{type(error).__name__}: {error}".splitlines()[0]}
    meter = _ready[peer, workload]
    sample = asdict(meter.read(request["seconds"]))
    return {**sample, "setting": meter.setting, "version": {PEERS[peer]: version(PEERS[peer])}}


def main() -> None:
    """Serve until the input ends; what peers print goes to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    pin([int(core) for core in sys.argv[1:]])
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
