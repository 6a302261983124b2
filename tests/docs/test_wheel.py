"""What is installed: the environment alone, typed, without the trainers; and the sdist."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from docs.build_tables import ROOT

# The first lines of the README that play a game, without the drawing.
EXAMPLE = """
from marriage_env import Rules, marriage_v0

env = marriage_v0.env(num_players=5, rules=Rules.typical())
env.reset(seed=7)
print(env.agent_selection)
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the sdist and the wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "build", "--sdist", "--wheel", "--no-isolation"]
    subprocess.run([*command, "--outdir", str(folder), str(ROOT)], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """A folder with what the wheel installs."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def unpacked(built, tmp_path_factory):
    """The folder of the unpacked sdist."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        sdist.extractall(folder, filter="data")
    return next(folder.iterdir())


def run_in(place: Path, *command: str) -> str:
    """What a command of Python prints in a place, where it finds the packages of that place."""
    environment = os.environ | {"PYTHONPATH": str(place), "MARRIAGE_ENV_QUIET": "1"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=place, env=environment, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip


def test_the_wheel_holds_the_environment_alone(installed):
    packages = {file.name for file in installed.iterdir() if file.suffix != ".dist-info"}
    assert packages == {"marriage_env"}
    assert (installed / "marriage_env" / "py.typed").exists()


def test_the_long_description_has_no_links_into_the_checkout(installed):
    (metadata,) = installed.glob("*.dist-info/METADATA")
    text = metadata.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert links
    assert [link for link in links if not link.startswith("https://")] == []
    assert "The rules (`docs/rules.md`)" in text
    assert "!" not in [line[:1] for line in text.splitlines()]  # pictures are left out
    assert "Project-URL" not in text


def test_the_wheel_plays_and_says_where_training_is(installed):
    assert run_in(installed, "-c", EXAMPLE).startswith("player_")
    shown = run_in(installed, "-m", "marriage_env", "--help")
    assert "warm" in shown
    for name in ("train", "eval"):
        command = [sys.executable, "-m", "marriage_env", name]
        refused = subprocess.run(command, cwd=installed, capture_output=True, text=True)
        assert refused.returncode == 2
        assert f"`python -m {name}` runs from a checkout" in refused.stderr


def test_the_sdist_holds_the_project(unpacked):
    expected = {"agents", "docs", "eval", "marriage_env", "tests", "train"}
    assert {file.name for file in unpacked.iterdir() if file.is_dir()} == expected
    for name in ("Makefile", "constraints.txt", "constraints-lowest.txt", "LICENSE"):
        assert (unpacked / name).exists(), name
    assert not [file for file in unpacked.rglob("*") if file.name == "__pycache__"]


@pytest.mark.slow
def test_tests_run_from_the_sdist(unpacked):
    assert " passed" in run_in(unpacked, "-m", "pytest", "-p", "no:cacheprovider", "tests/rules")


def test_importing_the_environment_loads_neither_torch_nor_pygame():
    code = (
        "import sys, marriage_env; env = marriage_env.marriage_v0.env(render_mode='ansi');"
        "env.reset(seed=1); env.render().encode('cp1252');"
        "assert not {'torch', 'pygame', 'matplotlib'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
