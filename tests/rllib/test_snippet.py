"""The snippet of docs/rllib.md, by RLlib's own environments and modules."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from eval import CHECKOUT

pytest.importorskip("tree", reason="RLlib is missing: run `make test-rllib`")
pytestmark = pytest.mark.slow


def test_the_snippet_trains(tmp_path):
    page = (CHECKOUT / "docs" / "rllib.md").read_text()
    (tmp_path / "snippet.py").write_text(page.split("```python\n")[1].split("```")[0])
    environment = {
        **os.environ,
        "PYTHONPATH": str(CHECKOUT),
        "RAY_ADDRESS": "local",  # a cluster of its own, whatever runs here
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    done = subprocess.run(
        [sys.executable, "snippet.py"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    steps, unit = done.stdout.split()[-2:]
    assert unit == "steps"
    assert int(float(steps)) >= 400
