"""Game records: matches as plain data, from which everything that happened can be derived.

A file of records is JSON lines, one match a line. What follows from the rest is not stored, except
for the final chips, which verify a replay. A record is a JSON object with the keys

- `format` "marriage-env-record", `version` 2, `env` "marriage_v0" or "trynka_v0";
- `rules`: all fields of the game's `Rules`; `players`; `match_deals`: deals of the match;
- `seed`: the integer that the match was seeded with, or null. It is kept for reference only: the
  record has the packs, but not the rates of accidents;
- `deals`: for each deal
    - `dealer`: the seat that dealt;
    - `pack`: the cards in dealing order, the whole pack that was played out;
    - `actions`: the actions by name ('QH', 'WITHHOLD', 'PASS', …), without the seats, which follow
      from the rules;
    - in Mariage also `accidents` (mariage.record_deals);
- `chips`: of every seat after the last action;
- `complete`: true when the match is over, false for a match under way.

Records of older versions are read too (records.upgrade).
"""
