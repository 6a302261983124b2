"""The page on playing keeps its word: its session is what the command shows."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest

from docs.build_tables import ROOT

PAGE = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
COMMAND, SESSION = re.findall(r"```\n\$ (python .*?)\n(.*?)```", PAGE, re.DOTALL)[0]


@pytest.mark.slow
def test_the_session_is_what_the_command_shows(tmp_path):
    typed = [line.partition(" > ")[2] for line in SESSION.splitlines() if " > " in line]
    shown = subprocess.run(
        [sys.executable, *shlex.split(COMMAND)[1:]],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"},
    ).stdout
    lines = [line.rstrip() for line in shown.splitlines()]
    assert lines == SESSION.splitlines()


def test_every_option_is_on_the_page():
    """And no other."""
    shown = subprocess.run(
        [sys.executable, "-m", "marriage_env", "play", "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    ).stdout
    options = set(re.findall(r"--[a-z]+", shown)) - {"--help"}
    assert set(re.findall(r"`(--[a-z]+)", PAGE)) == options
