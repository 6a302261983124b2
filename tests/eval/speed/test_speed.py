"""The speed command's plumbing: what is measured, compared, printed and left out. No timings."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from eval.__main__ import main
from eval.hardware import all_cores
from eval.output.json_view import as_json, from_json
from eval.speed import (
    agent_workloads,
    command,
    engine_workloads,
    game_costs,
    interface_workloads,
    peer_processes,
)
from eval.speed import computation as speed
from eval.speed.peer_processes import Peers
from eval.speed.result import SpeedResult
from eval.speed.targets import COMPARISONS, TARGETS, Target, figure, judged
from eval.speed.text import quantity
from eval.speed.text import report as report_of
from eval.speed.timing import Sample, pinned, repeat
from eval.speed.workload import Missing, Row, Workload

SMALL = 64


def report(result: dict) -> str:
    """The report of a result in JSON."""
    return report_of(from_json(SpeedResult, result))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches that take no time."""
    few = {"mariage": (5,), "trynka": (4,)}
    for module in (engine_workloads, interface_workloads):
        monkeypatch.setattr(module, "GAMES", SMALL)
        monkeypatch.setattr(module, "players_measured", lambda game: few[game])
    monkeypatch.setattr(engine_workloads, "SIZES", (32, 64))
    monkeypatch.setattr(engine_workloads, "_MOVES_A_CALL", SMALL)
    monkeypatch.setattr(interface_workloads, "LEARNERS", (8, 16))
    monkeypatch.setattr(agent_workloads, "_MEASURED", (("expert", 8), ("pimc:worlds=64", 2)))


@pytest.fixture
def result(small: None, tmp_path: Path) -> dict:
    """One short round, with peers that cannot be there."""
    settings = speed.Settings(1, 1e-4, tmp_path / "no" / "python", starts=0, game="mariage")
    return as_json(speed.measure(settings))


def workload(key: str, measure=lambda seconds: Sample(10, 2.0, 1.0), unit: str = "moves/s"):
    """A workload that takes no time."""
    return Workload(key, "engine", f"what {key} is", "1 game", unit, measure)


def test_the_result_is_plain_data_that_names_all(result: dict) -> None:
    again = json.loads(json.dumps(result))
    assert again.keys() == result.keys()
    assert {"command", "seed", "machine", "rounds", "seconds", "rows", "missing"} <= again.keys()
    keys = [row["key"] for row in again["rows"]]
    assert len(keys) == len(set(keys))
    assert {"bare:5:1", "bare:5:2", "seen:5:1", "paid:5:2", "flat_seen:64", "deal"} <= set(keys)
    assert {"vector:5:1", "gym:8", "aec:5:env", "aec:5:raw", "copy:jitted"} <= set(keys)
    for row in again["rows"]:
        assert len(row["rounds"]) == 1
        assert row["median"] == row["rounds"][0] > 0
    assert again["bytes"]["5 players, with observation"] > again["bytes"]["state"]
    assert again["machine"]["cores"] == len(all_cores())


def test_trynka_is_measured_without_peers(small: None) -> None:
    result = as_json(speed.measure(speed.Settings(1, 1e-4, starts=0, game="trynka")))
    keys = {row["key"] for row in result["rows"]}
    assert {"trynka:bare:4:1", "trynka:paid:4:2", "trynka:deal:4"} <= keys
    assert {"trynka:decision:expert", "trynka:decision:pimc:worlds=64"} <= keys
    assert {"trynka:vector:4:1", "trynka:vector:4:2:reused", "trynka:aec:4:env"} <= keys
    assert all(key.startswith("trynka:") for key in keys)
    assert all(row["median"] > 0 for row in result["rows"])
    assert result["targets"] == result["comparisons"] == []
    text = report(result)
    assert "speed --game trynka" in text
    assert "### Targets" not in text
    with pytest.raises(ValueError, match="peers are compared with mariage alone"):
        speed.Settings(peers_python=Path("nowhere"), game="trynka")


