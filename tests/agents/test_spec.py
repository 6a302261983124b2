"""Spec strings: what each form names, nesting and commas, and their canonical text."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents import load
from agents.spec import (
    PRETRAINED,
    BuiltInSpec,
    CheckpointSpec,
    FactorySpec,
    names_code,
    parse_spec,
    specs_in,
)

PIMC = BuiltInSpec("pimc", (("worlds", 8), ("exact", 2)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("random", BuiltInSpec("random")),
        ("pimc:worlds=8,exact=2", PIMC),
        ("pimc:,worlds=8,,exact=2,", PIMC),
        ("pimc:worlds=(8),exact=2", PIMC),
        ("pretrained:any", CheckpointSpec("pretrained:any")),
        ("runs/a,b (1)/final.zip", CheckpointSpec("runs/a,b (1)/final.zip")),
        ("c:/runs/final.zip", CheckpointSpec("c:/runs/final.zip")),
        ("package.module:factory", FactorySpec("package.module", "factory")),
        (
            "search:policy=pimc:worlds=8,worlds=4",  # without parentheses a comma ends the value
            BuiltInSpec(
                "search", (("policy", BuiltInSpec("pimc", (("worlds", 8),))), ("worlds", 4))
            ),
        ),
        (
            "search:policy=(pimc:worlds=8,exact=2),worlds=4",
            BuiltInSpec("search", (("policy", PIMC), ("worlds", 4))),
        ),
        (
            "search:policy=(search:policy=(pimc:worlds=8,exact=2),worlds=3),worlds=4",
            BuiltInSpec(
                "search",
                (("policy", BuiltInSpec("search", (("policy", PIMC), ("worlds", 3)))),
                 ("worlds", 4)),
            ),
        ),
        (
            "search:policy=runs/a (1)/final.zip",
            BuiltInSpec("search", (("policy", CheckpointSpec("runs/a (1)/final.zip")),)),
        ),
        ("rllib:runs/a", CheckpointSpec("rllib:runs/a")),
        (
            "search:policy=((a),b/final.zip)",
            BuiltInSpec("search", (("policy", CheckpointSpec("(a),b/final.zip")),)),
        ),
    ],
)  # fmt: skip
def test_what_a_spec_names(text, expected):
    spec = parse_spec(text, "mariage")
    assert spec == expected
    assert parse_spec(str(spec), "mariage") == spec


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("pimc:worlds=08,", "pimc:worlds=8"),
        ("search:policy=(pretrained:5),worlds=4", "search:policy=pretrained:5,worlds=4"),
        ("search:policy=(pimc:worlds=8,exact=2)", "search:policy=(pimc:worlds=8,exact=2)"),
    ],
)
def test_the_canonical_text_has_parentheses_where_they_are_needed(text, canonical):
    assert str(parse_spec(text, "mariage")) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("clever", "expected random, greedy, expert, pimc, ismcts, search, pretrained:NAME"),
        ("search:policy=(pimc:worlds=8,worlds=4", r"expected '\(pimc:worlds=8,worlds=4' to end"),
        ("search:policy=(greedy)x", r"expected '\(greedy\)x' to end its parentheses, once"),
        ("search:policy=(pimc:worlds=8,wrong=2)", "option 'wrong=2'; options: worlds=64"),
        ("search:policy=clever", "agent 'clever': expected random"),
        ("search:worlds=(4),policy", "option 'policy'; options: policy=AGENT"),
        ("search:worlds=4", "expected policy=AGENT among its options"),
        ("pretrained:nobody", "expected pretrained:5, pretrained:any"),
        ("", "agent ''"),
        (5, "agent 5: expected a text"),
    ],
)
def test_what_is_wrong_with_a_spec_is_said(text, message):
    with pytest.raises(ValueError, match=message):
        parse_spec(text, "mariage")


def test_agents_of_another_game_are_unknown():
    with pytest.raises(ValueError, match="agent 'ismcts': expected random"):
        parse_spec("ismcts", "trynka")


def test_the_specs_in_a_spec():
    spec = parse_spec("search:policy=(search:policy=os:abort,worlds=2)", "mariage")
    assert [str(one) for one in specs_in(spec)][1:] == [
        "search:policy=os:abort,worlds=2",
        "os:abort",
    ]
    assert names_code(str(spec), "mariage")
    assert not names_code("search:policy=os:abort,wrong=1", "mariage")  # nothing of it is loaded


def test_a_nested_spec_with_commas_is_loaded():
    agent = load("search:policy=(pimc:worlds=2,exact=0),worlds=3", 6)
    assert agent.name == "search:policy=pimc:worlds=2,worlds=3"


def test_where_checkpoints_are():
    assert CheckpointSpec("pretrained:5").path == PRETRAINED / "5.zip"
    assert CheckpointSpec("runs/final.zip").path == Path("runs/final.zip")
