"""marriage-env: the reference environment for Mariage, an old game of tricks, marriages and fines,
for Trynka, a game of piles from the same printed account, and for Small Mariage, a game of two or
three players that can be solved.

`marriage_v0.env()`, `trynka_v0.env()` and `small_mariage_v0.env()` are the PettingZoo environments,
`VectorEnv` plays thousands of games at once.
"""

from marriage_env import marriage_v0, small_mariage_v0, trynka_v0
from marriage_env.compiler.jit import jit_allocating as jit
from marriage_env.core.events import Event
from marriage_env.core.record_errors import RecordError
from marriage_env.errors import IllegalAction
from marriage_env.interfaces.from_views import determinize, observe
from marriage_env.interfaces.registration import register
from marriage_env.interfaces.replay import replay, replayed
from marriage_env.interfaces.vector import VectorEnv
from marriage_env.mariage.rules import Accidents, Rules
from marriage_env.records.files import read_records, write_records

register()

__version__ = "0.1.0"
__all__ = [
    "Accidents",
    "Event",
    "IllegalAction",
    "RecordError",
    "Rules",
    "VectorEnv",
    "determinize",
    "jit",
    "marriage_v0",
    "observe",
    "read_records",
    "replay",
    "replayed",
    "small_mariage_v0",
    "trynka_v0",
    "write_records",
]
