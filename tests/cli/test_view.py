"""The viewer's page: what it holds equals a replay, and nothing in it is a stranger's code."""

from __future__ import annotations

import base64
import hashlib
import json

import numpy as np
import pytest

from agents import load
from marriage_env.__main__ import main
from marriage_env.cli.view.opinions import Asked, opinions_on
from marriage_env.cli.view.page import page
from marriage_env.cli.view.pictures import PAGE_COLOURS, Pieces
from marriage_env.cli.view.told import Shown, told
from marriage_env.cli.view.walk import walked
from marriage_env.game import GAMES
from marriage_env.interfaces.replay import replay
from marriage_env.records.files import read_records
from marriage_env.render.picture import table_layout
from marriage_env.render.svg import svg
from tests.cli.viewed import Page, recorded, viewed
from tests.render.tables import MODULES, legal_in, moments

PLAYERS = {"mariage": 5, "small_mariage": 2, "trynka": 3}
EVIL = "</script><script>alert(1)</script><b>&\u2028\"'"


def drawn(env, view, **options):
    """The elements of a picture, in the colours of the page."""
    picture = svg(table_layout(env.game, view, env.events, **options), PAGE_COLOURS)
    return picture.splitlines()[2:-1]


@pytest.mark.parametrize("game", GAMES)
def test_every_step_equals_a_replay(game, tmp_path):
    path = recorded(tmp_path / "match.jsonl", game, PLAYERS[game])
    (record,) = read_records(path)
    shown = viewed(path)
    (match,) = shown.data["matches"]
    actions = [action for deal in record["deals"] for action in deal["actions"]]
    assert match["onlookers"] == [-1, *range(PLAYERS[game])]
    assert len(match["decisions"]) == len(actions) + 1
    assert match["decisions"][-1] is None
    for step, env in enumerate(replay(record)):
        seat = int(env._states["seat"][0])
        decision = match["decisions"][step]
        assert decision["seat"] == seat
        assert len(decision["legal"]) == int(env._states["legal"][0]).bit_count()
        told_so_far = [event for event in match["events"] if event[0] <= step]
        assert len(told_so_far) == len(env.events)
        if step % 3 == 0:
            view, legal = env.view("player_1"), legal_in(env, 1)
            assert shown.elements(0, 0, step) == drawn(env, env._states)
            assert shown.elements(0, 2, step) == drawn(env, view, legal=legal)
    assert np.sum([chips for *_, chips in match["events"]], axis=0).tolist() == record["chips"]


@pytest.mark.parametrize("game", MODULES)
def test_the_page_of_a_seat_depends_on_what_it_knows(game):
    """In sampled worlds, in which the seat would have seen the same, the page is the same."""
    rng, elsewhere = np.random.default_rng(3), 0
    spread = 2 if game == "small_mariage" else 13

    def page_of(env, seat):
        walk, pieces = walked(env.record()), Pieces()
        opinions = list(opinions_on(walk, Asked(["expert"]), seat))
        return page("match", [told(walk, "1", Shown(seat), opinions, pieces)], pieces, ["expert"])

    for number, env in enumerate(moments(game, PLAYERS[game], 5)):
        if number % spread:
            continue
        seat = number % PLAYERS[game]
        other = env.sample_world(f"player_{seat}", rng)
        assert page_of(env, seat) == page_of(other, seat)
        elsewhere += other.hands != env.hands
    assert elsewhere > 2


def test_the_page_of_a_seat_has_no_seed(tmp_path):
    """From which the packs would follow."""
    path = recorded(tmp_path / "match.jsonl", "small_mariage", 2)
    (record,) = read_records(path)
    assert f"seed {record['seed']}" in viewed(path).data["matches"][0]["facts"]
    alone = viewed(path, "--view", "player_1").data["matches"][0]
    assert "seed" not in json.dumps(alone)
    assert alone["onlookers"] == [1]
    assert all(one is None or one["seat"] == 1 for one in alone["decisions"])


def test_texts_become_neither_markup_nor_script(tmp_path):
    path = recorded(tmp_path / f"{EVIL.replace('/', '')}.jsonl", "small_mariage", 2)
    shown = viewed(path, "--names", EVIL, "x")
    assert shown.tags.count("script") == 2
    assert "b" not in shown.tags
    assert shown.data["matches"][0]["names"][0] == " ".join(EVIL.split())
    assert not any("<b>" in element for element in shown.data["elements"])
    assert [name for _, name, _ in shown.attributes if name.startswith("on") or name == "src"] == []
    (policy,) = (v for _, name, v in shown.attributes if name == "content" and "default-src" in v)
    for text in (shown.texts["script"][1], shown.texts["style"][0]):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_opinions_are_what_the_agents_choose_and_expect(tmp_path):
    path = recorded(tmp_path / "match.jsonl", "small_mariage", 2)
    (record,) = read_records(path)
    specs = ["expert", "pimc:worlds=2", "random"]
    data = viewed(path, "--opinions", *specs).data
    assert data["agents"] == specs
    expert, asked = load("expert", 2, None, "small_mariage"), 0
    for env, decision in zip(replay(record), data["matches"][0]["decisions"], strict=False):
        if len(decision["legal"]) == 1:
            assert decision["opinions"] == [None] * 3
            continue
        views, masks = env.game.look(env._states, np.zeros(1, np.int64))
        choice = int(expert.act(views, masks, np.random.default_rng(0))[0])
        (own, _, _), (_, values, in_chips), (_, nothing, _) = decision["opinions"]
        assert choice == np.flatnonzero(masks[0])[own]
        assert in_chips
        assert all(abs(value) < 20 for value in values)
        assert nothing == [None] * len(decision["legal"])
        asked += 1
    assert asked


def test_matches_are_chosen_by_number(tmp_path):
    path = recorded(tmp_path / "matches.jsonl", "small_mariage", 2, games=21)
    titles = [match["title"] for match in viewed(path, "--game", "3", "1").data["matches"]]
    assert titles == ["3", "1"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "has more than 20 matches: choose some with --game"),
        (["--game", "0"], "--game 0: expected at least 1"),
        (["--game", "22"], "has 21 matches"),
        (["--game", "1", "--view", "player_2"], "expected open, or player_0 to player_1"),
        (["--game", "1", "--names", "a"], "expected 2 strings"),
        (["--game", "1", "--opinions", "nobody"], "nobody"),
        (["--game", "1", "--seed", "-1"], "seed=-1"),
        (["--game", "1", "--out", "page.txt"], "expected the name of an .html file"),
    ],
)
def test_wrong_options_are_named_and_nothing_is_written(options, message, tmp_path, capsys):
    path = recorded(tmp_path / "matches.jsonl", "small_mariage", 2, games=21)
    out = tmp_path / "page.html"
    assert main(["view", str(path), "--out", str(out), *options]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert not out.exists()


def test_a_page_is_replaced_by_force_alone(tmp_path, capsys):
    path = recorded(tmp_path / "match.jsonl", "small_mariage", 2)
    out = tmp_path / "page.html"
    out.write_text("mine")
    assert main(["view", str(path), "--out", str(out)]) == 2
    assert "--force replaces it" in capsys.readouterr().err
    assert out.read_text() == "mine"
    assert main(["view", str(path), "--out", str(out), "--force"]) == 0
    assert Page(out.read_text(encoding="utf-8")).data["matches"]
