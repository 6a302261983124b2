"""Results survive the way to JSON and back, and a value of another shape is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from agents.arena.confidence_interval import Estimate
from eval.output.json_view import EstimateCI95, Inline, OmittedIfNone, as_json, from_json


@dataclass(frozen=True)
class Part:
    """Keys that stand among those of the whole."""

    seed: int
    names: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Whole:
    """A field of every kind."""

    part: Inline[Part]
    gain: EstimateCI95
    chips: Estimate
    rows: list[Part]
    by_name: dict[str, Part]
    interval: tuple[float, float]
    nothing: float | None
    precision: OmittedIfNone[float]
    last: Part | None


WHOLE = Whole(
    part=Part(1, ("a", "b")),
    gain=Estimate(1.0, 0.5, 1.5),
    chips=Estimate(2.0, 1.0, 3.0),
    rows=[Part(2, ())],
    by_name={"x": Part(3, ("c",))},
    interval=(0.0, 1.0),
    nothing=None,
    precision=None,
    last=None,
)


def test_keys_stand_in_the_order_of_fields():
    made = as_json(WHOLE)
    assert json.dumps(made) == (
        '{"seed": 1, "names": ["a", "b"], "gain": 1.0, "ci95": [0.5, 1.5], "chips": 2.0, '
        '"chips_ci95": [1.0, 3.0], "rows": [{"seed": 2, "names": []}], '
        '"by_name": {"x": {"seed": 3, "names": ["c"]}}, "interval": [0.0, 1.0], '
        '"nothing": null, "last": null}'
    )


@pytest.mark.parametrize("precision", [None, 0.1])
def test_a_result_is_read_as_it_was_written(precision):
    whole = Whole(**{**vars(WHOLE), "precision": precision, "last": Part(4, ("d",))})
    assert from_json(Whole, json.loads(json.dumps(as_json(whole)))) == whole
    assert ("precision" in as_json(whole)) == (precision is not None)


def test_keys_without_a_field_are_ignored():
    assert from_json(Whole, {**as_json(WHOLE), "sha256": "0"}) == WHOLE


@pytest.mark.parametrize(
    "change",
    [{"rows": 1}, {"rows": [1]}, {"ci95": None}, {"interval": [0.0]}, {"by_name": []}, {"last": 1}],
)
def test_a_value_of_another_shape_is_refused(change):
    with pytest.raises(ValueError):  # noqa: PT011 the words are of Python where shapes differ
        from_json(Whole, {**as_json(WHOLE), **change})


def test_a_missing_key_is_refused():
    without = {key: value for key, value in as_json(WHOLE).items() if key != "seed"}
    with pytest.raises(ValueError, match="'seed'"):
        from_json(Whole, without)


@dataclass(frozen=True)
class Perhaps:
    """An estimate that there need not be."""

    worth: OmittedIfNone[Estimate]


@pytest.mark.parametrize("worth", [None, Estimate(1.0, 0.5, 1.5)])
def test_an_estimate_that_is_omitted_or_not_is_read_again(worth):
    assert from_json(Perhaps, json.loads(json.dumps(as_json(Perhaps(worth))))) == Perhaps(worth)
