"""Mariage, described by the contract of a game."""

from __future__ import annotations

from marriage_env.game import Game
from marriage_env.mariage import (
    actions,
    engine,
    events,
    observe,
    record_deals,
    rules,
    seat_view,
    state,
)
from marriage_env.mariage.determinize import WORLDS
from marriage_env.mariage.largest_loss import most_lost
from marriage_env.mariage.longest_deal import most_decisions
from marriage_env.mariage.reset_options import chance_rows
from marriage_env.mariage.statistics import STATISTICS
from marriage_env.mariage.text import TEXTS

GAME = Game(
    name="mariage",
    rules=rules.Rules,
    presets=rules.PRESETS,
    variants=rules.variants,
    history=rules.HISTORY,
    players=range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1),
    default_players=5,
    accidents=rules.Accidents,
    check_match=rules.check_match,
    most_lost=most_lost,
    most_decisions=most_decisions,
    state=state.STATE,
    view=seat_view.VIEW,
    view_bounds=seat_view.BOUNDS,
    new_states=state.new_states,
    chance_rows=chance_rows,
    reset=engine.reset,
    apply=engine.apply,
    write_view=seat_view.write_view,
    encode=observe.encode,
    num_actions=actions.NUM_ACTIONS,
    action_name=actions.name,
    action_names=actions.names,
    hidden_actions=1 << actions.DONE,  # M4.6
    phase=state.Phase,
    layout=observe.LAYOUT,
    new_log=events.new_log,
    no_log=events.NO_LOG,
    event_of=events.event_of,
    places=state.BOX_NAMES,
    chips_on_table=lambda states: states["table"]["boxes"],
    chips_if_void=lambda states: states["staked_chips"],  # M10.3
    deals=record_deals,
    texts=TEXTS,
    statistics=STATISTICS,
    worlds=WORLDS,
)
