"""Every snippet of docs/ecosystem.md runs as it stands there, in an interpreter of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.ecosystem.page import MODULES, PAGE, snippets

SNIPPETS = snippets()


def test_every_section_with_a_snippet_has_a_library():
    assert {name.rpartition(" ")[0] for name in SNIPPETS} == set(MODULES)
    text = PAGE.read_text(encoding="utf-8")
    for title in MODULES:
        assert f"| [{title}](#" in text


@pytest.mark.slow
@pytest.mark.parametrize("name", SNIPPETS)
def test_the_snippet_runs(name, tmp_path):
    module = MODULES[name.rpartition(" ")[0]]
    if find_spec(module) is None:
        pytest.skip(
            f"{module} is not installed: `make test-ecosystem` runs this in its environment"
        )
    script = tmp_path / "snippet.py"
    script.write_text(SNIPPETS[name], encoding="utf-8")
    run = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
