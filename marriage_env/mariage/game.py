"""Mariage, as the faces see it."""

from __future__ import annotations

from marriage_env.game import Game
from marriage_env.mariage import actions, engine, record_deals
from marriage_env.mariage.batch import LOOPS
from marriage_env.mariage.costs import most_lost
from marriage_env.mariage.determinize import SAMPLING, determinize
from marriage_env.mariage.events import NO_LOG, event_of, new_log
from marriage_env.mariage.observe import LAYOUT
from marriage_env.mariage.reset_options import chance_rows
from marriage_env.mariage.rollout import ROLLOUTS
from marriage_env.mariage.rules import (
    HISTORY,
    MAX_PLAYERS,
    MIN_PLAYERS,
    PRESETS,
    Accidents,
    Rules,
    check_match,
    variants,
)
from marriage_env.mariage.state import BOX_NAMES, STATE, Phase, new_states
from marriage_env.mariage.statistics import STATISTICS
from marriage_env.mariage.text import TEXTS
from marriage_env.mariage.view import VIEW, view_of

GAME = Game(
    name="mariage",
    rules=Rules,
    presets=PRESETS,
    variants=variants,
    history=HISTORY,
    players=range(MIN_PLAYERS, MAX_PLAYERS + 1),
    accidents=Accidents,
    check_match=check_match,
    most_lost=most_lost,
    new_states=new_states,
    reset=engine.reset,
    apply=engine.apply,
    loops=LOOPS,
    rollouts=ROLLOUTS,
    view=VIEW,
    view_of=view_of,
    state=STATE,
    chance_rows=chance_rows,
    num_actions=actions.NUM_ACTIONS,
    action_name=actions.name,
    action_names=actions.names,
    layout=LAYOUT,
    phase=Phase,
    new_log=new_log,
    no_log=NO_LOG,
    event_of=event_of,
    deals=record_deals,
    places=BOX_NAMES,
    chips_on_table=lambda states: states["table"]["boxes"],
    texts=TEXTS,
    statistics=STATISTICS,
    worlds=SAMPLING,
    determinize=determinize,
)
