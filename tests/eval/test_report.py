"""The page of a run: everything on it is measured, it needs nothing else, and it can go on."""

from __future__ import annotations

import html
import json
import re
import shutil
from html.parser import HTMLParser

import numpy as np
import pytest

from agents import load
from agents.arena import decision_cost
from agents.arena.duplicate import play_duplicates
from agents.arena.setting import Setting
from agents.learned.run_files import config_of, curve_of
from eval.__main__ import main
from eval.output.json_view import from_json
from eval.report import charts
from eval.report import computation as report_figures
from eval.report import page as report_page
from eval.report.disagreement import disagreements
from eval.report.habits import share_of
from eval.report.result import ReportResult, Run
from marriage_env import Rules
from marriage_env.core.cards import KING, QUEEN
from marriage_env.mariage.statistics import STATISTICS
from tests.eval.untrained import untrained

_VOID = {"meta", "br", "hr", "use", "path"}
TINY = ["--deals", "20", "--told-deals", "12", "--workers", "1"]


class Strict(HTMLParser):
    """Raises for tags that are not closed in order, and notes ids and what is loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag, attrs):
        """Open a tag."""
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        """A tag that closes itself."""
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        """Close the tag that was opened last."""
        if tag not in _VOID:
            assert self.open.pop() == tag


_EVIL = "<script>alert(1)</script>\"'&$_"
_KEYED = ("machine", "habits", "gains")  # objects whose keys the page shows
_CODES = ("trump",)  # what is no text to show


def runs_of(run):
    """What a report reads of a run."""
    return [{"config": config_of(run), "curve": curve_of(run)}]


def _hostile(value, name=""):
    """A JSON value with a script in every text."""
    if isinstance(value, str):
        return value if name in _CODES else value + _EVIL
    if isinstance(value, list):
        return [_hostile(one, name) for one in value]
    if isinstance(value, dict):
        evil = _EVIL if name in _KEYED else ""
        return {key + evil: _hostile(one, key) for key, one in value.items()}
    return value


def assert_escaped(result):
    """Nothing that stands in a run's files or in kept figures becomes part of the page's code."""
    hostile = _hostile(result)
    runs = [Run(**run) for run in hostile.pop("runs")]
    page = report_page.page(from_json(ReportResult, hostile), runs, "report" + _EVIL)
    parser = Strict()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    assert not {"script", "link", "img", "iframe"} & set(parser.tags)
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    "label", ["$x$", r"$\\frac$", "_hidden", "a&b<c>", "\N{CYRILLIC SMALL LETTER YA}"]
)
def test_a_chart_shows_every_label_as_it_stands(label):
    picture = charts.chart([charts.Series(0, label, [0.0], [0.0], [0.0], [0.0])], label, "x")
    shown = "".join(html.unescape(part) for part in re.findall(r">([^<>]+)</", picture))
    assert label in shown


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("config.json", "[]", "expected a JSON object"),
        (
            "config.json",
            '{"method": "ppo", "players": "5", "rules": "typical"}',
            "'seed' is missing",
        ),
        (
            "config.json",
            '{"method": "ppo", "players": "5", "rules": "typical", "seed": "<script>"}',
            "seed='<script>': expected an integer",
        ),
        ("config.json", '{"method": 1, "players": "5", "rules": "typical", "seed": 1}', "method=1"),
        ("config.json", "[" * 100_000, "nested too deeply"),
        ("curve.json", "{}", "expected a list of points"),
        ("curve.json", "[]", "expected a run with a point"),
        ("curve.json", "[1]", "point 1: expected a JSON object"),
        ("curve.json", '[{"decisions": 1, "seconds": 1}]', "'gains' is missing"),
        ("curve.json", '[{"decisions": "1", "seconds": 1, "gains": {}}]', "decisions='1'"),
        ("curve.json", '[{"decisions": -1, "seconds": 1, "gains": {}}]', "of at least 0"),
        (
            "curve.json",
            '[{"decisions": 1, "seconds": 1e400, "gains": {}}]',
            "'1e400' is too large a number",
        ),
        (
            "curve.json",
            '[{"decisions": 1, "seconds": 1, "gains": {"a": [1, 2]}}]',
            "gain over 'a': expected three numbers",
        ),
        (
            "curve.json",
            '[{"decisions": 1, "seconds": 1, "gains": {}},'
            ' {"decisions": 1, "seconds": 1, "gains": {"a": [1, 2, 3]}}]',
            "point 2: expected the opponents of the first point",
        ),
    ],
)
def test_a_strangers_run_with_damaged_files_is_refused(file, text, message, run, tmp_path, capsys):
    other = tmp_path / "other"
    shutil.copytree(run, other)
    (other / file).write_text(text)
    assert main(["report", str(other), *TINY, "--out", str(tmp_path / "page.html")]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"error: {other}")
    assert message in said
    assert said.count("\n") == 1
    assert not (tmp_path / "page.html").exists()


def test_a_report_is_one_page_that_needs_nothing_else(run, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(decision_cost, "_SECONDS", 0.01)
    out = tmp_path / "report.html"
    arguments = ["report", str(run), *TINY, "--players", "5", "6", "--out", str(out)]
    assert main(arguments) == 0
    page = out.read_text(encoding="utf-8")
    parser = Strict()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids))
    assert not {"script", "link", "img", "iframe"} & set(parser.tags)
    assert not re.search(r"(src|href)=\"(?!#)", page)
    assert parser.tags.count("svg") == 6  # three learning curves, compute, seats, players
    assert parser.tags.count("article") == 5
    assert "a&lt;b" in page
    assert "a<b" not in page
    assert "prefers-color-scheme: dark" in page
    assert "#010203" not in page
    assert f"report {str(run).replace('<', '&lt;')} --against random greedy expert" in page
    figures = json.loads((tmp_path / "report.json").read_text())
    assert figures.pop("sha256")
    assert_escaped({**figures, "runs": [_hostile(one) for one in runs_of(run)]})
    for row in figures["tournament"]["cross_play"]:
        assert f"{row['gain']:+.3f} <small>" in page
    assert len(figures["company"]) == 4 + 3  # the run plays with five players only
    assert [row["players"] for row in figures["left_out"]] == [6]
    for module in ("tournament", "play_among_copies", "disagreements"):
        monkeypatch.setattr(report_figures, module, lambda *_: pytest.fail("all is measured"))
    capsys.readouterr()
    assert main([*arguments, "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert {**again, "took": 0} == {**figures, "took": 0}
    assert main([*arguments, "--seed", "2"]) == 2
    assert "holds a result with seed=1, this one has 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "arguments", "message"),
    [
        ({}, ["--players", "4"], "num_players=4"),
        ({}, ["--deals", "1"], "deals=1"),
        ({}, ["--against", "nobody"], "agent 'nobody'"),
        ({}, ["--out", "report.json"], "expected the name of an .html file"),
        ({"rules": "modern"}, [], "expected runs of one game"),
        (None, [], "there is no run in it (no config.json)"),
    ],
)
def test_wrong_settings_are_named(change, arguments, message, run, tmp_path, capsys):
    other = tmp_path / "other"
    other.mkdir()
    if change is not None:
        config = json.loads((run / "config.json").read_text())
        (other / "config.json").write_text(json.dumps({**config, **change}))
        shutil.copy(run / "curve.json", other)
    out = ["--out", str(tmp_path / "report.html")]
    assert main(["report", str(run), str(other), *TINY, *out, *arguments]) == 2
    assert message in capsys.readouterr().err


def counted(spec: str, deals: int = 60) -> dict:
    """The habits of an agent among experts."""
    setting = Setting(deals=deals, seed=4, game="mariage")
    (states,) = play_duplicates(load(spec), load("expert"), setting)
    return STATISTICS.habits(states)


def test_habits_are_those_of_the_games():
    """Counted again the slow way, seat by seat and trick by trick."""
    setting = Setting(rules=Rules.modern(), deals=40, seed=4, game="mariage")
    (states,) = play_duplicates(load("random"), load("expert"), setting)
    kept = asked = led = could = lost = held = 0
    for deal in states["table"]:
        for seat, game in enumerate(deal[:5]):
            laid = game["laid"].tolist()
            for trick in range(5):
                bits = bin(game["kept"][trick][seat]).count("1")
                kept += bits
                asked += bits + int(game["married"][trick][seat])
                hand = [laid[later][seat] for later in range(trick, 5)]
                gone = {card for row in laid[:trick] for card in row} | {int(game["turn_up"])}
                kings = [c for c in hand if c % 13 == KING and c - 1 not in gone.union(hand)]
                if game["leader"][trick] == seat and kings:
                    could += 1
                    led += hand[0] in kings
                if hand[0] == 22:  # the knave of diamonds
                    held += 1
                    taker = game["taker"][trick]
                    best = laid[trick][taker]
                    lost += taker != seat and best // 13 == 2 and best % 13 in (QUEEN, KING)
    counts = {name: tuple(pair) for name, pair in STATISTICS.habits(states).items()}
    assert counts == {
        "queens kept back": (kept, asked),
        "lone kings led": (led, could),
        "fools lost": (lost, held),
    }
    assert min(kept, asked - kept, led, could - led, lost, held - lost) > 0


def test_who_keeps_queens_back_is_found_out():
    did, could = counted("expert:withhold=1")["queens kept back"]
    assert did == could > 0
    did, could = counted("expert")["queens kept back"]
    assert (did, could > 0) == (0, True)


def test_shares_by_hand():
    """Wilson's interval for 0 of 10: from 0 to z²/(10 + z²) with z = 1.959964."""
    row = share_of(0, 10)
    assert row.share == 0
    assert row.ci95 == pytest.approx([0.0, 0.27753], abs=1e-5)
    assert share_of(0, 0).share is None