def test_a_missing_peer_is_named_and_never_guessed(result: dict) -> None:
    keys = {row["key"] for row in result["rows"]}
    assert "openspiel.euchre.bots:1" in result["missing"]
    assert "make .venv-bench/installed" in result["missing"]["pgx_games.connect_four:1"]
    assert not keys & result["missing"].keys()
    over = next(t for t in result["targets"] if "sparrow" in t["name"])
    assert (over["got"], over["met"]) == (None, None)
    text = report(result)
    assert "Not measured:" in text
    assert "no/python" in text
    assert "not measured |" in text


def test_the_report_has_every_table_and_says_that_the_run_was_short(result: dict) -> None:
    text = report({**result, "starts": {"cold": [30.0], "warm": [1.5, 1.7]}})
    for title in (
        "Targets",
        "Engine",
        "Cost by size",
        "Interfaces",
        "Copies",
        "Memory",
        "starting",
    ):
        assert f"### {title}" in text or title in text
    assert "| cold start | 30.0 s |" in text
    assert "| warm start | 1.6 s |" in text
    assert "**A short run**" in text
    assert result["command"] in text
    full = {**result, "rounds": 5, "seconds": 1.0}
    assert "short run" not in report(full)
    busy = [{**row, "core_share": 0.5} for row in result["rows"]]
    assert "**The machine was not quiet**: workloads of one core had 50%" in report(
        {**full, "rows": busy}
    )


def test_earlier_figures_stand_beside_the_new_ones(small: None, tmp_path: Path) -> None:
    kept = tmp_path / "before.json"
    kept.write_text(json.dumps({"rows": [{"key": "trynka:deal:4", "median": 123}]}))
    result = speed.measure(speed.Settings(1, 1e-4, starts=0, game="trynka", before=kept))
    before = {row.key: row.before for row in result.rows}
    assert before.pop("trynka:deal:4") == 123
    assert set(before.values()) == {None}
    assert " | 123 ns/deal |" in report(as_json(result))
    kept.write_text(json.dumps({"rows": [{"key": "trynka:deal:4"}]}))
    with pytest.raises(ValueError, match="'median' is missing"):
        speed.medians_of(kept)


