"""Game records of Mariage (marriage_env.records, mariage.record_deals)."""

from __future__ import annotations

from functools import partial

from marriage_env.core.record_errors import RecordError
from marriage_env.mariage.game import GAME
from marriage_env.records import build
from marriage_env.records.build import action_count, action_numbers, reset_options
from marriage_env.records.check import verify
from marriage_env.records.files import read_records, write_records
from marriage_env.records.parse import Record

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

make_record = partial(build.make_record, GAME)
deals_of = partial(build.deals_of, GAME)
