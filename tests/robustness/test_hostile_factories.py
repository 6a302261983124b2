"""Factories and modules that give no agent are named, and nothing is left running."""

from __future__ import annotations

import pytest

from agents import load
from agents.isolation import process
from agents.isolation.agent import AgentProcesses
from agents.protocol import Unloadable
from tests.robustness.hostile_factories import FACTORIES
from tests.robustness.hostile_specs import spec
from tests.robustness.left_running import left_running


@pytest.mark.parametrize(("name", "why"), FACTORIES.items())
def test_a_factory_that_gives_no_agent_is_named(name, why, mark):
    with AgentProcesses() as processes, pytest.raises(Unloadable) as caught:
        load(spec(name), processes=processes)
    assert str(caught.value).startswith(f"agent '{spec(name)}': ")
    assert why in str(caught.value)
    assert left_running(mark) == []


MODULES = {
    "syntax_error": ("def make(:\n", "SyntaxError"),
    "raising": ("{}['queen']\n", "KeyError: 'queen'"),
    "leaving": ("import sys\nsys.exit(4)\n", "SystemExit: 4"),
    "importing": ("import no_such_thing\n", "No module named 'no_such_thing'"),
    "reading": ("open('no_such_file')\n", "FileNotFoundError"),
    "empty": ("", "has no attribute 'make'"),
    "binary": ("\0", "null bytes"),
}


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("isolated", [False, True])
def test_a_module_that_cannot_be_imported_is_named(name, isolated, tmp_path, monkeypatch):
    text, why = MODULES[name]
    module = f"hostile_{name}_{isolated}"
    (tmp_path / f"{module}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with AgentProcesses() as processes, pytest.raises(Unloadable) as caught:
        load(f"{module}:make", processes=processes if isolated else None)
    assert f"agent '{module}:make': " in str(caught.value)
    assert why in str(caught.value)


@pytest.mark.parametrize("module", ["no_such_module", "no.such.module", "tests.nowhere"])
def test_a_module_that_is_not_there_is_named(module):
    with (
        AgentProcesses() as processes,
        pytest.raises(Unloadable, match=f"{module}:make': ModuleNotFound"),
    ):
        load(f"{module}:make", processes=processes)


def test_a_factory_that_sleeps_is_ended(mark, monkeypatch):
    monkeypatch.setattr(process, "START_SECONDS", 1.0)
    with AgentProcesses() as processes:
        for _ in range(2):  # tried once
            with pytest.raises(Unloadable, match="was not ready within 1 s"):
                load(spec("sleeps_for_ever"), processes=processes)
            monkeypatch.setattr(process, "START_SECONDS", 3600.0)
    assert left_running(mark) == []
