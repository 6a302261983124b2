"""The games as OpenSpiel has them: the same as in the environments, and nothing leaks."""

from __future__ import annotations

import builtins
import copy
import importlib
import pickle
import sys
from typing import Any

import numpy as np
import pytest

from marriage_env.core.cards import card_name
from marriage_env.game import GAMES, game_named

pyspiel = pytest.importorskip("pyspiel", reason="needs marriage-env[openspiel], Python 3.11 on")

from marriage_env.adapters.open_spiel import AgentBot  # noqa: E402
from marriage_env.adapters.open_spiel.resampling import resampled  # noqa: E402
from tests.conformance.spiel_play import end, walk  # noqa: E402

GAME_STRINGS = (
    "python_mariage(players=5,preset=typical,deals=2)",
    "python_mariage(players=7,deals=2,declarations=voluntary,offences=all,box_awards=round)",
    "python_mariage(players=10,preset=guimbarde,deals=1,dealer=3)",
    "python_trynka(players=4,deals=2)",
    "python_trynka(players=7,deals=2,ends=all_out)",
    "python_trynka(players=3,deals=2,offences=none,out_pay=1)",
    "python_small_mariage(players=2,deals=3)",
    "python_small_mariage(players=3,preset=large,deals=2,queen_fine=0)",
)
some_games = pytest.mark.parametrize("name", GAME_STRINGS)


def environment(over: Any) -> Any:
    """The environment of a match that is over, at its beginning."""
    play, match = over.play, over.play.setting.match
    module = importlib.import_module(f"marriage_env.{play.setting.game.env}")
    env = module.raw_env(num_players=match.num_players, rules=match.rules, deals=match.deals)
    packs = [[card_name(card) for card in pack.tolist() if card >= 0] for pack in play.packs]
    env.reset(seed=1, options={"deck": packs, "dealer": play.dealer})
    return env


@some_games
@pytest.mark.parametrize("seed", range(2))
def test_every_move_is_as_in_the_environment(name, seed):
    """Who is to act, what is legal, what is observed, when it is over, and the final chips."""
    game = pyspiel.load_game(name)
    over, state, players = end(game, seed), game.new_initial_state(), game.num_players()
    env = environment(over)
    for player, action in ((pair.player, pair.action) for pair in over.full_history()):
        assert player == state.current_player()
        if player >= 0:
            agent = env.agent_selection
            assert agent == f"player_{player}"
            seen = env.observe(agent)
            assert state.legal_actions() == np.flatnonzero(seen["action_mask"]).tolist()
            assert state.observation_tensor(player)[players:] == seen["observation"].tolist()
            assert state.view(player).tobytes() == env.view(agent).tobytes()
            assert state.chips() == env.chips.tolist()
            assert state.returns() == [0.0] * players
            env.step(action)
        state.apply_action(action)
    assert state.is_terminal()
    assert all(env.terminations.values())
    assert state.returns() == env.chips.tolist()
    assert state.legal_actions() == []


@some_games
def test_a_resampled_state_looks_the_same(name):
    """To every player, at every kind of node: text, tensors, and what it may do."""
    game, changed = pyspiel.load_game(name), 0
    for place, state in enumerate(walk(game, 3)):
        if place % 9 and not (state.is_terminal() or place == 20):
            continue
        for player in range(game.num_players()):
            rng = np.random.default_rng(place)
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.is_chance_node() == state.is_chance_node()
            if not state.is_chance_node():
                assert other.legal_actions(player) == state.legal_actions(player)
            changed += str(other) != str(state)
    assert changed


@some_games
def test_what_cannot_be_known_makes_no_difference(name):
    """Worlds sampled from two matches that look the same are the same, for the same chance."""
    game = pyspiel.load_game(name)
    for place, state in enumerate(walk(game, 4)):
        if place % 25 != 24:
            continue
        player = place % game.num_players()
        other = state.resample_from_infostate(player, np.random.default_rng(1).random)
        worlds = [
            list(resampled(each.play, player, np.random.default_rng(2))) for each in (state, other)
        ]
        assert worlds[0] == worlds[1]


@some_games
def test_information_states_have_perfect_recall(name):
    """What a player has known once stands in every later information state."""
    game = pyspiel.load_game(name)
    known = [""] * game.num_players()
    for state in walk(game, 5):
        for player, before in enumerate(known):
            lines = state.information_state_string(player).split("\n")
            text = "\n".join(line for line in lines if not line.startswith("to act"))
            assert text.startswith(before)
            known[player] = text
    assert all(f"deal {state.play.setting.match.deals} of" in text for text in known)


@some_games
def test_chance_is_exact(name):
    """The chances of a node sum to 1, and every deal is as likely as any other."""
    game, found, nodes = pyspiel.load_game(name), 1.0, 0
    over, state = end(game, 6), game.new_initial_state()
    for action in over.history():
        if state.is_chance_node():
            outcomes = dict(state.chance_outcomes())
            assert sum(outcomes.values()) == pytest.approx(1, abs=1e-12)
            assert min(outcomes.values()) > 0
            found, nodes = found * outcomes[action], nodes + 1
        state.apply_action(action)
    setting = state.play.setting
    lot = 1 if setting.dealer >= 0 else setting.players
    assert nodes == game.max_chance_nodes_in_history()
    assert found == pytest.approx(setting.layout.num_deals**-setting.match.deals / lot, rel=1e-9)


