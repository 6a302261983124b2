"""PettingZoo's classic games, in the loop that ours is timed in."""

from __future__ import annotations

from collections.abc import Callable

from pettingzoo.classic import connect_four_v3, tictactoe_v3

from eval.speed.peers.aec_loop import aec_measure
from eval.speed.timing import Meter

WORKLOADS: dict[str, Callable[[], Meter]] = {
    "tictactoe_v3.env": lambda: aec_measure(tictactoe_v3.env),
    "tictactoe_v3.raw_env": lambda: aec_measure(tictactoe_v3.raw_env),
    "connect_four_v3.env": lambda: aec_measure(connect_four_v3.env),
    "connect_four_v3.raw_env": lambda: aec_measure(connect_four_v3.raw_env),
}
