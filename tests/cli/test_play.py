"""Matches played at a pseudo-terminal and through pipes, left and taken up again."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from marriage_env.cli.play import command, company
from marriage_env.cli.play.players_file import Players, path_beside, write_players
from marriage_env.cli.play.wording import LANGUAGES
from marriage_env.cli.random_play import random_records
from marriage_env.game import GAMES, game_named
from marriage_env.records.check import verify
from marriage_env.records.files import read_records, write_records
from tests.cli.terminal import PROMPT, ROOT, Terminal, choices_of, plain

# Short matches are played without compiling, which takes longer than they do.
_AS_PYTHON = {"NUMBA_DISABLE_JIT": "1"}
_CTRL_C, _CTRL_D = b"\x03", b"\x04"
_MOST_DECISIONS = 500


def play(terminal, decisions=_MOST_DECISIONS, made=0):
    """Choose one after another of what is offered, for so many decisions; how many were made.

    `made` before this terminal was opened, so that the choices go on as in one without a break.
    """
    last = made + decisions
    while (shown := terminal.until_asked()).endswith(PROMPT):
        choices = choices_of(shown)
        if choices and made == last:
            return made
        terminal.type(choices[made % len(choices)] if choices else "")
        made += bool(choices)
        assert made < _MOST_DECISIONS
    return made


def the_record(path):
    """The one record of a file, checked."""
    (record,) = read_records(path)
    verify(record)
    return record


def match(path, game="mariage", *more):
    """The options of a match that is kept in `path`."""
    return ["--game", game, "--seed", "7", "--out", str(path), *more]


def test_a_match_from_the_first_deal_to_the_score_sheet(tmp_path):
    """Wrong keys, help, hint, score and a narrow screen without colour on the way."""
    path = tmp_path / "match.jsonl"
    terminal = Terminal(
        match(path, "mariage", "--players", "5", "--deals", "1", "--hints", "expert"),
        columns=60,
        environment={**_AS_PYTHON, "NO_COLOR": "1"},
    )
    begun = terminal.until_asked()
    assert the_record(path)["complete"] is False  # kept from the beginning
    for typed, answer in (
        ("", "Type one of: "),
        ("zz", "'zz' is none of your choices: "),
        ("\x1b[A", "is none of your choices"),
        ("?", "Lay a card by its number or its name"),
        ("hint", "Hint by expert: "),
        ("score", "Chips so far"),
        ("table", "Your hand"),
    ):
        terminal.type(typed)
        assert answer in plain(terminal.until_asked())
    terminal.type(choices_of(begun)[0])
    play(terminal, made=1)
    assert terminal.end() == 0
    text = plain(terminal.screen)
    assert "Traceback" not in text
    assert "Score sheet" in text
    assert "End of the deal" in text
    assert "The match is over" in text
    assert all(len(line) <= 60 for line in text.splitlines())
    assert the_record(path)["complete"] is True


def test_a_match_that_is_left_ends_as_one_that_is_not(tmp_path):
    """Ctrl-C and Ctrl-D keep the match, and the opponents go on as they would have."""
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    options = ("--players", "3", "--deals", "2", "--lang", "ru")
    terminal = Terminal(match(whole, "small_mariage", *options), environment=_AS_PYTHON)
    play(terminal)
    assert terminal.end() == 0
    assert "Счёт игры" in plain(terminal.screen)
    terminal = Terminal(match(parts, "small_mariage", *options), environment=_AS_PYTHON)
    made = play(terminal, 1)
    terminal.press(_CTRL_C)
    assert terminal.end() == 130
    assert f"--resume {parts}" in plain(terminal.screen).replace("\n", "")
    terminal = Terminal(["--resume", str(parts)], environment=_AS_PYTHON)
    play(terminal, made=made)
    assert terminal.end() == 0
    assert parts.read_bytes() == whole.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_whole_matches_with_a_break_at_every_third_decision(game, language, tmp_path):
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    players = game_named(game).default_players
    options = ("--players", str(players), "--lang", language, "--seat", str(players - 1))
    terminal = Terminal(match(whole, game, *options), columns=100)
    play(terminal)
    assert terminal.end() == 0
    assert "Traceback" not in terminal.screen
    made, status, opened = 0, 130, match(parts, game, *options)
    while status == 130:
        terminal = Terminal(opened, columns=60)
        made = play(terminal, 3, made)
        terminal.press(_CTRL_C if made % 2 else _CTRL_D)
        ended = terminal.end()
        record = the_record(parts)
        status = 0 if record["complete"] else 130
        assert ended in (0, 130)
        opened = ["--resume", str(parts)]
    assert parts.read_bytes() == whole.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("rules", game_named("mariage").presets)
def test_every_preset_of_mariage_with_ten_players(rules, tmp_path):
    terminal = Terminal(
        match(tmp_path / "m.jsonl", "mariage", "--players", "10", "--deals", "3", "--rules", rules)
    )
    play(terminal)
    assert terminal.end() == 0
    assert the_record(tmp_path / "m.jsonl")["complete"] is True


def piped(arguments, lines, tmp_path, encoding="utf-8"):
    """The command without a terminal: its status, output and errors."""
    done = subprocess.run(
        [sys.executable, "-m", "marriage_env", "play", *arguments],
        input="".join(f"{line}\n" for line in lines).encode(encoding),
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, **_AS_PYTHON, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)},
        timeout=300,
    )
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


def test_a_pipe_without_russian_letters_is_told_so_and_keeps_the_match(tmp_path):
    """Line by line; the answers stand in the output; the end of the input leaves the match."""
    options = ["--game", "small_mariage", "--seed", "3", "--lang", "ru", "--opponents", "random"]
    status, out, errors = piped(options, ["zz"], tmp_path, "ascii")
    assert status == 0, errors
    assert "This terminal cannot show Russian letters (ascii)" in out
    assert "zz\n" in out
    assert "\\u" not in out
    assert "The match is kept. Go on with: python -m marriage_env play --resume" in out
    assert the_record(tmp_path / "small_mariage-3.jsonl")["seed"] == 3


class _NoTerminal:
    """What the command needs of options, with defaults."""

    def __init__(self, **given):
        usual = {"game": "small_mariage", "players": None, "rules": "typical", "rule": []}
        usual |= dict.fromkeys(["seat", "opponents", "hints", "lang", "seed", "deals", "out"])
        self.__dict__.update({**usual, "resume": None, "force": False, **given})


def test_the_missing_package_is_named_with_its_extra(monkeypatch):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"package rich.*pip install 'marriage-env\[play\]'"):
        command.run(_NoTerminal())


def test_the_wheel_alone_has_random_opponents_and_says_so(tmp_path, monkeypatch, capsys):
    """And it has no hints."""
    monkeypatch.setattr(company, "has_agents", lambda: False)
    lines = iter(["hint\n", ""])
    monkeypatch.setattr(
        sys,
        "stdin",
        type("Lines", (), {"readline": lambda self: next(lines), "isatty": lambda self: False})(),
    )
    assert command.run(_NoTerminal(out=str(tmp_path / "m.jsonl"), seed=1)) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Opponents: random." in text
    assert "Only random opponents are installed: agents such as expert come with a checkout" in text
    assert "No hint: agents that give hints come with a checkout of the project." in text


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"seat": 2}, "--seat=2: expected"),
        ({"seed": -1}, "seed"),
        ({"deals": 0}, "deals"),
        ({"opponents": ["random", "random"]}, "--opponents: 2 of them, expected one"),
        ({"opponents": ["nobody"]}, "nobody"),
        ({"rule": ["queen_fine"]}, "--rule queen_fine: expected FIELD=VALUE"),
        ({"rule": ["fine=1"]}, "fine"),
        ({"resume": "m.jsonl", "seed": 3}, "--players is of a new match"),
    ],
)
def test_wrong_options_are_named(given, words, tmp_path, monkeypatch):
    """Nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    if "resume" in given:
        (tmp_path / "m.jsonl").write_text("")
    options = _NoTerminal(**{"players": 2, **given})
    with pytest.raises(ValueError, match=words):
        command.run(options)
    assert {path.name for path in tmp_path.iterdir()} <= {"m.jsonl"}


