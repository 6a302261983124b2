"""Seeds by purpose: with equal seeds no two commands or interfaces share a stream."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import gymnasium
import numpy as np
import pytest

from agents import game_agents
from agents.arena import decision_cost, parallel_duplicates
from agents.mariage.open_hand import open_hand
from eval.__main__ import main
from eval.exploit import computation as exploit
from eval.exploit import responders
from eval.exploit.result import Plan
from eval.strength import computation as strength
from eval.suite import computation as bench
from marriage_env import VectorEnv, marriage_v0, trynka_v0
from marriage_env.cli.random_play import random_records
from marriage_env.core.rng import Purpose, child_seeds, seed_for
from marriage_env.mariage.rules import Rules
from tests.eval.untrained import untrained
from train.config import Config, DistilConfig, DMCConfig, PPOConfig
from train.learning_curve import measure
from train.run import make_method

SEED = 7
Stream = tuple[int, ...]
# They count for nothing: games that compile, and the clock of a decision.
_NO_RESULTS = {Purpose.WARM_UP, Purpose.COST}
# SB3 seeds the action space of a model that it loads; no agent ever samples from it.
_OF_THE_CHECKPOINT = int(np.random.SeedSequence(1).generate_state(1)[0])


def _is_result(key: Stream) -> bool:
    """Whether a spawn key is of a purpose that shows in results."""
    tag = seed_for(Purpose.WARM_UP, 0).spawn_key[:-1]
    return key[: len(tag)] != tag or key[len(tag)] not in _NO_RESULTS


class Noted(np.random.SeedSequence):
    """Notes which streams are begun. Checkpoints may name it, so that it is no local class."""

    begun: ClassVar[dict[Stream, str]] = {}

    def generate_state(self, n_words, dtype=np.uint32):
        if _is_result(tuple(self.spawn_key)) and self.entropy != _OF_THE_CHECKPOINT:
            words = tuple(super().generate_state(4).tolist())
            self.begun[words] = f"{self.entropy}, {self.spawn_key}"
        return super().generate_state(n_words, dtype)


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> dict[Stream, str]:
    """All streams that are begun, by the words they begin from, and what these come from."""
    kind, generator = np.random.SeedSequence, np.random.default_rng

    def noted(seed=None):
        made = seed if isinstance(seed, (kind, np.random.Generator)) else Noted(seed)
        return generator(made)

    monkeypatch.setattr(np.random, "SeedSequence", Noted)
    monkeypatch.setattr(np.random, "default_rng", noted)
    return Noted.begun


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that plays does so briefly."""
    monkeypatch.setattr(decision_cost, "_SECONDS", 0.001)
    agents = game_agents.agents_of("mariage")
    heuristics = ("random", "greedy", "expert")
    small = game_agents.Suite(heuristics, "greedy:", ("typical",), {5: 300})
    monkeypatch.setattr(bench, "agents_of", lambda game: replace(agents, suite=small))
    monkeypatch.setattr(parallel_duplicates, "_PARTS", 1)


def _environments(_: Path) -> None:
    for environment, game in ((marriage_v0, "mariage"), (trynka_v0, "trynka")):
        environment.raw_env().reset(seed=SEED)
        VectorEnv(40, game=game).reset(seed=SEED)
        for child in child_seeds(SEED, 5):  # as one who gives each of many batches its own
            VectorEnv(40, game=game).reset(seed=child)
            environment.raw_env().reset(seed=child)


def _gymnasium(_: Path) -> None:
    for name in ("Marriage-v0", "Trynka-v0"):
        gymnasium.make(name).reset(seed=SEED)
        gymnasium.make_vec(name, num_envs=40).reset(seed=SEED)


def _record(_: Path) -> None:
    list(random_records(5, 5, Rules(), None, 1, SEED, game="mariage"))


def _learner(kind: type[Config], **settings: object) -> Callable[[Path], None]:
    """What a training run begins with."""

    def begin(folder: Path) -> None:
        make_method(kind(seed=SEED, games=40, width=8, **settings), folder)  # type: ignore[arg-type]

    return begin


def _curve(folder: Path) -> None:
    config = PPOConfig(seed=SEED, width=8, games=2, evaluation_deals=5)
    learner = make_method(config, folder)
    checkpoint = learner.checkpoint()
    Noted.begun.clear()
    measure(checkpoint, config, 0.0, learner.supervised)


def _command(*arguments: str) -> Callable[[Path], None]:
    """An evaluation of the command line."""

    def run(folder: Path) -> None:
        given = [argument.format(folder=folder) for argument in arguments]
        assert main([*given, "--seed", str(SEED)]) == 0

    return run


def _bench(_: Path) -> None:
    bench.bench("random", "mariage", scale=0.001)


