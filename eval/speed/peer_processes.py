"""Other packages in the same run, measured by child processes in their own virtual environment."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eval import CHECKOUT
from eval.hardware import all_cores
from eval.speed.timing import Sample
from eval.speed.workload import Missing, Workload

DEFAULT_PYTHON = CHECKOUT / ".venv-bench" / "bin" / "python"
_ENVIRONMENT = {"JAX_PLATFORMS": "cpu", "PYGAME_HIDE_SUPPORT_PROMPT": "1", "OMP_NUM_THREADS": "1"}


@dataclass
class Peers:
    """The child processes, each started with its first request and pinned to its own cores."""

    python: Path
    _children: dict[tuple[int, ...], subprocess.Popen[str]] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)  # what a peer chose, by key of workload
    versions: dict[str, str] = field(default_factory=dict)  # by package

    def ask(self, cores: list[int], peer: str, workload: str, seconds: float) -> Sample:
        """Measure a workload of a peer; raises Missing."""
        child = self._child(tuple(cores))
        assert child.stdin
        assert child.stdout
        request = {"peer": peer, "workload": workload, "seconds": seconds}
        try:
            child.stdin.write(json.dumps(request) + "\n")
            child.stdin.flush()
        except BrokenPipeError:
            pass
        line = child.stdout.readline()
        if not line:
            raise Missing(f"{self.python} ended with exit status {child.wait()}")
        answer: dict[str, Any] = json.loads(line)
        if "missing" in answer:
            raise Missing(answer["missing"])
        self.settings[f"{peer}.{workload}:{len(cores)}"] = answer.pop("setting")
        self.versions.update(answer.pop("version"))
        return Sample(**answer)

    def _child(self, cores: tuple[int, ...]) -> subprocess.Popen[str]:
        if cores not in self._children:
            if not self.python.exists():
                raise Missing(f"no {self.python}: make .venv-bench/installed")
            self._children[cores] = subprocess.Popen(
                [str(self.python), "-m", "eval.speed.peers.serve", *map(str, cores)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=CHECKOUT,
                env={**os.environ, **_ENVIRONMENT},
                text=True,
            )
            atexit.register(self.close)
        return self._children[cores]

    def close(self) -> None:
        """End the children."""
        for child in self._children.values():
            if child.stdin:
                # A child that has ended cannot read what is still in the buffer.
                with suppress(BrokenPipeError):
                    child.stdin.close()
            if child.stdout:
                child.stdout.close()
            child.wait()
        self._children.clear()
        atexit.unregister(self.close)


def openspiel(peers: Peers) -> list[Workload]:
    """OpenSpiel's games: in C++ on one core and (two processes) on two, from Python on one."""
    ways = {
        "bots": "evaluate_bots (C++), uniform random bots",
        "python": "loop in Python",
        "tensor": "loop in Python, tensor as a list",
        "observer": "loop in Python, tensor by Observer.set_from",
    }
    made = [
        _workload(peers, "openspiel", f"{game}.{way}", f"OpenSpiel {game}, {what}")
        for way, what in ways.items()
        for game in ("euchre", "hearts", "spades")
    ]
    made += [
        _workload(
            peers,
            "openspiel",
            f"euchre.{way}.choices",
            f"OpenSpiel euchre, {ways[way]}, players' moves only",
        )
        for way in ("bots", "observer")
    ]
    made.append(
        Workload(
            "openspiel.euchre.bots:2",
            "peers",
            f"OpenSpiel euchre, {ways['bots']}",
            "1 game each in two processes, 2 cores",
            "moves/s",
            lambda seconds: _in_two_processes(peers, "openspiel", "euchre.bots", seconds),
            cores=2,
        )
    )
    return made


def _in_two_processes(peers: Peers, peer: str, workload: str, seconds: float) -> Sample:
    """Both cores, a process on each at the same time."""
    cores = all_cores()[:2]
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda core: peers.ask([core], peer, workload, seconds), cores))
    rate = sum(part.count / part.seconds for part in parts)
    longest = max(part.seconds for part in parts)
    return Sample(round(rate * longest), longest, min(part.core_share for part in parts))


def pgx(peers: Peers) -> list[Workload]:
    """PGX's games, jitted batches, on one core and on two."""
    return [
        _workload(peers, "pgx_games", game, f"PGX {game}, jitted scan on the CPU", cores)
        for game in ("connect_four", "leduc_holdem", "sparrow_mahjong")
        for cores in (1, 2)
    ]


def classic(peers: Peers) -> list[Workload]:
    """PettingZoo's classic games in the loop that ours is timed in."""
    return [
        _workload(peers, "classic", f"{game}.{interface}", f"PettingZoo {game}.{interface}()")
        for game in ("tictactoe_v3", "connect_four_v3")
        for interface in ("env", "raw_env")
    ]


def rlcard(peers: Peers) -> list[Workload]:
    """RLCard's games, stepped from Python."""
    return [
        _workload(peers, "rlcard_games", game, f"RLCard {game}, env.step")
        for game in ("leduc-holdem", "mahjong", "uno")
    ]


def _workload(peers: Peers, peer: str, name: str, what: str, cores: int = 1) -> Workload:
    return Workload(
        key=f"{peer}.{name}:{cores}",
        group="peers",
        what=what,
        setting=f"{cores} core{'s' * (cores > 1)}",
        unit="moves/s",
        measure=lambda seconds: peers.ask(all_cores()[:cores], peer, name, seconds),
        cores=cores,
    )


def workloads(peers: Peers) -> list[Workload]:
    """The workloads of all peers."""
    return [*openspiel(peers), *pgx(peers), *classic(peers), *rlcard(peers)]
