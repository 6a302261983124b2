"""Small Mariage solved, its tree by the contract alone, and agents measured exactly."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from agents import load
from agents.solution.agent import SolutionAgent
from eval.__main__ import main
from eval.solve import game_tree as module
from eval.solve.agent_figures import Sampling, measure_agents
from eval.solve.agent_policy import agent_policy
from eval.solve.best_response import exploitability
from eval.solve.computation import Goal, solve_game
from eval.solve.game_tree import game_tree
from eval.solve.linear_program import value_by_linear_program
from eval.solve.solution import solution_of
from eval.solve.tree import actions_of
from marriage_env.deal_layout import deal_layout
from marriage_env.game import game_named
from marriage_env.small_mariage import Rules
from tests.eval.untrained import untrained

GAME = game_named("small_mariage")
# Eight cards, so that a tree is a matter of milliseconds.
TINY = Rules(suits=2)
NAME = "small_mariage"
FIVE = Sampling(samples=5)


@pytest.fixture(scope="module")
def tiny():
    return game_tree(GAME, 2, TINY)


@pytest.fixture(scope="module")
def default():
    return game_tree(GAME, 2, Rules())


def test_every_deal_is_there_once(default):
    layout = deal_layout(GAME, GAME.match(2, Rules(), None, 1))
    assert layout.groups.tolist() == [2, 2, 1]
    assert layout.talon == 7
    assert layout.num_deals == math.comb(12, 2) * math.comb(10, 2) * 8 == len(default.tree.chances)
    roots = np.flatnonzero(default.tree.parents < 0)
    hands = default.views(default.form.set_of_node[roots])
    seen = {(int(view["hand"]), int(view["table"]["turn_up"])) for view in hands}
    assert len(seen) == math.comb(12, 2) * 10


def test_views_of_information_sets_are_those_of_play(tiny):
    # Play at random, and look up each view that comes: it is in the tree, with its actions.
    sets = np.arange(tiny.form.num_sets)
    views, masks = tiny.views(sets), tiny.masks(sets)
    known = {view.tobytes(): mask.tolist() for view, mask in zip(views, masks)}
    assert len(known) == tiny.form.num_sets
    rng, found = np.random.default_rng(1), 0
    states = GAME.new_games(1, GAME.match(2, TINY, None, 1))
    for game in range(300):
        states["stream"] = 1 + game
        GAME.reset(states, 0, GAME.chance_rows(None, 2), GAME.no_log, 1)
        while states["seat"][0] >= 0:
            view, mask = GAME.look(states, np.array([0]))
            legal = np.flatnonzero(mask[0])
            if len(legal) > 1:
                assert known[view[0].tobytes()] == mask[0].tolist()
                found += 1
            GAME.move(states, np.array([0]), [rng.choice(legal)])
    assert found > 300


def test_the_order_of_the_talon_does_not_matter(tiny):
    layout = deal_layout(GAME, GAME.match(2, TINY, None, 1))
    hidden = layout.places[len(layout.places) - layout.talon :]
    rng = np.random.default_rng(2)
    chance = module.records(1, GAME.chance_rows(None, 2).dtype)
    chance["given"], chance["pack"] = 1, -1
    for _ in range(50):
        pack = rng.permutation(layout.cards)
        other = pack.copy()
        other[hidden] = rng.permutation(pack[hidden])
        ends = [_played(chance, one, 7) for one in (pack, other)]
        assert ends[0] == ends[1]


def _played(chance, pack, seed):
    rng = np.random.default_rng(seed)
    states = GAME.new_games(1, GAME.match(2, TINY, None, 1))
    states["stream"] = 1
    chance["pack"][0, : len(pack)] = pack
    GAME.reset(states, 0, chance, GAME.no_log, 1)
    seen = []
    while states["seat"][0] >= 0:
        view, _ = GAME.look(states, np.array([0]))
        seen.append(view.tobytes())
        legal = actions_of(int(states["legal"][0]))
        GAME.move(states, np.array([0]), [legal[int(rng.integers(len(legal)))]])
    return seen, states["table"]["chips"].tolist()


@pytest.mark.parametrize("rules", [TINY, Rules(), Rules(queen_fine=0)])
def test_both_methods_find_the_same_value(rules):
    game = game_tree(GAME, 2, rules)
    found = solve_game(game, Goal(), check=True).equilibrium
    assert found.reached
    assert found.figures.exploitability < 0.001
    assert found.linear_program == pytest.approx(found.figures.values[0], abs=0.002)
    assert found.linear_program == pytest.approx(value_by_linear_program(game.form))


def test_with_three_players_nash_conv_is_the_sum_over_seats():
    game = game_tree(GAME, 3, TINY)
    figures = solve_game(game, Goal()).equilibrium.figures
    gains = np.subtract(figures.best_responses, figures.values)
    assert figures.nash_conv == pytest.approx(gains.sum())
    assert figures.exploitability == pytest.approx(gains.mean())
    assert 0 <= figures.exploitability < 0.001
    assert sum(figures.values) == pytest.approx(0, abs=1e-9)


def test_a_stored_solution_plays_as_it_was_found_in_every_seat(tmp_path, default):
    found = solve_game(default, Goal(), out=tmp_path).equilibrium
    agent = load(f"solution:{tmp_path / 'solution'}", 2, Rules(), NAME)
    played = agent_policy(default, agent)
    assert played.samples == 0
    assert exploitability(default.form, played.policy).mean == pytest.approx(
        found.figures.exploitability, abs=1e-12
    )
    # In a match of several deals, with other dealers and chips won, it knows every view too.
    states = GAME.new_games(40, GAME.match(2, Rules(), None, 4))
    states["stream"] = np.arange(1, 161).reshape(40, 4)
    GAME.loops.reset_games(states, 0, 40, GAME.chance_rows(None, 2), GAME.no_log)
    rng = np.random.default_rng(3)
    while (going := np.flatnonzero(states["seat"] >= 0)).size:
        views, masks = GAME.look(states, going)
        chances = agent.distribution(views, masks)
        np.testing.assert_allclose(chances.sum(axis=1), 1)
        assert not chances[masks == 0].any()
        GAME.move(states, going, agent.act(views, masks, rng))


def test_a_solution_of_another_game_is_refused(tmp_path, tiny):
    solve_game(tiny, Goal(), out=tmp_path)
    spec = f"solution:{tmp_path / 'solution'}"
    with pytest.raises(ValueError, match=r"rules\.suits: solved for 2, not 3"):
        load(spec, 2, Rules(), NAME)
    with pytest.raises(ValueError, match="players: solved for 2, not 3"):
        load(spec, 3, TINY, NAME)
    with pytest.raises(ValueError, match="game: solved for 'small_mariage', not 'mariage'"):
        load(spec, 5, None, "mariage")
    with pytest.raises(ValueError, match="no such file"):
        load("solution:nowhere", 2, TINY, NAME)
    file = tmp_path / "solution"
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(ValueError, match="checksum"):
        load(spec, 2, TINY, NAME)


def test_a_solution_with_illegal_actions_is_refused(tiny):
    solution = solution_of(tiny, tiny.form.uniform(), {})
    wrong = np.where(solution.actions >= 0, (solution.actions + 1) % 52, -1).astype(np.int8)
    agent = SolutionAgent(replace(solution, actions=wrong), "solution:crafted")
    sets = np.arange(tiny.form.num_sets)
    views, masks = tiny.views(sets), tiny.masks(sets)
    with pytest.raises(ValueError, match="solution:crafted: damaged: probabilities of actions"):
        agent.act(views, masks, np.random.default_rng(1))
    with pytest.raises(ValueError, match="solution:crafted: damaged: probabilities of actions"):
        agent.distribution(views, masks)


def test_what_was_interrupted_ends_with_the_same_bits(tmp_path, tiny):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    solve_game(tiny, Goal(0.0, 50), out=whole)
    for upto in (10, 30, 50):
        solve_game(tiny, Goal(0.0, upto), out=parts)
    assert (whole / "solution").read_bytes() == (parts / "solution").read_bytes()
    with pytest.raises(ValueError, match=r"with players=2, this one has 3"):
        solve_game(game_tree(GAME, 3, TINY), Goal(), out=parts)


def test_agents_are_measured_exactly_or_by_samples(default):
    rows = measure_agents(default, ["random", "greedy", "pimc:worlds=2"], sampling=FIVE).agents
    assert [row.policy for row in rows] == [
        "exact", "deterministic", "5 samples of each choice",
    ]  # fmt: skip
    uniform = exploitability(default.form, default.form.uniform())
    assert rows[0].figures.exploitability == pytest.approx(uniform.mean, abs=1e-12)
    assert all(row.figures.exploitability > 0.001 for row in rows)
    again = measure_agents(default, ["pimc:worlds=2"], sampling=FIVE).agents
    assert again == rows[2:]


def test_a_learned_agent_is_measured_as_it_plays_and_as_its_network_is(tmp_path, tiny):
    spec = untrained(tmp_path / "final.zip", "2", "typical,suits=2", NAME)
    likeliest, sampled = measure_agents(tiny, [spec]).agents
    assert likeliest.policy == "most probable action"
    assert sampled.policy == "sampled from its network"
    agent = load(spec, 2, TINY, NAME)
    played = agent_policy(tiny, agent).policy
    assert set(np.unique(played)) <= {0.0, 1 / 3, 0.5, 1.0}  # uniform where its play never comes
    sets = np.arange(tiny.form.num_sets)
    views, masks = tiny.views(sets), tiny.masks(sets)
    chosen = agent.act(views, masks, np.random.default_rng(1))
    np.testing.assert_array_equal(agent.distribution(views, masks).argmax(axis=1), chosen)
    soft = agent.sampling().distribution(views, masks)
    np.testing.assert_allclose(soft.sum(axis=1), 1)
    assert (soft[masks > 0] > 0).all()


def test_the_command_solves_resumes_and_measures(tmp_path, capsys):
    game = ["--game", NAME, "--players", "2", "--rules", "typical,suits=2"]
    assert main(["solve", *game, "--out", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["equilibrium"]["reached"]
    assert found["information_sets"] > 100
    assert main(["solve", *game, "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert f"{found['equilibrium']['iterations']} iterations" in told
    assert f"stored as an agent: solution:{tmp_path / 'solution'}" in told
    assert main(["solve", "random", f"solution:{tmp_path / 'solution'}", *game, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["agents"]
    assert rows[1]["exploitability"] == found["equilibrium"]["exploitability"]
    assert rows[0]["exploitability"] > rows[1]["exploitability"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "mariage"], "mariage with 5 players: its tree has about"),
        (["--game", NAME, "--rules", "any"], "expected a preset"),
        (["random", "--check", "--game", NAME], "expected no agents"),
        (["--precision", "-1", "--game", NAME], "precision"),
    ],
)
def test_what_cannot_be_solved_is_said(arguments, message, capsys):
    assert main(["solve", *arguments]) == 2
    assert message in capsys.readouterr().err
