"""The page is made of stored results: pictures, tables and sentences."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest

from docs.build_tables import ROOT
from eval.__main__ import main
from eval.fine import tables
from eval.fine.findings import findings
from eval.fine.stored import stored_results


def test_without_parts_the_pictures_are_drawn_from_the_stored_results(tmp_path):
    folder = tmp_path / "fine"
    shutil.copytree(ROOT / "docs" / "fine", folder, ignore=shutil.ignore_patterns("*.png"))
    assert main(["fine", "--out", str(tmp_path), "--parts"]) == 0
    drawn = sorted(folder.glob("*.png"))
    assert [path.stem for path in drawn] == ["learning", "prices", "search", "small"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in drawn)


def test_sentences_and_tables_say_what_is_stored():
    results = stored_results(ROOT / "docs" / "fine")
    one = next(row for row in results.search if row.table.preset == "guimbarde")
    share = tables.share_text(one.kept.kept)
    assert share.startswith(f"{one.kept.kept.count:,} of {one.kept.kept.of:,}: ")
    assert share in tables.kept_table(results.search)
    fewer = replace(results, search=[row for row in results.search if row.table.players == 5])
    assert findings(fewer) != findings(results)
    assert findings(results).count("\n") == 6


def test_missing_results_are_named(tmp_path):
    with pytest.raises(ValueError, match=r"small\.json: no results yet; run python -m eval fine"):
        stored_results(tmp_path)
