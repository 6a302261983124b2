"""What a player sees depends on what the seat knows: hidden cards elsewhere, equal screens."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest

from marriage_env import Rules
from marriage_env.cli.play.prompts import Decision
from marriage_env.cli.play.screen import Screen
from marriage_env.cli.play.story import Story
from marriage_env.cli.play.table_view import show_decision, show_table
from marriage_env.cli.play.wording import Wording
from tests.play import HARD, over
from tests.property.retold import known_by, moments, other_tellings, seat_asked, tell, what_he_sees


def screen_of(env, seat, language):
    """All that the match has shown to a player who is to act, from the first deal on."""
    file = io.StringIO()
    screen, words = Screen(file), Wording(env.game, language, seat)
    for line in Story(words, env.num_deals).lines(env.events):
        screen.line(line.text)
    views, mask = env.game.look(env._states, np.zeros(1, np.int64))
    show_table(screen, words, env.game.texts.seat, views)
    show_decision(screen, Decision(env.game, words, views, mask), env.game.texts.seat)
    return file.getvalue()


@pytest.mark.parametrize(
    ("rules", "language"),
    [
        (HARD, "en"),
        pytest.param(Rules(), "ru", marks=pytest.mark.slow),
        pytest.param(Rules.guimbarde(), "en", marks=pytest.mark.slow),
    ],
)
def test_the_screen_depends_on_what_the_seat_knows(rules, language):
    """The match is told again with other hidden cards: who knows the same sees the same."""
    rng, alike = random.Random(5), 0
    telling = tell(5, rules, rng, 0.2)
    again = telling.begin()
    for env, moves in moments(telling, rng):
        if over(env) or rng.random() > 0.15:
            continue
        seat = seat_asked(env)
        knows, screen = known_by(env, seat), screen_of(env, seat, language)
        for other in other_tellings(telling, env, seat, rng):
            for known, _, _ in what_he_sees(other, moves, seat, again):
                if known == knows:
                    assert screen_of(again, seat, language) == screen
                    alike += 1
    assert alike > 10
