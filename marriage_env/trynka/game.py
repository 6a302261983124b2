"""Trynka, as the faces see it."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.game import Game
from marriage_env.trynka import actions, engine, record_deals, state
from marriage_env.trynka.batch import LOOPS
from marriage_env.trynka.costs import most_lost
from marriage_env.trynka.determinize import SAMPLING, determinize
from marriage_env.trynka.events import NO_LOG, event_of, new_log
from marriage_env.trynka.observe import LAYOUT
from marriage_env.trynka.reset_options import chance_rows
from marriage_env.trynka.rollout import ROLLOUTS
from marriage_env.trynka.rules import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    PRESETS,
    Rules,
    check_match,
    variants,
)
from marriage_env.trynka.statistics import STATISTICS
from marriage_env.trynka.text import TEXTS
from marriage_env.trynka.view import VIEW, view_of


def new_states(
    games: int, num_players: int, rules: Rules, deals: int, accidents: None
) -> np.ndarray[Any, Any]:
    """T1: accidents do not occur in Trynka."""
    return state.new_states(games, num_players, rules, deals)


GAME = Game(
    name="trynka",
    rules=Rules,
    presets=PRESETS,
    variants=variants,
    history=(),
    players=range(MIN_PLAYERS, MAX_PLAYERS + 1),
    accidents=None,
    check_match=check_match,
    most_lost=most_lost,
    new_states=new_states,
    reset=engine.reset,
    apply=engine.apply,
    loops=LOOPS,
    rollouts=ROLLOUTS,
    view=VIEW,
    view_of=view_of,
    state=state.STATE,
    chance_rows=chance_rows,
    num_actions=actions.NUM_ACTIONS,
    action_name=actions.name,
    action_names=actions.names,
    layout=LAYOUT,
    phase=state.Phase,
    new_log=new_log,
    no_log=NO_LOG,
    event_of=event_of,
    deals=record_deals,
    places=state.PLACE_NAMES,
    chips_on_table=lambda states: states["table"]["places"],
    texts=TEXTS,
    statistics=STATISTICS,
    worlds=SAMPLING,
    determinize=determinize,
)
