"""What the page is told of a match: plain values, which become JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marriage_env.cli.progress import progress
from marriage_env.cli.view.opinions import Opinion, Opinions
from marriage_env.cli.view.pictures import Pieces, picture
from marriage_env.cli.view.walk import Walk
from marriage_env.core.cards import card_symbol, parse_card
from marriage_env.core.events import Event
from marriage_env.game import Game
from marriage_env.render.event_text import sentence_of
from marriage_env.render.layout import check_names
from marriage_env.render.payments import moved

_CARDS = 52  # actions below this lay a card
_PLACES = 3  # decimal places of values


@dataclass(frozen=True)
class Shown:
    """How matches are shown."""

    onlooker: int | None = None  # the one seat whose view the page has; None: all, and open cards
    names: Sequence[str] | None = None  # of the players


def told(
    walk: Walk, title: str, shown: Shown, opinions: Opinions, pieces: Pieces
) -> dict[str, Any]:
    """A match for the page. Pictures are numbers of pieces, added to `pieces`.

    With one onlooker it depends on what that seat may know alone: steps at which others act
    without its noticing are left out, and so is the seed, from which packs follow.
    """
    players = walk.match.num_players
    onlookers = [None, *range(players)] if shown.onlooker is None else [shown.onlooker]
    names = check_names(shown.names, players)
    steps = _noticed(walk, shown.onlooker)
    drawn = [
        [picture(walk, step, one, shown.names, pieces) for one in onlookers]
        for step in progress(steps, len(steps), "steps")
    ]
    return {
        "title": title,
        "facts": _facts(walk, shown.onlooker),
        "names": names,
        "deals": walk.match.deals,
        "onlookers": [-1 if one is None else one for one in onlookers],
        "pictures": list(map(list, zip(*drawn, strict=True))),
        "deal": [_deal(walk, step) for step in steps],
        "events": _events(walk, steps),
        "decisions": [_decision(walk, step, shown.onlooker, opinions) for step in steps],
    }


def _noticed(walk: Walk, onlooker: int | None) -> list[int]:
    """The steps before actions that an onlooker notices, and the last one.

    Others may act without being noticed, and whether they do tells of their cards: what comes of it
    is shown with the next action that everyone notices.
    """
    kept = [
        step
        for step, action in enumerate(walk.actions)
        if walk.acts(step, onlooker) or not walk.game.hidden_actions >> action & 1
    ]
    return [*kept, len(walk.actions)]


def _facts(walk: Walk, onlooker: int | None) -> str:
    """The line below the title."""
    presets = [
        name for name in walk.game.presets if walk.match.rules == walk.game.rules.preset(name)
    ]
    deals = walk.match.deals
    facts = [
        f"{walk.match.num_players} players",
        f"{deals} deal{'s' if deals != 1 else ''}",
        f"rules {presets[0]}" if presets else "rules of their own",
    ]
    if onlooker is None and walk.seed is not None:
        facts.append(f"seed {walk.seed}")
    return f"{walk.game.texts.title}: {', '.join(facts)}"


def _deal(walk: Walk, step: int) -> int:
    """The deal of a step, from 1."""
    return min(int(walk.states[step]["table"]["deal"][0]) + 1, walk.match.deals)


def _events(walk: Walk, steps: Sequence[int]) -> list[list[Any]]:
    """Of every event: place in `steps`, deal, sentence, payments, clause, chips by seat."""
    rows: list[list[Any]] = []
    last, deals = 0, walk.match.deals
    for place, step in enumerate(steps):
        for event in walk.events[last : walk.counts[step]]:
            deal = min(event.deal + 1, deals)  # the end of the match is of no deal
            rows.append([place, deal, *_sentence(walk.game, event), list(event.chips)])
        last = walk.counts[step]
    return rows


def _sentence(game: Game, event: Event) -> tuple[str, str, str]:
    said = sentence_of(game.texts.sentences, event, lambda name: card_symbol(parse_card(name)))
    return said[:1].upper() + said[1:], moved(event), event.clause


def _decision(
    walk: Walk, step: int, onlooker: int | None, opinions: Opinions
) -> dict[str, Any] | None:
    """Who acts, what was legal and chosen, what agents say; None: nobody is seen to act."""
    if not walk.acts(step, onlooker):
        return None
    legal = [action for action in range(walk.game.num_actions) if walk.legal(step) >> action & 1]
    return {
        "seat": walk.seat(step),
        "legal": [_action(walk.game, action) for action in legal],
        "chosen": legal.index(walk.actions[step]),
        "opinions": [_opinion(by_step.get(step), legal) for by_step in opinions],
    }


def _action(game: Game, action: int) -> str:
    return card_symbol(action) if action < _CARDS else game.action_name(action)


def _opinion(opinion: Opinion | None, legal: Sequence[int]) -> list[Any] | None:
    """The choice as a place in the legal actions, their values or None, whether those are chips."""
    if opinion is None:
        return None
    values = [opinion.values.get(action) for action in legal]
    rounded = [None if value is None else round(value, _PLACES) for value in values]
    return [legal.index(opinion.choice), rounded, opinion.in_chips]
