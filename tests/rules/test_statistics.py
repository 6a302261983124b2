"""What is counted of finished games: queens kept back, one by one, and offences."""

import numpy as np
import pytest

from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.game import GAMES, game_named
from marriage_env.mariage.statistics import offences, queens_kept_back

from .table import play, start

# Seat 1 keeps QS and QD back in the fourth trick: tests/rules/test_m6_kept_back.py.
TWO_QUEENS = [
    "QC 6D AH 8S 7H",
    "8C AD 6H QS QD",
    "TC 8D JH KS 7C",
    "AC TD 8H KD JC",
    "6C 9D TH TS 9C",
]
PLAY = "0:QC 1:8C 2:TC 3:AC 4:6C  0:6D 1:AD 2:8D 3:TD 4:9D  1:6H 2:JH 3:8H 4:TH 0:AH"


def test_two_queens_kept_back_in_one_trick_count_as_two() -> None:
    """M6.3: `kept` is a set of suits for each seat and trick."""
    env = start(TWO_QUEENS, "6S", follow="suit")
    play(env, f"{PLAY}  2:KS 1:WITHHOLD 3:KD 1:WITHHOLD")
    table = env._states["table"]
    assert np.count_nonzero(table["kept"]) == 1
    assert queens_kept_back(table["kept"], table["married"]) == (2, 2)
    assert offences(table)["withheld"] == 1.0


def test_a_queen_laid_counts_as_asked_for() -> None:
    """M6.3, M6.4: one of the two comes when she is asked for."""
    env = start(TWO_QUEENS, "6S", follow="suit")
    play(env, f"{PLAY}  2:KS 1:WITHHOLD 3:KD 1:QD")
    table = env._states["table"]
    assert queens_kept_back(table["kept"], table["married"]) == (1, 2)
    assert offences(table)["withheld"] == 0.5


@pytest.mark.parametrize("name", GAMES)
def test_offences_of_finished_games_are_shares(name: str) -> None:
    """Every game counts its offences; a share of no occasion is nan."""
    game = game_named(name)
    states = game.new_games(20, game.match(None, None, None, 1))
    states["stream"] = [stream_of(seed) for seed in child_seeds(1, 20)]
    game.loops.reset_games(states, 0, 20, game.chance_rows(None, game.default_players), game.no_log)
    while (active := np.flatnonzero(states["seat"] >= 0)).size:
        _, masks = game.look(states, active)
        game.move(states, active, masks.argmax(axis=1))
    shares = game.statistics.offences(states["table"])
    assert shares
    assert all(0 <= share <= 1 for share in shares.values() if not np.isnan(share))
