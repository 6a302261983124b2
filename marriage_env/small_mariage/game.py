"""Small Mariage, described by the contract of a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.game import Game
from marriage_env.small_mariage import (
    actions,
    engine,
    events,
    observe,
    record_deals,
    rules,
    seat_view,
    state,
)
from marriage_env.small_mariage.determinize import WORLDS
from marriage_env.small_mariage.largest_loss import most_lost
from marriage_env.small_mariage.longest_deal import most_decisions
from marriage_env.small_mariage.reset_options import chance_rows
from marriage_env.small_mariage.statistics import STATISTICS
from marriage_env.small_mariage.text import TEXTS


def new_states(
    games: int, num_players: int, match_rules: rules.Rules, deals: int, accidents: None
) -> np.ndarray[Any, Any]:
    """S3: accidents do not occur in Small Mariage."""
    return state.new_states(games, num_players, match_rules, deals)


GAME = Game(
    name="small_mariage",
    rules=rules.Rules,
    presets=rules.PRESETS,
    variants=rules.variants,
    history=(),
    players=range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1),
    default_players=2,
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
    hidden_actions=0,
    phase=state.Phase,
    layout=observe.LAYOUT,
    new_log=events.new_log,
    no_log=events.NO_LOG,
    event_of=events.event_of,
    places=state.PLACES,
    chips_on_table=lambda states: np.zeros((len(states), 0), np.int32),
    chips_if_void=None,
    deals=record_deals,
    texts=TEXTS,
    statistics=STATISTICS,
    worlds=WORLDS,
)