def _exploit(folder: Path) -> None:
    plan = Plan("greedy", deals=4, search_deals=2, worlds=1, seed=SEED, decisions=1, game="mariage")

    def learned(training, start, into: Path) -> Path:
        make_method(PPOConfig(seed=training.seed, games=40, width=8), folder)
        return Path(untrained(into / "final.zip"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(responders, "learned", learned)
        exploit.exploit(plan, folder)


def _run_folder(folder: Path) -> None:
    """A training run as far as evaluation reads one."""
    untrained(folder / "run" / "final.zip")
    config = {"method": "ppo", "players": "5", "rules": "typical", "seed": SEED}
    config |= {"decisions": 1}
    (folder / "run" / "config.json").write_text(json.dumps(config))
    point = {"decisions": 0, "seconds": 1.0}
    point["gains"] = {name: [0.0, 0.0, 0.0] for name in ("random", "greedy", "expert")}
    (folder / "run" / "curve.json").write_text(json.dumps([point, {**point, "decisions": 9}]))


def _strength(_: Path) -> None:
    strength.measure_pair(strength.Pair("greedy", "random", 5, 4), SEED, "mariage")
    strength.open_hand_size(open_hand, 5, 1, 2, SEED, "mariage")
    strength.queens_kept_back("greedy", 5, 4, SEED, "mariage")


USES: dict[str, Callable[[Path], None]] = {
    "environments": _environments,
    "gymnasium": _gymnasium,
    "record": _record,
    "train ppo": _learner(PPOConfig, pool_share=0.2),
    "train dmc": _learner(DMCConfig),
    "train distil": _learner(DistilConfig, teacher="pimc:worlds=1"),
    "curve": _curve,
    "match": _command("match", "random", "greedy", "--deals", "4"),
    "tournament": _command("tournament", "random", "greedy", "--deals", "4", "--workers", "1"),
    "bench": _bench,
    "exploit": _exploit,
    "ceiling": _command("ceiling", "greedy", "--deals", "2"),
    "report": _command(
        *("report", "{folder}/run", "--against", "random", "greedy", "--deals", "4"),
        *("--told-deals", "4", "--workers", "1", "--out", "{folder}/report.html"),
    ),
    "demo": _command("demo", "{folder}/run", "--deals", "4"),
    "strength": _strength,
}


def test_equal_seeds_share_no_stream_between_any_two_uses(streams, few_games, tmp_path, capsys):
    begun: dict[str, dict[Stream, str]] = {}
    for name, use in USES.items():
        folder = tmp_path / name.replace(" ", "-")
        _run_folder(folder)
        streams.clear()
        use(folder)
        begun[name] = dict(streams)
        assert begun[name], f"{name} began no stream that was noted"
    shared = [
        (one, other, begun[one][words])
        for one, other in itertools.combinations(USES, 2)
        for words in begun[one].keys() & begun[other].keys()
    ]
    assert not shared


def _packs(states: np.ndarray) -> set[bytes]:
    return {pack.tobytes() for pack in states["pack"]}


def test_people_do_not_train_on_the_deals_they_evaluate_on(tmp_path):
    """The packs themselves, of the three places where most games of one seed are dealt."""
    batch = VectorEnv(200)
    batch.reset(seed=SEED)
    learners = gymnasium.make_vec("Marriage-v0", num_envs=200)
    learners.reset(seed=SEED)
    learner = make_method(PPOConfig(seed=SEED, games=200, width=8), tmp_path)
    game = learner.collector._game
    game.loops.reset_games(learner.collector.states, 0, 200, game.chance_rows(None, 5), game.no_log)
    records = random_records(200, 5, Rules(), None, 1, SEED, game="mariage")
    dealt = [
        _packs(batch.states),
        _packs(learners.unwrapped._games.states),
        _packs(learner.collector.states),
        {str(record["deals"][0]["pack"]) for record in records},
    ]
    assert [len(packs) for packs in dealt] == [200] * 4
    for one, other in itertools.combinations(dealt, 2):
        assert not one & other


def test_no_child_of_an_environments_seed_is_another_purposes():
    """However deep: numbers of children are small, and the tag of a purpose is not."""
    for purpose in Purpose:
        key = seed_for(purpose, SEED).spawn_key
        assert (key == ()) == (purpose == Purpose.ENVIRONMENT)
        assert all(word > 2**31 for word in key[:2])
        assert all(0 < word < 2**32 for word in key)


def test_the_environments_keep_their_streams():
    """`reset(seed=s)` of a game is child 0 of s, game i of a batch child i: a fixed interface."""
    for seed in (SEED, np.random.SeedSequence(SEED)):
        root = np.random.SeedSequence(SEED)
        for child, other in zip(child_seeds(seed, 3), root.spawn(3), strict=True):
            np.testing.assert_array_equal(child.generate_state(4), other.generate_state(4))


def test_numbers_of_purposes_are_not_used_twice():
    assert len(Purpose) == len({int(purpose) for purpose in Purpose.__members__.values()})
    assert len(Purpose.__members__) == len(Purpose)
