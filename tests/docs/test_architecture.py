"""docs/architecture.md is drawn from the import contracts, and its lists name files that exist."""

from __future__ import annotations

import re

import pytest

from docs.house import ROOT, folder_table, layer_contracts, letter_table, picture
from marriage_env.game import GAMES

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WAYS = dict(re.findall(r"^## (How an? .*?)\n(.*?)(?=^## )", PAGE, re.MULTILINE | re.DOTALL))
GAME_MODULES = {*GAMES, *(ids.env for ids in GAMES.values())}
PYPROJECT = """
[[tool.importlinter.contracts]]
type = "layers"
layers = ["top", "ground"]

[[tool.importlinter.contracts]]
type = "layers"
containers = ["ground"]
layers = ["one | two", "three"]

[[tool.importlinter.contracts]]
type = "forbidden"
"""


@pytest.mark.parametrize("way", WAYS)
def test_a_way_is_a_list_of_at_most_eight_files_that_exist(way):
    items = re.findall(r"^\d+\. `([^`]+\.py)`: ", WAYS[way], re.MULTILINE)
    assert 5 <= len(items) <= 8
    assert len(re.findall(r"^\d+\. ", WAYS[way], re.MULTILINE)) == len(items)
    missing = [item for item in items if not (ROOT / item).is_file()]
    assert not missing


def test_there_is_a_way_of_an_action_an_observation_a_training_step_and_a_match():
    assert [title.split()[2] for title in WAYS] == ["action", "observation", "training", "match"]


@pytest.mark.parametrize("package", ["marriage_env", "agents"])
def test_every_folder_and_module_has_its_layer(package):
    named = {name for layer in layer_contracts(ROOT)[package] for name in layer}
    there = {
        path.stem
        for path in (ROOT / package).iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert there - {"__init__"} - GAME_MODULES <= named
    assert named <= there


def test_the_picture_shows_the_layers_of_the_contracts(tmp_path):
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    assert picture(tmp_path).splitlines() == [
        "```mermaid",
        "flowchart TD",
        '    top["top"]',
        "    subgraph ground",
        '        ground_0["one · two"] --> ground_1["three"]',
        "    end",
        "    top --> ground",
        "```",
    ]


def test_folders_and_letters_are_described():
    rows = folder_table().splitlines()[2:]
    assert all(re.fullmatch(r"\| `[^`]+` \| .+ \|", row) for row in rows)
    assert any(row.startswith("| `marriage_env/core/` |") for row in rows)
    assert "| `g` | a STATE record" in letter_table()
