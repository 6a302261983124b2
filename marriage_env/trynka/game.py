"""Trynka, described by the contract of a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.game import Game
from marriage_env.trynka import (
    actions,
    engine,
    events,
    observe,
    record_deals,
    rules,
    seat_view,
    state,
)
from marriage_env.trynka.determinize import WORLDS
from marriage_env.trynka.largest_loss import most_lost
from marriage_env.trynka.longest_deal import most_decisions
from marriage_env.trynka.reset_options import chance_rows
from marriage_env.trynka.statistics import STATISTICS
from marriage_env.trynka.text import TEXTS


def new_states(
    games: int, num_players: int, match_rules: rules.Rules, deals: int, accidents: None
) -> np.ndarray[Any, Any]:
    """T1: accidents do not occur in Trynka."""
    return state.new_states(games, num_players, match_rules, deals)


GAME = Game(
    name="trynka",
    rules=rules.Rules,
    presets=rules.PRESETS,
    variants=rules.variants,
    history=(),
    players=range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1),
    default_players=5,
    accidents=None,
    check_match=rules.check_match,
    most_lost=most_lost,
    most_decisions=most_decisions,
    state=state.STATE,
    view=seat_view.VIEW,
    view_bounds=seat_view.BOUNDS,
    new_states=new_states,
    chance_rows=chance_rows,
    reset=engine.reset,
    apply=engine.apply,
    write_view=seat_view.write_view,
    encode=observe.encode,
    num_actions=actions.NUM_ACTIONS,
    action_name=actions.name,
    action_names=actions.names,
    hidden_actions=1 << actions.PASS | 1 << actions.STOP,  # T4.1, T4.3
    phase=state.Phase,
    layout=observe.LAYOUT,
    new_log=events.new_log,
    no_log=events.NO_LOG,
    event_of=events.event_of,
    places=state.PLACE_NAMES,
    chips_on_table=lambda states: states["table"]["places"],
    chips_if_void=None,
    deals=record_deals,
    texts=TEXTS,
    statistics=STATISTICS,
    worlds=WORLDS,
)
