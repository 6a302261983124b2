"""Game records of Mariage (marriage_env.game_records, mariage.record_deals)."""

from __future__ import annotations

from functools import partial

from marriage_env.game_records import make
from marriage_env.game_records.checks import RecordError
from marriage_env.game_records.files import read_records, write_records
from marriage_env.game_records.make import action_count, action_numbers, reset_options
from marriage_env.game_records.script import Record
from marriage_env.game_records.walk import verify
from marriage_env.mariage.game import GAME

__all__ = [
    "Record",
    "RecordError",
    "action_count",
    "action_numbers",
    "deals_of",
    "make_record",
    "read_records",
    "reset_options",
    "verify",
    "write_records",
]

make_record = partial(make.make_record, GAME)
deals_of = partial(make.deals_of, GAME)