def test_agents_that_agree_have_no_deals_to_tell():
    twins = [load("expert"), load("expert:withhold=0")]
    assert disagreements(twins, "ab", load("expert"), Setting(deals=10, game="mariage")) == []


def test_runs_of_trynka_are_reported_too(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(decision_cost, "_SECONDS", 0.01)
    run, out = tmp_path / "mine", tmp_path / "report.html"
    untrained(run / "final.zip", "4", "nain_jaune", "trynka")
    config = {"method": "ppo", "game": "trynka", "players": "4", "rules": "nain_jaune", "seed": 3}
    (run / "config.json").write_text(json.dumps(config))
    point = {"decisions": 5, "seconds": 1.0, "gains": {"greedy": [0.0, -0.1, 0.1]}}
    (run / "curve.json").write_text(json.dumps([point, point]))
    arguments = ["report", str(run), *TINY, "--against", "random", "greedy", "--out", str(out)]
    assert main(arguments) == 0
    page, figures = (
        out.read_text(encoding="utf-8"),
        json.loads((tmp_path / "report.json").read_text()),
    )
    assert "<title>Trynka: mine</title>" in page
    assert "Habits" not in page
    assert "trump" not in page
    assert page.count("<article>") == len(figures["told"]) > 0
    assert "begins a pile with" in page
    assert (figures["game"], figures["tournament"]["game"]) == ("trynka", "trynka")
    assert {row["players"] for row in figures["company"]} == {4}
    other = tmp_path / "other"
    other.mkdir()
    (other / "config.json").write_text(json.dumps({**config, "game": "mariage"}))
    assert main(["report", str(run), str(other), *TINY, "--out", str(out)]) == 2
    assert "expected runs of one game" in capsys.readouterr().err


def test_the_widest_disagreements_are_told_with_what_they_are_worth():
    agents = [load("expert"), load("expert:withhold=1"), load("greedy")]
    setting = Setting(deals=60, seed=2, game="mariage")
    told = disagreements(agents, "012", agents[0], setting, wanted=3)
    assert told == disagreements(agents, "012", agents[0], setting, wanted=3)
    assert len({deal.deal for deal in told}) == 3
    gaps = [deal.gap for deal in told]
    assert gaps == sorted(gaps, reverse=True)
    for deal in told:
        by = [choice.by for choice in deal.choices]
        assert sorted(label for labels in by for label in labels) == ["0", "1", "2"]
        worth = [choice.worth.mean for choice in deal.choices]
        assert worth == sorted(worth, reverse=True)
        chosen = [choice.worth.mean for choice in deal.choices if choice.by]
        assert deal.gap == pytest.approx(max(chosen) - min(chosen))
        assert all(c.worth.low < c.worth.mean < c.worth.high for c in deal.choices)
        names = {choice.action for choice in deal.choices}
        assert names - {"WITHHOLD"} <= set(deal.hand)
    worst = told[0].choices[-1]
    assert (worst.action, worst.by) == ("WITHHOLD", ["1"])
    assert np.mean(gaps) > 3
