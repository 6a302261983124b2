"""Filling the generated regions of a page leaves all else alone, also when they are empty."""

from __future__ import annotations

from docs.build_tables import filled


def test_empty_regions_are_filled_and_what_lies_between_them_stays():
    page = "<!-- actions -->\n<!-- end -->\nbetween\n<!-- observation -->\n<!-- end -->\nafter"
    once = filled(page)
    assert once.count("| 52 | `WITHHOLD`") == 1
    assert once.count("| `hand` | 52 |") == 1
    assert "<!-- end -->\nbetween\n<!-- observation -->" in once
    assert once.endswith("<!-- end -->\nafter")
    assert filled(once) == once
