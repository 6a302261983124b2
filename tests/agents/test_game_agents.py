"""The descriptor of a game's agents: what it holds, and what is refused when it is made."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from agents.game_agents import BuiltIn, Suite, agents_of, features_of, playout_of, required
from agents.search.ismcts import ISMCTSAgent
from agents.search.pimc import PIMCAgent
from agents.spec import PRETRAINED, parse_spec
from agents.uniform import UniformAgent
from marriage_env.game import GAMES, game_named


@pytest.mark.parametrize("game", GAMES)
def test_every_game_describes_its_agents(game):
    agents = agents_of(game)
    assert agents is agents_of(game)
    suite = required(agents.suite, "suite", game)
    for spec in (*agents.exploiters, *suite.opponents, suite.search):
        assert str(parse_spec(spec, game)) == spec
    for name, entry in agents.built_in.items():
        assert parse_spec(f"{name}:{entry.example}", game)
    assert all((PRETRAINED / f"{name}.zip").is_file() for name in agents.pretrained)
    assert features_of(game).slots == agents.features.slots
    assert playout_of(game) is agents.playout


def test_the_pretrained_networks_belong_to_one_game_each():
    names = [name for game in GAMES for name in agents_of(game).pretrained]
    assert sorted(names) == sorted(file.stem for file in PRETRAINED.glob("*.zip"))


@pytest.mark.parametrize(
    ("part", "wrong", "message"),
    [
        ("built_in", {"random": BuiltIn(UniformAgent, "", ("depth",))}, "takes no depth"),
        ("exploiters", ("clever",), "'clever' is not built in"),
        ("suite", Suite(("clever",), "pimc", ("typical",), {5: 1}), "'clever' is not built in"),
        ("suite", Suite((), "pimc", ("none",), {5: 1}), "suite.rules: unknown preset"),
        ("suite", Suite((), "pimc", ("typical",), {11: 1}), "suite.search_deals: players"),
        ("speed_players", (2,), "speed_players: players out of range"),
        ("playout", replace(playout_of("mariage"), stack_size=1), "stack_size: expected at least"),
        ("game", "tarot", "game='tarot'"),
    ],
)
def test_what_cannot_be_is_refused(part, wrong, message):
    agents = replace(agents_of("mariage"), suite=None, exploiters=())
    with pytest.raises(ValueError, match=message):
        replace(agents, **{part: wrong})


def test_a_part_that_a_game_lacks_is_named():
    with pytest.raises(ValueError, match="trynka has no open hands"):
        required(agents_of("trynka").open_hand, "open hands", "trynka")
    with pytest.raises(ValueError, match="trynka has no tree search"):
        ISMCTSAgent("trynka")
    with pytest.raises(ValueError, match="exact=1: expected"):
        PIMCAgent("trynka", exact=1)
    with pytest.raises(ValueError, match="game='tarot': expected one of"):
        agents_of("tarot")


def test_the_keywords_of_partial_makers_are_known():
    entry = BuiltIn(partial(PIMCAgent, "trynka", exact=0), "", ("worlds", "exact"))
    assert entry.options_text() == "worlds=64, exact=0"
    assert game_named("trynka").players == range(3, 11)
