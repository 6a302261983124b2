"""`Wording`: phrases put into the words of a language, for the player of one seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marriage_env.cli.play.words_en import WORDS as ENGLISH
from marriage_env.cli.play.words_ru import WORDS as RUSSIAN
from marriage_env.core.cards import NUM_CARDS, NUM_RANKS, RANKS, SUITS, SYMBOLS, parse_card
from marriage_env.core.phrases import (
    Cards,
    Count,
    Phrase,
    Place,
    Rank,
    Seat,
    SpokenSeat,
    Suit,
    phrase,
)
from marriage_env.game import Game

COMMON: dict[str, Mapping[str, str]] = {"en": ENGLISH, "ru": RUSSIAN}
LANGUAGES = tuple(COMMON)


def catalogue(game: Game, language: str) -> dict[str, str]:
    """All sentences of a language at the table of a game, by key."""
    own = dict(game.texts.seat.words[language])
    if language == "en":
        own |= {f"event.{kind.name}": words for kind, words in game.texts.sentences.items()}
    return {**COMMON[language], **own}


def plural(number: int, forms: Sequence[str]) -> str:
    """The form of a noun after a number: one of two as in English, or of three as in Russian."""
    number = abs(number)
    if len(forms) == 2:
        return forms[number != 1]
    if number % 10 == 1 and number % 100 != 11:
        return forms[0]
    few = 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14
    return forms[1] if few else forms[2]


@dataclass(frozen=True)
class _SpokenSuit:
    """`{suit}` is its sign, `{suit:name}` its name, `{suit:of}` as in "king of clubs"."""

    sign: str
    letter: str
    words: Mapping[str, str]

    def __format__(self, form: str) -> str:
        return self.words[f"suit.{self.letter}.{form}"] if form else self.sign


@dataclass(frozen=True)
class _SpokenCount:
    """`{chips}` is "5 chips" as an object of a verb, `{chips:have}` as its subject."""

    number: int
    words: Mapping[str, str]

    def __format__(self, form: str) -> str:
        forms = self.words[f"count.{form or 'chips'}"].split("|")
        return f"{int(self.number)} {plural(self.number, forms)}"


class Wording:
    """The sentences of a language, told to the player of one seat.

    `signs`: whether suits are shown as signs, which some terminals lack, or as letters.
    """

    def __init__(self, game: Game, language: str, seat: int, signs: bool = True) -> None:
        self.language, self.seat = language, seat
        self.words = catalogue(game, language)
        self._ranks = self.words["ranks"].split()
        self.suit_signs = list(SYMBOLS) if signs else self.words["suits"].split()

    def say(self, said: Phrase) -> str:
        """A phrase as a sentence, which begins with a capital."""
        text = self.part(said)
        return text[:1].upper() + text[1:]

    def part(self, said: Phrase) -> str:
        """A phrase as part of a sentence."""
        places = {name: self._spoken(value) for name, value in said.places.items()}
        return self.words[said.key].format(**places)

    def tell(self, key: str, **places: object) -> str:
        """The sentence of a key, its places given as keywords."""
        return self.say(phrase(key, **places))

    def part_of(self, key: str, **places: object) -> str:
        """The sentence of a key as part of another."""
        return self.part(phrase(key, **places))

    def keys(self, key: str) -> list[str]:
        """What a player can type for a command or an action, the shortest first."""
        return self.words[key].split("|")

    def card(self, card: int) -> str:
        """A card as it is shown: 'Q♣', 'Дт'."""
        return self.rank(card % NUM_RANKS) + self.suit_signs[card // NUM_RANKS]

    def rank(self, rank: int) -> str:
        """A rank as it is shown: '10', 'Q'."""
        return self._ranks[rank]

    def ranks(self, letters: str) -> str:
        """Ranks as they are shown, of their letters: 'Q J K A 10 9'."""
        return " ".join(self.rank(RANKS.index(letter)) for letter in letters)

    def cards(self, cards: int) -> str:
        """The cards of a set as they are shown, by suit and from the highest rank."""
        return " ".join(self.card(card) for card in cards_of(cards))

    def place(self, name: str) -> str:
        """A place for chips on the table: a box, a saucer, the double of a card."""
        named = self.words.get(f"place.{name}")
        return self.card(parse_card(name)) if named is None else named

    def who(self, seat: int) -> SpokenSeat:
        """A seat in a sentence; -1 for the whole table has no name."""
        if seat < 0:
            return SpokenSeat("")
        if seat == self.seat:
            return SpokenSeat(self.words["you"], True)
        return SpokenSeat(self.words["seat"].format(number=seat))

    def whose(self, seat: int) -> str:
        """What belongs to a seat, in a sentence."""
        own = seat == self.seat
        return self.words["you.of"] if own else self.words["seat.of"].format(number=seat)

    def typed_card(self, text: str) -> int | None:
        """The card of a name, as shown here or as in game records; None if it is none."""
        wanted = text.casefold()
        for card in range(NUM_CARDS):
            rank, suit = self.rank(card % NUM_RANKS), card // NUM_RANKS
            signs = (SYMBOLS[suit], self.words["suits"].split()[suit])
            if wanted in [f"{rank}{sign}".casefold() for sign in signs]:
                return card
        try:
            return parse_card(text)
        except ValueError:
            return None

    def _spoken(self, value: object) -> object:
        """What fills a place of a sentence."""
        if isinstance(value, Phrase):
            return self.part(value)
        if isinstance(value, list):
            return ", ".join(self.part(one) for one in value)
        if isinstance(value, Seat):
            return self.who(value)
        if isinstance(value, Count):
            return _SpokenCount(value, self.words)
        if isinstance(value, Suit):
            return _SpokenSuit(self.suit_signs[value], SUITS[value], self.words)
        if isinstance(value, Rank):
            return self.rank(value)
        if isinstance(value, Cards):
            return self.cards(value)
        return self.place(value) if isinstance(value, Place) else value


def cards_of(cards: int) -> list[int]:
    """The cards of a set, by suit and from the highest rank."""
    held = [card for card in range(NUM_CARDS) if cards >> card & 1]
    return sorted(held, key=lambda card: (card // NUM_RANKS, -card))
