"""Kept results are those of the agents as they are: whatever of one changes is noticed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from eval.__main__ import main
from eval.store.identity import engine_digest, identity_of

MODULE = """
import json
from {package}helpers import strength
from pathlib import Path
from agents import load
WEIGHTS = Path(__file__).parent / "data" / "weights.json"

def make():
    json.loads(WEIGHTS.read_text())
    return load(strength.NAME)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch) -> Path:
    """A package with a factory that imports a helper and reads a file, in the current folder."""
    folder = tmp_path / "my_project"
    for inner in ("helpers", "data"):
        (folder / inner).mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "helpers" / "__init__.py").touch()
    (folder / "helpers" / "strength.py").write_text("from . import deep\nNAME = deep.NAME\n")
    (folder / "helpers" / "deep.py").write_text("NAME = 'greedy'\n")
    (folder / "players.py").write_text(MODULE.format(package="."))
    (folder / "data" / "weights.json").write_text("[1]")
    (folder / "unused.py").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


SPEC = "my_project.players:make"
PARTS = [
    "players.py",
    "helpers/strength.py",
    "helpers/deep.py",
    "helpers/__init__.py",
    "__init__.py",
]


@pytest.mark.parametrize("part", [*PARTS, "data/weights.json"])
@pytest.mark.parametrize("spec", [SPEC, f"search:policy={SPEC},worlds=2"])
def test_every_part_of_a_factory_counts(project: Path, part: str, spec: str):
    before = identity_of(spec, "mariage")
    assert identity_of(spec, "mariage") == before
    (project / part).write_text((project / part).read_text() + "\n")
    assert identity_of(spec, "mariage").digest != before.digest


def test_what_is_no_part_of_it_does_not_count(project: Path):
    before = identity_of(SPEC, "mariage")
    (project / "unused.py").write_text("x = 2\n")
    assert identity_of(SPEC, "mariage") == before


def test_a_declared_version_says_that_nothing_is_unknown(project: Path):
    assert "declares no `version`" in identity_of(SPEC, "mariage").unknown
    players = project / "players.py"
    players.write_text(players.read_text() + '\nversion = "2"\n')
    known = identity_of(SPEC, "mariage")
    assert not known.unknown
    players.write_text(players.read_text().replace('"2"', '"3"'))
    assert identity_of(SPEC, "mariage").digest != known.digest


@pytest.mark.parametrize("text", ["def broken(:\n", "\0", "é".encode("latin-1").decode("latin-1")])
def test_a_module_that_is_none_has_an_identity_too(project: Path, text: str):
    (project / "players.py").write_text(text)
    assert identity_of(SPEC, "mariage").digest
    assert identity_of("nowhere.at.all:make", "mariage") != identity_of(
        "nowhere.at:make", "mariage"
    )


def test_nothing_of_a_stranger_is_run_to_know_it(project: Path):
    for part in ("__init__.py", "players.py", "helpers/strength.py"):
        (project / part).write_text("raise SystemExit('run')\nfrom .helpers import deep\n")
    assert identity_of(SPEC, "mariage").digest


@pytest.mark.parametrize("spec", ["{}", "search:policy={},worlds=4", "pimc:worlds=2,playout={}"])
def test_files_that_a_spec_names_count(tmp_path: Path, spec: str):
    file = tmp_path / "a.zip"
    file.write_bytes(b"1")
    before = identity_of(spec.format(file), "mariage")
    file.write_bytes(b"2")
    assert identity_of(spec.format(file), "mariage").digest != before.digest
    assert not before.unknown


def test_built_in_agents_are_what_the_project_is():
    assert identity_of("greedy", "mariage") == identity_of("greedy", "mariage")
    assert identity_of("greedy", "mariage").digest != identity_of("expert", "mariage").digest
    assert not identity_of("pretrained:5", "mariage").unknown
    assert len(engine_digest()) == 64


SHORT = ["--deals", "40", "--json"]


def test_results_of_an_agent_that_has_changed_are_not_served(project: Path, capsys):
    """By every command that keeps results; --fresh begins anew."""
    out = project.parent / "out"
    match = ["match", SPEC, "random", *SHORT, "--out", str(out)]
    assert main(match) == 0
    before = json.loads(capsys.readouterr().out)
    assert main(match) == 0
    said = capsys.readouterr()
    assert json.loads(said.out) == before
    assert f"note: {out / 'match.results'} continues with stored results of {SPEC}" in said.err
    (project / "helpers" / "deep.py").write_text("NAME = 'expert'\n")
    assert main(match) == 2
    assert f"holds a match of {SPEC} as it was before it changed" in capsys.readouterr().err
    assert main([*match, "--fresh"]) == 0
    assert json.loads(capsys.readouterr().out)["gain"] != before["gain"]
