"""The store of results: what is written is read again, and nothing else is taken for it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from eval.store.result_file import ResultFile

SETTINGS = {"made_of": {}, "game": "mariage", "seed": 1}


def test_a_result_with_arrays_is_read_as_it_was_written(tmp_path: Path):
    file = ResultFile(tmp_path / "a" / "x.results", SETTINGS)
    assert file.load() is None
    arrays = {"gain": np.array([[1.5, -2.0]]), "deal": np.arange(3, dtype=np.int64)}
    file.save({**SETTINGS, "seconds": 2.0}, arrays)
    stored = file.load()
    assert stored is not None
    assert stored.content == {**SETTINGS, "seconds": 2.0}
    assert stored.arrays.keys() == arrays.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(stored.arrays[name], array)
        assert stored.arrays[name].dtype == array.dtype
    assert [one.name for one in (tmp_path / "a").iterdir()] == ["x.results"]


def test_a_result_without_arrays_is_indented_json(tmp_path: Path):
    file = ResultFile(tmp_path / "x.json", SETTINGS)
    file.save({**SETTINGS, "rows": [1]})
    text = (tmp_path / "x.json").read_text()
    assert text.startswith('{\n "made_of"')
    assert json.loads(text)["rows"] == [1]
    stored = file.load()
    assert stored is not None
    assert (stored.content["rows"], stored.arrays) == ([1], {})


def test_other_settings_are_refused_and_a_fresh_start_ignores_the_file(tmp_path: Path):
    path = tmp_path / "x.json"
    ResultFile(path, SETTINGS).save(SETTINGS)
    other = ResultFile(path, {**SETTINGS, "seed": 2}, "match")
    with pytest.raises(ValueError, match=r"x\.json holds a match with seed=1, this one has 2: "):
        other.load()
    assert other.load(fresh=True) is None
    assert json.loads(path.read_text())["seed"] == 1


def test_without_a_path_nothing_is_stored():
    file = ResultFile(None, SETTINGS)
    file.save(SETTINGS, {"gain": np.zeros(1)})
    assert file.load() is None
    assert not file.due
