"""Jitted functions that are written once and compiled for each game.

Parameters of jitted functions have no annotations (numba infers their types from the call); their
names say what they are, everywhere in the project:

| name | what it is |
| --- | --- |
| `g` | a STATE record: one game (`states[i]`) |
| `t` | a TABLE record: what lies open on the table (`g.table`, `v.table`) |
| `v` | a VIEW record: what one seat may know (`views[j]`) |
| `e` | an EVIDENCE record: what a view proves about hidden cards, and working memory |
| `o` | a game's record of facts derived from a view, for heuristics and features |
| `n` | the number of players |
| `i` | the index of a game in `states` |
| `j` | the index of a view in `views` |
| `k` | the index of a record in `evidence`; where there is none, of a decision or of an entry |
| `at` | the next place to write in `out` |
| `states`, `views`, `evidence` | (B,) arrays of these records |
| `games` | (k,) int64 indices into `states`, each once |
| `low`, `high` | the range of games, views or decisions to work on |
| `chance` | (packs,) CHANCE records: packs and accidents that are given; no rows: all by lot |
| `log` | (rows, columns) int64, where events are written (core.events); no rows: none are |
| `stream` | (4,) uint32, the state of a random stream (core.rng); `streams` has a row a game |
| `seat` | a player's index, clockwise; -1 for nobody |
| `card`, `cards`, `hand`, `bits` | a card's id; sets, with bit `card` set |
| `action`, `legal` | an action's number; the legal actions, as a set |
| `mask` | (actions,) int8, the legal actions as zeros and ones; `masks` has a row a game |
| `observation`, `out` | (length,) int8; an array to write results into |
| `rewards` | (players,) int32 chips; `rewards` of many games have a row a game |
| `scratch`, `stack` | working memory: VIEW and STATE records for this call alone |

A jitted function that may be called once a move takes its arrays one by one, even where they are
more than eight: with a NamedTuple of six arrays a call from Python takes 7 µs instead of 2, since
numba determines its type anew each time. Functions that run for milliseconds take NamedTuples.
"""