def test_the_command_prints_json_or_tables(monkeypatch, capsys, result) -> None:
    measured = from_json(SpeedResult, result)
    monkeypatch.setattr(
        command, "measure", lambda settings: replace(measured, rounds=settings.rounds)
    )
    assert main(["speed", "--json", "--rounds", "3"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == 3
    assert main(["speed"]) == 0
    assert capsys.readouterr().out.startswith("`python -m eval speed")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["--rounds", "0"], "rounds=0"), (["--seconds", "0"], "seconds=0.0")],
)
def test_wrong_settings_are_named(arguments, message, capsys) -> None:
    assert main(["speed", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_peer_that_cannot_be_imported_says_so_and_the_child_goes_on() -> None:
    peers = Peers(Path(sys.executable))
    try:
        for peer, module in (("openspiel", "pyspiel"), ("pgx_games", "jax"), ("nobody", "nobody")):
            if find_spec(module):
                continue  # somebody has put it into this environment
            with pytest.raises(Missing, match=module):
                peers.ask(all_cores()[:1], peer, "euchre.bots", 0.0)
    finally:
        peers.close()


def test_a_child_that_ends_is_named(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\nexit 3\n")
    python.chmod(0o755)
    peers = Peers(python)
    with pytest.raises(Missing, match="exit status 3"):
        peers.ask(all_cores()[:1], "openspiel", "euchre.bots", 0.0)
    peers.close()


def test_all_keys_of_targets_are_measured(small: None) -> None:
    peers = peer_processes.workloads(Peers(Path("nowhere")))
    keys = {made.key for made in [*speed.ours("mariage"), *peers]}
    keys |= {f"flat_{kind}:{size}" for kind in ("bare", "seen") for size in (256, 4096, 65536)}
    for target in (*TARGETS, *COMPARISONS):
        assert keys >= {*target.ours, *target.peers}, target.name


def test_every_round_measures_all_by_turns_and_what_fails_is_left_out() -> None:
    asked: list[tuple[str, float]] = []

    def measure(key: str, seconds: float) -> Sample:
        asked.append((key, seconds))
        if key == "b" and len(asked) > 3:
            raise Missing("gone")
        return Sample(10, 2.0, 1.0)

    workloads = [workload(key, lambda seconds, key=key: measure(key, seconds)) for key in "abc"]
    rows, missing = speed.measure_all(workloads, 2, 0.5)
    assert [key for key, _ in asked] == list("abc") + list("abc") + list("ac")
    assert [seconds for _, seconds in asked] == [0.0] * 3 + [0.5] * 5
    assert [row.workload.key for row in rows] == ["a", "c"]
    assert rows[0].rounds == [5.0, 5.0]
    assert missing == {"b": "gone"}


def test_lists_are_interleaved_evenly() -> None:
    made = speed.interleaved([workload(key) for key in "abcd"], [workload(key) for key in "xy"])
    assert "".join(w.key for w in made) == "axbcyd"


def test_times_are_the_inverse_of_rates() -> None:
    row = Row(workload("a", unit="ns/move"))
    row.take(Sample(1000, 2e-6, 0.9))
    assert row.result().median == 2.0


ROWS = {"a": [8.0, 9.0, 40.0], "b": [4.0, 3.0, 4.0], "c": [1.0, 100.0, 1.0], "n": [100.0]}


@pytest.mark.parametrize(
    ("target", "got", "met", "missed_by"),
    [
        (Target("", ("a",), ("b", "c"), at_least=3), 3.0, True, ""),
        (Target("", ("a",), ("b", "gone"), at_least=4), 3.0, False, "25%"),
        (Target("", ("a",), ("gone",), at_least=4), None, None, ""),
        (Target("", ("gone",), ("a",), at_least=4), None, None, ""),
        (Target("", ("a", "b"), at_most=2.0), 2.25, False, "12%"),
        (Target("", ("n",), at_most=200, unit="ns"), 100.0, True, ""),
        (Target("", ("a",), ("b",)), 3.0, None, ""),
    ],
)
def test_targets_by_hand(target: Target, got, met, missed_by) -> None:
    assert figure(target, ROWS) == got
    answer = judged(target, ROWS)
    assert (answer.met, answer.missed_by) == (met, missed_by)


def test_only_work_is_measured_and_at_least_once() -> None:
    steps: list[str] = []
    sample = repeat(
        lambda: steps.append("work") or "abc", 0.0, lambda: steps.append("before"), count_of=len
    )
    assert steps == ["before", "work"]
    assert sample.count == 3
    assert sample.seconds > 0


def test_pinning_is_for_a_while() -> None:
    before = all_cores()
    with pinned(before[:1]):
        assert all_cores() == before[:1]
    assert all_cores() == before


def test_starts_use_a_cache_of_their_own(monkeypatch) -> None:
    seen = []
    monkeypatch.setattr(game_costs, "_START", "import os; print(os.environ['NUMBA_CACHE_DIR'])")
    monkeypatch.setattr(
        game_costs.subprocess, "run", lambda *_, env, **__: seen.append(env["NUMBA_CACHE_DIR"])
    )
    made = game_costs.starts(2, "trynka")
    assert (len(made["cold"]), len(made["warm"])) == (1, 2)
    assert len(set(seen)) == 1
    assert not Path(seen[0]).exists()


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (7_834_000.0, "moves/s", "7.83 M moves/s"),
        (48_086.0, "moves/s", "48.1 k moves/s"),
        (1_169.0, "ns", "1.17 µs"),
        (1.5432, "×", "1.54 ×"),
        (12_345.0, "", "12.3 k"),
    ],
)
def test_quantities(value, unit, text) -> None:
    assert quantity(value, unit) == text
