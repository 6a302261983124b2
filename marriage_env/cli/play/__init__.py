"""`python -m marriage_env play`: a person's seat in the terminal, in English or Russian.

`command` reads the options, `table` sets the table, `session` plays the match and keeps its record,
`prompts` reads what the player types, `table_view`, `story` and `sheet` say what the player may
see, `wording` puts it into words, and `screen` alone uses rich. What a game says of its table is in
its own folder (`contract_parts.SeatTexts`).
"""
