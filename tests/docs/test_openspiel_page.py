"""docs/openspiel.md keeps its word: its snippets run, and its parameters are those there are."""

from __future__ import annotations

import re

import pytest

from docs.build_tables import ROOT

pytest.importorskip("pyspiel", reason="needs marriage-env[openspiel], Python 3.11 on")

from marriage_env.adapters.open_spiel.setting import specification
from marriage_env.game import GAMES, game_named

PAGE = (ROOT / "docs" / "openspiel.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("code", SNIPPETS)
def test_snippets_run_as_printed(code, capsys):
    exec(compile(code, "openspiel.md", "exec"), {"__name__": "page"})
    assert capsys.readouterr().out


def test_the_parameters_are_those_there_are():
    named = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    for game in map(game_named, GAMES):
        known = specification(game)
        rules = set(vars(game.rules()))
        assert [name for name in known if name not in rules] == named[:4]
        assert known.keys() - rules == set(named[:4])
        assert (known["preset"], known["deals"], known["dealer"]) == ("typical", 0, -1)