@some_games
def test_bounds_hold(name):
    """Utilities and the length of the longest matches that are tried."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    rng = np.random.default_rng(7)
    while not state.is_terminal():
        legal = state.legal_actions()
        # Passing and keeping queens back, wherever it is possible, makes matches long and dear.
        action = int(rng.choice(legal)) if state.is_chance_node() else legal[-1]
        state.apply_action(action)
    returns = state.returns()
    assert game.min_utility() <= min(returns) < max(returns) <= game.max_utility()
    players = [pair for pair in state.full_history() if pair.player >= 0]
    assert len(players) <= game.max_game_length()
    assert state.move_number() <= game.max_move_number()
    if game.utility_sum() is not None:
        assert sum(returns) == game.utility_sum()


@some_games
def test_openspiels_own_random_test(name, capfd):
    pyspiel.random_sim_test(pyspiel.load_game(name), 1, serialize=True, verbose=False)
    assert "error" not in capfd.readouterr().err.lower()


@some_games
def test_copies_and_files(name):
    """Clones, deep copies, pickles and OpenSpiel's own text keep a state, and are independent."""
    game = pyspiel.load_game(name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    for place, state in enumerate(walk(game, 8)):
        if place % 40 and not state.is_terminal():
            continue
        text = state.serialize()
        for twin in (
            state.clone(),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
            game.deserialize_state(text),
        ):
            assert (str(twin), twin.history()) == (str(state), state.history())
            if not state.is_terminal():
                twin.apply_action(twin.legal_actions()[0])
                assert len(state.history()) == len(twin.history()) - 1
        assert state.serialize() == text


def test_tensors_have_named_pieces():
    game = pyspiel.load_game("python_mariage(deals=2)")
    known = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    *_, state = walk(game, 1)
    known.set_from(state, 2)
    assert known.dict["player"].tolist() == [0, 0, 1, 0, 0]
    assert known.dict["hand"].shape == (2, 52)
    assert known.dict["laid"].shape == (2, 5, 5, 17)
    assert known.dict["laid"].sum() == 2 * 25 * 2
    assert known.tensor.tolist() == state.information_state_tensor(2)
    hidden = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert game.make_py_observer(hidden) is None
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"name": "x"})


def test_parameters_choose_players_rules_and_deals():
    assert {f"python_{name}" for name in GAMES} <= set(pyspiel.registered_names())
    game = pyspiel.load_game(
        "python_mariage(players=6,preset=modern,deals=3,dealer=5,queen_fine=2,hearts_king_power=0)"
    )
    match = game.setting.match
    rules = game_named("mariage").rules.modern()
    assert (match.num_players, match.deals, game.setting.dealer) == (6, 3, 5)
    assert (match.rules.follow, match.rules.queen_fine) == (rules.follow, 2)
    assert not match.rules.hearts_king_power
    assert pyspiel.load_game("python_trynka").setting.match.deals == 5
    assert str(pyspiel.load_game("python_trynka(players=4)")) == "python_trynka(players=4)"
    for wrong, words in (
        ("python_mariage(players=4)", "num_players=4: expected an integer from 5 to 10"),
        ("python_mariage(preset=odd)", "'odd'"),
        ("python_mariage(follow=odd)", "follow='odd'"),
        ("python_mariage(hearts_king_power=2)", "hearts_king_power=2"),
        ("python_mariage(dealer=5)", "dealer=5"),
        ("python_mariage(deals=-1)", "deals=-1"),
    ):
        with pytest.raises((ValueError, RuntimeError), match=words):
            pyspiel.load_game(wrong)


class _Greatest:
    """Plays the legal action with the greatest number, and remembers what it was given."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def act(self, views: Any, masks: Any, rng: Any) -> Any:
        self.seen.append(views.dtype)
        return np.array([np.flatnonzero(mask)[-1] for mask in masks])


def test_agents_play_as_bots():
    game = pyspiel.load_game("python_small_mariage(players=2,deals=1)")
    agent, rng = _Greatest(), np.random.default_rng(1)
    bots = [AgentBot(agent, rng), pyspiel.make_uniform_random_bot(1, 7)]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)
    assert sum(returns) == 0
    assert set(agent.seen) == {game_named("small_mariage").view}


def test_without_openspiel_the_error_names_the_extra(monkeypatch):
    real = builtins.__import__

    def refusing(name: str, *rest: Any, **more: Any) -> Any:
        if name == "pyspiel":
            raise ImportError("No module named 'pyspiel'")
        return real(name, *rest, **more)

    monkeypatch.delitem(sys.modules, "marriage_env.adapters.open_spiel")
    monkeypatch.setattr(builtins, "__import__", refusing)
    with pytest.raises(ImportError, match=r"pip install 'marriage-env\[openspiel\]'"):
        importlib.import_module("marriage_env.adapters.open_spiel")
