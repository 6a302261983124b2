"""Short training runs that several test files look into, and leave as they are."""

from __future__ import annotations

import pytest

from tests.train.short_runs import SHORT, TRYNKA
from train.run import train


@pytest.fixture(scope="session")
def run(tmp_path_factory):
    """The folder of a short run."""
    folder = tmp_path_factory.mktemp("runs") / "short"
    train(SHORT, folder)
    return folder


@pytest.fixture(scope="session")
def trynka_run(tmp_path_factory):
    """The folder of a short run of Trynka."""
    folder = tmp_path_factory.mktemp("runs") / "trynka"
    train(TRYNKA, folder)
    return folder
