"""Where everything in a picture is: nothing overlaps, nothing sticks out, nothing is too small."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import combinations
from typing import Any

import pytest

from marriage_env.core.scene import Scene
from marriage_env.game import game_named
from marriage_env.render.boxes import Box, Label
from marriage_env.render.layout import MOST_PAYMENTS, Layout, check_names, lay_out
from marriage_env.render.measures import CardBox
from marriage_env.render.payments import Payment

from .tables import SIZES, crowded, legal_in, moments

NARROW = 600  # pixels
LEAST_TEXT = 8.5  # pixels
Named = tuple[str, Box]


def labels(value: Any) -> Iterator[Label]:
    """Every label in a layout."""
    if isinstance(value, Label):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from labels(getattr(value, field.name))
    elif isinstance(value, tuple):
        for one in value:
            yield from labels(one)


def card_parts(name: str, card: CardBox) -> list[Named]:
    """A card and what is written beneath it."""
    parts = [(name, card.box)]
    parts += [(f"{name}: {label.text}", label.box) for label in card.words]
    if card.seat >= 0:
        parts.append((f"{name}: seat", Box(card.box.centre[0] - 9, card.box.bottom + 3, 18, 18)))
    return parts


def outer_parts(layout: Layout) -> list[Named]:
    """Everything that lies side by side on the picture."""
    loose = (layout.title, layout.subtitle, layout.seen_by, *layout.corner)
    parts = [(label.text, label.box) for label in loose]
    parts += [(f"seat {panel.seat}", panel.box) for panel in layout.panels]
    parts += [(place.name.text or "double", place.box) for place in layout.places]
    for number, card in enumerate((*layout.trick, *layout.pile)):
        parts += card_parts(f"card {number}", card)
    if layout.turn_up is not None:
        parts += card_parts("turned up", layout.turn_up)
    if layout.trump_sign is not None:
        parts.append(("trump", layout.trump_sign))
    for key in layout.keys:
        parts += [("key", key.sample.box), (key.words.text, key.words.box)]
    parts.append(("payments", layout.payments_box))
    return parts


def inner_parts(layout: Layout) -> Iterator[tuple[Box, list[Named]]]:
    """What lies within panels, places and the frame of payments."""
    for panel in layout.panels:
        parts = [(label.text, label.box) for label in (panel.name, panel.info)]
        parts += [("badge", panel.badge), ("note", panel.note_box)]
        parts += [("dealer", panel.dealer_badge)] if panel.dealer else []
        parts += [(f"card {k}", card.box) for k, card in enumerate(panel.cards)]
        assert panel.note_box.contains(panel.note.box), panel.note
        yield panel.box, [part for part in parts if part[0]]
    for place in layout.places:
        parts = [("chip", place.chip), ("chips", place.chips.box)]
        parts += [("name", place.name.box)] if place.name.text else []
        parts += [(label.text, label.box) for label in place.words]
        parts += [(f"card {k}", card.box) for k, card in enumerate(place.emblem)]
        yield place.box, parts
    lines = [("title", layout.payments_title.box)]
    for line in layout.payments:
        assert line.frame.contains(line.clause.box), line.clause
        lines += [("clause", line.frame), (line.what.text, line.what.box)]
        lines += [(line.moved.text, line.moved.box)]
    yield layout.payments_box, lines


def check(layout: Layout) -> None:
    """Nothing overlaps, everything lies where it belongs, every text can be read."""
    picture = Box(0, 0, layout.width, layout.height)
    for where, parts in [(picture, outer_parts(layout)), *inner_parts(layout)]:
        for name, box in parts:
            assert where.contains(box), (name, box, where)
        for (name, box), (other, second) in combinations(parts, 2):
            assert not box.overlaps(second), (name, box, other, second)
    for label in labels(layout):
        assert label.size * NARROW / layout.width >= LEAST_TEXT, label


def first_scene(game: str, players: int) -> Scene:
    """The scene of a match just begun."""
    env = next(moments(game, players, 1))
    scene: Scene = env.game.texts.scene(env._states)
    return scene


@pytest.mark.parametrize(("game", "players"), SIZES)
def test_nothing_overlaps_in_crowded_scenes(game: str, players: int) -> None:
    scene = first_scene(game, players)
    sentence = "seat 4 has claimed MARIAGE with K♥ Q♥, paid when the deal is over " * 2
    payments = [Payment("M10.3", sentence, "seat 2 +1234, others -1000 each, " * 3)] * 9
    for observer in (None, *range(players)):
        for names in (None, ["W" * 80] * players, ["i"] * players):
            layout = lay_out(crowded(scene, observer), payments, names)
            check(layout)
            assert len(layout.payments) == MOST_PAYMENTS
            assert layout.panels[observer or 0].box.centre[0] == layout.width / 2


@pytest.mark.parametrize(("game", "players"), SIZES)
def test_nothing_overlaps_in_matches(game: str, players: int) -> None:
    texts = game_named(game).texts
    for number, env in enumerate(moments(game, players, players)):
        check(lay_out(texts.scene(env._states)))
        seat = number % players
        check(lay_out(texts.scene(env.view(f"player_{seat}"), legal_in(env, seat))))


@pytest.mark.parametrize("names", ["abc", ["a"], [1, 2], 3, [None, None]])
def test_names_that_do_not_fit(names: Any) -> None:
    with pytest.raises(ValueError, match=r"names=.*: expected 2 strings, one a player"):
        check_names(names, 2)
