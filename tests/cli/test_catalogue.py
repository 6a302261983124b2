"""Both languages say the same: keys, places, clauses, and what a player can type."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from marriage_env.cli.play.prompts import Command
from marriage_env.cli.play.wording import COMMON, LANGUAGES, Wording, catalogue, plural
from marriage_env.core.cards import NUM_CARDS
from marriage_env.core.phrases import Count, Seat, SpokenSeat, phrase
from marriage_env.game import GAMES, game_named

_CLAUSE = re.compile(r"\(([MST]\d[\d.]*)\)")
games = pytest.mark.parametrize("game", GAMES)
languages = pytest.mark.parametrize("language", LANGUAGES)


def places_of(sentence: str) -> set[str]:
    """The places of a sentence; whose it is says no more than who."""
    named = {field for _, field, _, _ in Formatter().parse(sentence) if field}
    return {"who" if name == "whose" else name for name in named}


@games
def test_languages_have_the_same_sentences_with_the_same_places_and_clauses(game):
    first, *others = (catalogue(game_named(game), language) for language in LANGUAGES)
    for other in others:
        assert other.keys() == first.keys()
        for key, sentence in first.items():
            assert places_of(other[key]) == places_of(sentence), key
            assert _CLAUSE.findall(other[key]) == _CLAUSE.findall(sentence), key


@games
@languages
def test_all_that_can_happen_or_be_done_has_a_sentence(game, language):
    kind = game_named(game)
    words = Wording(kind, language, 0)
    for event in kind.texts.sentences:
        assert f"event.{event.name}" in words.words
    for action in range(NUM_CARDS, kind.num_actions):
        assert words.words[f"action.{kind.action_name(action)}"]
        assert words.keys(f"keys.{kind.action_name(action)}")
    for place in kind.places:
        assert words.place(place)


@games
@languages
def test_no_key_means_two_things(game, language):
    kind = game_named(game)
    words = Wording(kind, language, 0)
    names = [command.value for command in Command]
    names += [f"keys.{kind.action_name(a)}" for a in range(NUM_CARDS, kind.num_actions)]
    keys = [key for name in names for key in words.keys(name)]
    assert len(keys) == len(set(keys))
    assert keys == [key.casefold() for key in keys]
    assert all(words.typed_card(key) is None for key in keys)


@games
@languages
def test_verbs_and_numbers_have_the_forms_of_the_language(game, language):
    words = catalogue(game_named(game), language)
    forms = {"en": 2, "ru": 3}[language]
    for key in ("count.chips", "count.have", "start.deals"):
        assert len(words[key].split("|")) == forms
    for key, sentence in words.items():
        for _, name, form, _ in Formatter().parse(sentence):
            if name == "who" and form:
                assert len(form.lstrip("/").split("|")) == 2, key


@games
def test_the_common_sentences_are_not_replaced_by_a_game(game):
    for language, words in game_named(game).texts.seat.words.items():
        assert not words.keys() & COMMON[language].keys()


def test_russian_numbers():
    forms = ("фишка", "фишки", "фишек")
    said = {number: plural(number, forms) for number in (0, 1, 2, 4, 5, 11, 12, 14, 21, 22, -1)}
    few, many = "фишки", "фишек"
    assert said == {
        **{0: many, 1: "фишка", 2: few, 4: few, 5: many, 11: many, 12: many, 14: many},
        **{21: "фишка", 22: few, -1: "фишка"},
    }


@pytest.mark.parametrize(
    ("language", "seat", "said"),
    [
        ("en", 2, "You lay Q♣ out of turn: a marriage"),
        ("en", 0, "Seat 2 lays Q♣ out of turn: a marriage"),
        ("ru", 2, "Вы кладёте Д♣ вне очереди: марьяж"),
        ("ru", 0, "Игрок 2 кладёт Д♣ вне очереди: марьяж"),
    ],
)
def test_verbs_agree_with_the_player(language, seat, said):
    words = Wording(game_named("mariage"), language, seat)
    assert words.tell("event.QUEEN_LAID", who=Seat(2), cards=words.card(10)) == said


def test_numbers_agree_in_both_cases():
    words = Wording(game_named("mariage"), "ru", 0)
    assert words.tell(
        "hand.barred", cards="", why=phrase("reason.revoke", chips=Count(1))
    ).endswith("за 1 фишку (M9.1)")
    place = {"title": "", "place": 1, "players": 6}
    assert "1 фишка," in words.tell("sheet.place", chips=Count(1), **place)


def test_a_verb_can_stand_alone():
    assert f"{SpokenSeat('you', True):/pay|pays}" == "pay"
    assert f"{SpokenSeat('seat 3'):lay|lays}" == "seat 3 lays"


def test_cards_are_read_as_they_are_written():
    for language in LANGUAGES:
        for signs in (True, False):
            words = Wording(game_named("mariage"), language, 0, signs)
            for card in range(NUM_CARDS):
                assert words.typed_card(words.card(card)) == card
                assert words.typed_card(words.card(card).lower()) == card
        assert words.typed_card("10h") == words.typed_card("TH") == words.typed_card("10♥")
        assert words.typed_card("11h") is None
