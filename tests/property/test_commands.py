"""`python -m marriage_env record | replay | check`."""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from marriage_env import (
    Accidents,
    Rules,
    marriage_v0,
    read_records,
    trynka,
    trynka_v0,
    write_records,
)
from marriage_env.__main__ import main
from marriage_env.cli import progress
from marriage_env.cli.random_play import random_records
from marriage_env.cli.score_sheet import score_sheet
from marriage_env.records.parse import Record
from tests.play import KINDS, play_out

Captured = pytest.CaptureFixture[str]
ACCIDENTS = ["--misdeal", "0.3", "--faulty-pack", "0.4", "--missed-deal", "0.3"]


def record(path: Path, *more: str) -> int:
    settings = ["--players", "6", "--games", "5", "--seed", "4", "--deals", "2", *ACCIDENTS]
    return main(["record", "--out", str(path), *settings, *more])


@pytest.fixture
def games(tmp_path: Path, capsys: Captured) -> Path:
    """Five matches of two deals."""
    path = tmp_path / "games.jsonl"
    assert record(path) == 0
    capsys.readouterr()
    return path


def edit(path: Path, number: int, action: str) -> None:
    """Change the third action of the last deal of a match by hand."""
    lines = path.read_text().splitlines()
    changed = json.loads(lines[number - 1])
    changed["deals"][-1]["actions"][2] = action
    lines[number - 1] = json.dumps(changed)
    path.write_text("\n".join(lines) + "\n")


def error_of(arguments: Sequence[str], capsys: Captured) -> str:
    """What a command says that ends with 2: one line on stderr, nothing on stdout."""
    try:
        status: object = main(arguments)
    except SystemExit as stop:
        status = stop.code
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: ")
    return err


def test_record_writes_the_same_file_for_the_same_seed(games: Path, capsys: Captured) -> None:
    other = games.with_name("other.jsonl")
    assert record(other) == 0
    out = capsys.readouterr().out
    actions = sum(
        len(deal["actions"]) + len(deal["accidents"].get("void", {"actions": []})["actions"])
        for entry in read_records(other)
        for deal in entry["deals"]
    )
    assert out.startswith(f"5 games, {actions} actions: {other} (")
    assert other.read_bytes() == games.read_bytes()
    assert record(other, "--seed", "5", "--force") == 0
    assert other.read_bytes() != games.read_bytes()
    assert record(other, "--games", "7", "--force") == 0
    assert other.read_bytes().startswith(games.read_bytes())  # game i does not depend on --games


def test_record_settings(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arguments = ["record", "--out", str(path), "--players", "7", "--games", "1"]
    assert main([*arguments, "--rules", "guimbarde"]) == 0
    (entry,) = read_records(path)
    assert Rules(**entry["rules"]) == Rules.guimbarde()
    assert (entry["players"], entry["match_deals"]) == (7, 7)
    assert not any(deal["accidents"] for deal in entry["deals"])


def test_record_refuses_to_overwrite(games: Path, capsys: Captured) -> None:
    before = games.read_bytes()
    said = error_of(["record", "--out", str(games), "--seed", "4"], capsys)
    assert said == f"error: {games} exists; --force replaces it\n"
    assert games.read_bytes() == before


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--players", "4"], "num_players=4: expected an integer from 5 to 10"),
        (["--players", "x"], "argument --players: invalid int value: 'x'"),
        (["--games", "0"], "--games 0: expected at least 1"),
        (["--deals", "0"], "deals=0: expected an integer of at least 1"),
        (["--seed", "-1"], "seed=-1: expected an integer of at least 0"),
        (["--rules", "whist"], "rules 'whist': expected one of typical, modern"),
        (["--game", "whist"], "argument --game: invalid choice: 'whist'"),
        (["--game", "trynka", "--players", "2"], "num_players=2: expected an integer from 3 to 10"),
        (["--game", "trynka", "--rules", "modern"], "rules 'modern': expected one of typical, lit"),
        (["--game", "trynka", "--misdeal", "0.1"], "none can happen in trynka_v0"),
        (["--misdeal", "2"], "misdeal=2.0: expected a probability from 0 to 1"),
        (["--out", "no/such/folder/x"], "no/such/folder: no such folder"),
    ],
)
def test_record_errors(tmp_path: Path, more: list[str], words: str, capsys: Captured) -> None:
    said = error_of(["record", "--out", str(tmp_path / "games.jsonl"), *more], capsys)
    assert words in said
    assert not list(tmp_path.iterdir())


