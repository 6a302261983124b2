"""Tables of many agents: balanced seats, the same packs for all, chance that is one's own."""

from __future__ import annotations

import numpy as np
import pytest

from agents import load
from agents.arena.duplicate import measure_gain
from agents.arena.matchups import Fault, Lineup, Matchup, MatchupPart, balanced_seating, play_part
from agents.arena.setting import Setting
from marriage_env import Rules
from marriage_env.records.check import verify

SPECS = ("random", "greedy", "expert", "tests.eval.misfits:Cheat")


def lineup(deals: int = 40, players: int = 6, seed: int = 3) -> Lineup:
    return Lineup(SPECS, Setting(players, Rules.modern(), deals, seed, game="mariage"))


@pytest.mark.parametrize("agents", [2, 3, 5, 7, 12])
@pytest.mark.parametrize("players", [5, 10])
def test_mixed_tables_are_balanced_seating(agents, players):
    deals = 3000
    tables = balanced_seating(agents, players, deals, np.random.default_rng(1))
    assert tables.shape == (deals, agents, players)
    np.testing.assert_array_equal(
        np.sort(tables, axis=1), np.broadcast_to(np.arange(agents)[:, None], tables.shape)
    )  # in the games of a deal, every seat has every agent once
    counts = (tables[..., None] == np.arange(agents)).sum(axis=2)
    assert counts.max() - counts.min() <= 1  # at a table, nobody sits oftener than another by two
    if agents > 2:
        first, left = tables[:, 0, 0], tables[:, 0, 1]
        met = np.array([(left[first == 0] == other).mean() for other in range(1, agents)])
        share = 1 / (agents - 1)
        error = (share * (1 - share) / (deals / agents)) ** 0.5
        np.testing.assert_allclose(met, share, atol=4 * error)  # neighbours are drawn evenly


def test_a_pair_gains_what_the_match_of_the_same_seed_says():
    among = play_part(MatchupPart(lineup(), Matchup("pair", (2, 1)), 0, 40))[:, 0]
    alone = play_part(MatchupPart(lineup(), Matchup("self", (1,)), 0, 40))[:, 0]
    gain = measure_gain(load("expert"), load("greedy"), lineup().setting)
    np.testing.assert_array_equal((among - alone) / 6, gain.per_deal)


def test_results_do_not_depend_on_how_many_deals_are_played_nor_on_others():
    pair = Matchup("pair", (0, 1))
    whole = play_part(MatchupPart(lineup(40), pair, 0, 20))
    np.testing.assert_array_equal(whole, play_part(MatchupPart(lineup(80), pair, 0, 20)))
    play_part(MatchupPart(lineup(40), Matchup("pair", (1, 0)), 0, 20))
    np.testing.assert_array_equal(whole, play_part(MatchupPart(lineup(40), pair, 0, 20)))
    assert (whole != play_part(MatchupPart(lineup(40, seed=4), pair, 0, 20))).any()


def test_an_agent_that_draws_plays_no_copy_of_itself():
    setting = Setting(deals=20, game="mariage")
    twice = Lineup(("random", "random"), setting)
    among = play_part(MatchupPart(twice, Matchup("pair", (0, 1)), 0, 20))
    alone = play_part(MatchupPart(twice, Matchup("self", (1,)), 0, 20))
    assert (among[:, 0] != alone[:, 0]).any()


def test_mixed_tables_give_every_agent_the_same_seats_and_packs():
    """All equal agents without chance: each wins the whole deal's chips over its seats."""
    same = Lineup(("greedy", "expert", "expert:withhold=0"), Setting(deals=30, game="mariage"))
    chips = play_part(MatchupPart(same, Matchup("mixed", (1, 2)), 0, 30))
    alone = play_part(MatchupPart(same, Matchup("self", (1,)), 0, 30))
    np.testing.assert_array_equal(chips, np.tile(alone, (1, 2)))


def test_a_misplay_is_told_with_the_record_of_its_deal():
    fault = play_part(MatchupPart(lineup(), Matchup("pair", (3, 0)), 0, 40))
    assert isinstance(fault, Fault)
    assert fault.agent == "tests.eval.misfits:Cheat"
    assert str(fault).startswith("tests.eval.misfits:Cheat chose 61, which is illegal; legal: ")
    verify(fault.record)
    assert not fault.record["complete"]
    assert fault.record["players"] == 6
    assert len(fault.record["deals"][0]["actions"]) < 6
    faults = [play_part(MatchupPart(lineup(), Matchup("pair", (3, b)), 0, 40)) for b in (0, 1)]
    first, second = (fault.record["deals"][0]["pack"] for fault in faults)
    assert first == second
