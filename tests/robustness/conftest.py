"""What tests of processes share."""

from __future__ import annotations

import uuid

import pytest

from tests.robustness.cached_code import place  # noqa: F401 a fixture
from tests.robustness.left_running import MARK


@pytest.fixture
def mark(monkeypatch) -> str:
    """What every process that the test starts has in its environment, but not the test itself."""
    name = uuid.uuid4().hex
    monkeypatch.setenv(MARK, name)
    return name
