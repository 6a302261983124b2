"""Another history of a match in which a seat has seen the same."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from marriage_env.adapters.open_spiel.play import Play
from marriage_env.adapters.open_spiel.setting import Setting
from marriage_env.compiler.jit import records
from marriage_env.core.record_parts import Part
from marriage_env.game import Records
from marriage_env.records.parse import Script
from marriage_env.records.worlds import sample_script


def resampled(play: Play, seat: int, rng: np.random.Generator) -> Iterator[int]:
    """The actions of such a history, those of chance included, the hidden cards sampled uniformly.

    `marriage_env.records.worlds` says what is kept. Cards that are being dealt are dealt again.
    """
    setting = play.setting
    if setting.dealer < 0 and play.dealer >= 0:
        yield play.dealer
    if play.packs:
        script = _script(play)
        world = sample_script(script, seat, rng)
        for part in world.parts:
            yield from dealt_cards(setting, world.chance["pack"][part.packs - 1])
            yield from part.actions
    yield from _dealt_again(play, rng)


def _script(play: Play) -> Script:
    """A match as far as its packs are dealt; while the next is dealt, as if it ended there."""
    setting, players = play.setting, play.setting.players
    chance = records(len(play.packs), setting.game.chance_rows(None, players).dtype)
    chance["given"] = 1
    for row, pack in zip(chance, play.packs):
        row["pack"] = pack
    parts = [
        Part(deal, False, (play.dealer + deal) % players, deal + 1, list(actions))
        for deal, actions in enumerate(play.actions)
    ]
    return Script(
        game=setting.game,
        players=players,
        rules=setting.match.rules,
        match_deals=len(parts) if play.is_dealing else setting.match.deals,
        seed=None,
        first_dealer=play.dealer,
        chance=chance,
        parts=parts,
        chips=play.chips,
        complete=play.is_dealing or play.is_over,
    )


def dealt_cards(setting: Setting, pack: Records) -> list[int]:
    """The cards of a pack (52,) int8 as chance deals them: each group in ascending order."""
    cards, at = pack[setting.layout.places].tolist(), 0
    found: list[int] = []
    for size in setting.groups:
        found += sorted(cards[at : at + size])
        at += size
    return found


def _dealt_again(play: Play, rng: np.random.Generator) -> Iterator[int]:
    """As many cards of a pack as have been dealt."""
    if not play.dealt:
        return
    pack = np.full(52, -1, np.int8)
    cards = rng.permutation(play.setting.layout.cards)
    pack[: len(cards)] = cards
    # A hand that is dealt in part has its lowest cards so far.
    yield from dealt_cards(play.setting, pack)[: len(play.dealt)]
