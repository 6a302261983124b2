"""Game records: a match as plain data, from which everything that happened can be derived again.

A file of records is JSON lines, one match a line. Nothing that follows from the rest is stored,
but for the final chips, by which a replay is checked. A record is a JSON object with the keys

- `format` "marriage-env-record", `version` 2, `env` "marriage_v0" or "trynka_v0";
- `rules`: all fields of the game's `Rules`; `players`; `match_deals`: deals of the match;
- `seed`: the integer that the match was seeded with, or null. It is kept for reference: the packs
  stand in the record, and rates of accidents do not;
- `deals`: for each deal
    - `dealer`: the seat that dealt;
    - `pack`: the cards in dealing order, the whole pack that was played out;
    - `actions`: what the seats chose, by name ('QH', 'WITHHOLD', 'PASS', …). Who chose follows from
      the rules;
    - in Mariage also `accidents` (mariage.record_deals);
- `chips`: of every seat after the last action;
- `complete`: true when the match is over, false for a match under way.

Records of older versions are read too (records.upgrade).
"""