def test_check(games: Path, capsys: Captured) -> None:
    assert main(["check", str(games)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("5 games, ")
    assert " actions: all agree (" in out
    assert not err


def test_check_says_the_first_difference(games: Path, capsys: Captured) -> None:
    edit(games, 4, "WITHHOLD")
    assert main(["check", str(games)]) == 1
    out, err = capsys.readouterr()
    place = f"{games}, line 4, deal 2, action 3: WITHHOLD is not legal: seat "
    assert out.startswith(f"game 4 differs: {place}")
    assert out.count("\n") == 1
    assert not err


def test_errors_of_check_and_replay(games: Path, capsys: Captured) -> None:
    none = str(games.with_name("none.jsonl"))
    for command in ("check", "replay"):
        assert error_of([command, none], capsys) == f"error: {none}: No such file or directory\n"
    replay = ["replay", str(games), "--game"]
    assert "games.jsonl has 5 games" in error_of([*replay, "6"], capsys)
    assert "--game 0: expected at least 1" in error_of([*replay, "0"], capsys)
    edit(games, 4, "WITHHOLD")
    assert "games.jsonl, line 4, deal 2, action 3: WITHH" in error_of([*replay, "4"], capsys)
    assert "the following arguments are required: record|replay|check" in error_of([], capsys)
    assert main([*replay, "5"]) == 0  # the matches before it are not played


def test_replay_prints_the_score_sheet(games: Path, capsys: Captured) -> None:
    assert main(["replay", str(games), "--game", "2"]) == 0
    sheet, err = capsys.readouterr()
    assert not err
    assert sheet.isascii()
    assert f"game 2 of {games}" in sheet
    entry = list(read_records(games))[1]
    shown = [line.split()[2:] for line in sheet.splitlines() if line.startswith("  seat 0   ")]
    packs = [
        pack["pack"]
        for deal in entry["deals"]
        for pack in [*filter(None, [deal["accidents"].get("void")]), deal]
    ]
    assert len(shown) == len(packs)
    for hand, pack in zip(shown, packs):
        assert set(hand) < set(pack)
    assert sheet.count(" lays ") == sum(
        name not in ("WITHHOLD", "DONE")
        for deal in entry["deals"]
        for pack in [*filter(None, [deal["accidents"].get("void")]), deal]
        for name in pack["actions"]
    )
    total = [line.split()[1:] for line in sheet.splitlines() if line.startswith("  total")][-1]
    assert [int(chips) for chips in total] == entry["chips"]


def test_trynka_is_recorded_checked_and_told_too(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.jsonl"
    settings = ["--game", "trynka", "--players", "4", "--deals", "2", "--rules", "nain_jaune"]
    assert main(["record", "--out", str(path), "--games", "3", "--seed", "5", *settings]) == 0
    assert main(["check", str(path)]) == 0
    assert "3 games, " in capsys.readouterr().out
    entry = list(read_records(path))[1]
    assert (entry["env"], entry["players"], entry["match_deals"]) == ("trynka_v0", 4, 2)
    assert main(["replay", str(path), "--game", "2"]) == 0
    sheet = capsys.readouterr().out
    assert sheet.isascii()
    assert sheet.startswith("TRYNKA   game 2 of ")
    assert "rules: nain_jaune" in sheet
    laid = [
        name for deal in entry["deals"] for name in deal["actions"] if name[1:] in tuple("CDHS")
    ]
    said = sum(sheet.count(words) for words in (" lays ", " goes on with ", " begins a pile with "))
    assert said == len(laid)
    shown = [line.split()[2:] for line in sheet.splitlines() if line.startswith("  seat 3   ")]
    for hand, deal in zip(shown, entry["deals"], strict=True):
        order = (3 - deal["dealer"] - 1) % 4
        assert set(hand) == set(deal["pack"][order::4])
    totals = [line.split()[1:] for line in sheet.splitlines() if line.startswith("  total")]
    assert [int(chips) for chips in totals[-1]] == entry["chips"] == [int(c) for c in totals[-2]]
    places = [line.split()[1:] for line in sheet.splitlines() if line.startswith("  table")]
    assert places[-1] == places[-2]
    assert sum(int(chips) for chips in places[-1][1::2]) == -sum(entry["chips"])


@pytest.mark.parametrize("moves", [0, 7, None])
def test_score_sheet_of_any_match_of_trynka(moves: int | None) -> None:
    """Rules that are no preset, and a match under way."""
    rules = trynka.Rules(ends="all_out", card_stake=3)
    env = trynka_v0.raw_env(num_players=3, rules=rules, deals=2)
    env.reset(seed=8)
    for number, _ in enumerate(play_out(env, random.Random(1))):
        if number == moves:
            break
    sheet = score_sheet(env.record(), "a match")
    assert "rules: typical, but card_stake=3, ends=all_out" in sheet
    assert ("THE RECORD ENDS HERE" in sheet) == (moves is not None)
    assert (f"seat {env.agent_selection[-1]} is asked; legal: " in sheet) == (moves is not None)


@pytest.mark.parametrize("rules", KINDS)
@pytest.mark.parametrize("moves", [0, 1, 25, 70, None])
def test_score_sheet_of_any_match(rules: Rules, moves: int | None) -> None:
    """Also of a match under way: it says who is asked."""
    env = marriage_v0.raw_env(num_players=7, rules=rules, deals=2, accidents=Accidents(0.5, 0.5, 1))
    env.reset(seed=8)
    for number, _ in enumerate(play_out(env, random.Random(1))):
        if number == moves:
            break
    sheet = score_sheet(env.record(), "a match")
    assert sheet.isascii()
    assert "M10.1" in sheet
    assert ("THE RECORD ENDS HERE" in sheet) == (moves is not None)
    assert (f"seat {env.agent_selection[-1]} is asked; legal: " in sheet) == (moves is not None)


class Terminal(io.StringIO):
    """A stderr that takes itself for a screen."""

    def isatty(self) -> bool:
        return True


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quiet when it is quick; on a screen one line that is wiped at the end."""
    assert progress.line(50, 200, "games", 10) == (
        "[######..................] 50 of 200 games  5 games/s  0:30 left"
    )
    assert progress.line(0, 0, "games", 0).endswith("? left")
    assert progress.clock(3725) == "1:02:05"
    for screen in (Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", screen)
        assert list(progress.progress(range(5), 5, "games")) == list(range(5))
        assert not screen.getvalue()
        monkeypatch.setattr(progress, "_QUIET_SECONDS", 0)
        monkeypatch.setattr(progress, "_SECONDS_ON_A_SCREEN", 0)
        monkeypatch.setattr(progress, "_SECONDS_IN_A_LOG", 0)
        assert list(progress.progress(range(5), 5, "games")) == list(range(5))
        assert screen.getvalue().count("5 of 5 games") == 1
        assert screen.getvalue().endswith("\r\x1b[K" if screen.isatty() else "left\n")
        monkeypatch.undo()


def test_mixed_file(tmp_path: Path, capsys: Captured) -> None:
    """Records of all presets and numbers of players, one after another in a file."""

    def mixed() -> list[Record]:
        return [
            entry
            for rules in KINDS
            for players in range(5, 11)
            for entry in random_records(
                2, players, rules, Accidents(0.3, 0.4, 0.3), 2, players, game="mariage"
            )
        ]

    path = tmp_path / "mixed.jsonl"
    write_records(path, mixed())
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.startswith("60 games, ")
