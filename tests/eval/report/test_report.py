"""The page of a run: everything on it is measured, it needs nothing else, and it can go on."""

from __future__ import annotations

import html
import json
import re
import shutil
from html.parser import HTMLParser

import pytest

from agents.arena import decision_cost
from agents.learned.run_files import config_of, curve_of
from eval.__main__ import main
from eval.output.json_view import from_json
from eval.report import charts
from eval.report import computation as report_figures
from eval.report import page as report_page
from eval.report.result import ReportResult, Run
from tests.cli.viewed import Page
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
    page = report_page.page(
        from_json(ReportResult, hostile), runs, "report" + _EVIL, "habits", _EVIL
    )
    parser = Strict()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    assert not {"script", "link", "img", "iframe"} & set(parser.tags)
    assert "&lt;script&gt;" in page


def assert_shows_deals(viewer, links):
    """Every link leads to a decision of its seat, with what agents chose and what that is worth."""
    matches = viewer.data["matches"]
    for match, link in zip(matches, links, strict=True):
        _, step, seat = map(int, link.partition("#")[2].split("."))
        decision = match["decisions"][step - 1]
        assert decision["seat"] == seat
        chosen = [opinion for opinion in decision["opinions"] if opinion]
        assert len({choice for choice, _, _ in chosen}) > 1
        assert all(None not in worth for _, worth, _ in chosen)


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
    links = re.findall(r"(?:src|href)=\"(?!#)([^\"]*)\"", page)
    assert len(links) == 5  # one for each deal that is told
    assert all(
        re.fullmatch(rf"report\.deals\.html#{k}\.\d+\.\d", one) for k, one in enumerate(links, 1)
    )
    assert_shows_deals(Page((tmp_path / "report.deals.html").read_text(encoding="utf-8")), links)
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
