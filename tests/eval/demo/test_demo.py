"""What is shown of a run at the end of `make demo`."""

from __future__ import annotations

import json
import shutil

from eval.__main__ import main


def test_the_demo_shows_matches_a_told_deal_and_a_picture(run, tmp_path, capsys):
    folder = tmp_path / "demo"
    shutil.copytree(run, folder)
    assert main(["demo", str(folder), "--deals", "30"]) == 0
    out = capsys.readouterr().out
    assert "one deal, the learned agent in seat 0 among experts" in out
    assert "Trick 5, seat " in out
    assert "not (yet) better than all" in out
    results = json.loads((folder / "results.json").read_text())
    assert [result["b"] for result in results] == ["random", "greedy", "expert"]
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
