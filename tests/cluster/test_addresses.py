"""Addresses of clusters, and what is said where Ray is missing."""

from __future__ import annotations

import pytest

from agents.arena import ray_cluster
from agents.arena.ray_cluster import check_address, enter_folder
from eval.__main__ import main as evaluate
from train.__main__ import main as train


@pytest.fixture
def installed(monkeypatch):
    """Whether Ray is found."""

    def let(found: bool) -> None:
        monkeypatch.setattr(ray_cluster, "find_spec", lambda name: object() if found else None)

    return let


@pytest.mark.parametrize("address", ["auto", "local", "10.0.0.7:6379", "head.example:6379"])
def test_addresses_of_clusters(address, installed):
    installed(True)
    check_address(address)


@pytest.mark.parametrize("address", ["", "head", "ray://head:10001", "a:b", ":6379", "a b:1"])
def test_other_addresses_are_refused_by_value(address, installed):
    installed(True)
    with pytest.raises(ValueError, match="expected auto, local or HOST:PORT"):
        check_address(address)


def test_a_missing_package_is_told_with_what_installs_it(installed, tmp_path, monkeypatch, capsys):
    installed(False)
    monkeypatch.chdir(tmp_path)
    for main, command in (
        (train, ["distil", "--out", "run"]),
        (evaluate, ["match", "random", "greedy"]),
        (evaluate, ["tournament", "random", "greedy"]),
        (evaluate, ["bench", "random"]),
        (evaluate, ["exploit", "greedy"]),
    ):
        assert main([*command, "--address", "local"]) == 2
        assert "extra `ray`: pip install" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_workers_and_a_cluster_exclude_each_other(capsys):
    with pytest.raises(SystemExit):
        evaluate(["bench", "random", "--workers", "61", "--address", "local"])
    assert "--address: not allowed with argument --workers" in capsys.readouterr().err


def test_a_machine_without_the_folder_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"has no folder .*missing"):
        enter_folder(str(tmp_path / "missing"))