def test_code_of_others_is_run_only_if_it_is_named_again(tmp_path):
    """A file of players from a stranger can name any module."""
    path = tmp_path / "m.jsonl"
    rules = game_named("small_mariage").rules()
    write_records(path, random_records(1, 2, rules, None, 1, 1, "small_mariage"))
    write_players(path, Players(0, "en", ("random",), "random"))
    file = path_beside(path)
    entries = json.loads(file.read_text())
    for spec in (
        "evil:main",
        "runs/evil.zip",
        "pimc:worlds=(evil:main)",
        "search:policy=evil:main",
    ):
        file.write_text(json.dumps({**entries, "opponents": [spec]}))
        options = _NoTerminal(resume=str(path))
        with pytest.raises(ValueError, match=r"which is not the project's.*--opponents"):
            command.run(options)
    for wrong in (
        {"seat": "0"},
        {"language": "fr"},
        {"opponents": "x"},
        {"version": 2},
        {"format": 1},
    ):
        file.write_text(json.dumps({**entries, **wrong}))
        with pytest.raises(ValueError, match=r"players\.json"):
            command.run(_NoTerminal(resume=str(path)))
    file.unlink()
    with pytest.raises(ValueError, match="give --seat and --opponents"):
        command.run(_NoTerminal(resume=str(path)))
