"""A match in which one seat is the player's: played to its end, or left and taken up again."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from marriage_env.cli.entry import one_line
from marriage_env.cli.play.company import Company, choice_of
from marriage_env.cli.play.prompts import Command, Decision
from marriage_env.cli.play.screen import Screen
from marriage_env.cli.play.sheet import chips_by_deal, show_place, show_sheet
from marriage_env.cli.play.story import Story
from marriage_env.cli.play.table_view import show_decision, show_help, show_hint, show_table
from marriage_env.cli.play.wording import Wording
from marriage_env.core.phrases import phrase
from marriage_env.game import Match
from marriage_env.interfaces.aec import GameEnv
from marriage_env.interfaces.replay import replayed
from marriage_env.records.build import action_numbers
from marriage_env.records.files import write_records
from marriage_env.records.parse import script_of


class Left(Exception):
    """The player leaves the table."""


def begun(game_env: str, match: Match, seed: int) -> GameEnv:
    """The environment of a new match."""
    raw_env = import_module(f"marriage_env.{game_env}").raw_env
    env: GameEnv = raw_env(num_players=match.num_players, rules=match.rules, deals=match.deals)
    env.reset(seed=seed)
    return env


def taken_up(record: Mapping[str, Any]) -> GameEnv:
    """The environment of a match as its record leaves it, further packs included.

    Those follow from the seed if the match began with it alone; a match that was dealt otherwise
    goes on with shuffled packs. Raises RecordError for an invalid record.
    """
    script = script_of(record)
    as_recorded: GameEnv = replayed(record)
    if script.seed is None:
        return as_recorded
    match = script.game.match(script.players, script.rules, None, script.match_deals)
    env = begun(script.game.env, match, script.seed)
    for action in action_numbers(record):
        if not env.offers(action):
            return as_recorded
        env.step(action)
    same = env.record()["deals"] == as_recorded.record()["deals"]
    return env if same else as_recorded


class Session:
    """Plays the match of an environment: the opponents' moves, the player's, and the record."""

    def __init__(
        self, env: GameEnv, wording: Wording, screen: Screen, company: Company, path: Path
    ) -> None:
        self._texts = env.game.texts.seat
        self._env, self._wording, self._screen = env, wording, screen
        self._company = company
        self._path = path
        self._story = Story(wording, env.num_deals)
        record = env.record()
        self._seed = int(record["seed"] or 0)
        self._number = len(action_numbers(record))
        self._told = 0  # events

    def skip_told(self) -> None:
        """Take the events before this deal as told, where a match goes on."""
        events = self._env.events
        last = events[-1].deal
        self._told = next(i for i, event in enumerate(events) if event.deal == last)

    def keep(self) -> None:
        """Write the record of the match so far, atomically."""
        write_records(self._path, [self._env.record()])

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return bool(self._env._states["seat"][0] < 0)

    def play(self) -> None:
        """Play to the end of the match; `Left`, EOFError or KeyboardInterrupt if it is left."""
        while not self.is_over:
            seat = int(self._env._states["seat"][0])
            if seat == self._wording.seat:
                self._move(self._decided())
                self.keep()
            else:
                self._move(self._chosen_by(seat))
        self.keep()
        self._tell()

    def _chosen_by(self, seat: int) -> int:
        """What the opponent in a seat chooses."""
        company, env = self._company, self._env
        return choice_of(
            company.opponents[seat],
            company.specs[seat],
            env.game,
            env._states,
            self._seed,
            self._number,
        )

    def _move(self, action: int) -> None:
        self._env.step(action)
        self._number += 1

    def _tell(self) -> None:
        """Tell what has happened since the last time."""
        events = self._env.events
        new, self._told = events[self._told :], len(events)
        for line in self._story.lines(new):
            if line.ends_deal:
                self._show_sheet(line.deal)
                if self._screen.interactive:
                    self._screen.ask(self._wording.words["prompt.next"])
            if line.is_heading:
                self._screen.heading(line.text, minor=not line.begins_deal)
            else:
                self._screen.line(line.text)

    def _show_sheet(self, deals: int, title: str = "sheet.so_far") -> None:
        """The chips of the first deals."""
        seats = self._env.max_num_agents
        by_deal = chips_by_deal(self._env.events, seats)
        shown = {deal: moved for deal, moved in by_deal.items() if deal < deals}
        show_sheet(self._screen, self._wording, title, shown, seats)

    def show_end(self) -> None:
        """The score sheet of a match that is over."""
        self._show_sheet(self._env.num_deals, "sheet.title")
        if places := self._env.chips_on_table:
            names = (f"{self._wording.place(name)} {chips}" for name, chips in places.items())
            self._screen.line(self._wording.tell("row.table", boxes=", ".join(names)))
        show_place(self._screen, self._wording, self._env.chips.tolist())

    def _decided(self) -> int:
        """The player's choice: asked for until it is a legal action."""
        self._tell()
        views, mask = self._env.game.look(self._env._states, np.zeros(1, np.int64))
        decision = Decision(self._env.game, self._wording, views, mask)
        show_table(self._screen, self._wording, self._texts, views)
        show_decision(self._screen, decision, self._texts)
        on_cards = "prompt.any" if decision.others else "prompt.card"
        words = self._wording.words
        prompt = f"{words[on_cards]} ({words['prompt.keys']})"
        while True:
            meant = decision.understood(self._screen.ask(prompt))
            if isinstance(meant, Command):
                self._obey(meant, decision)
            elif isinstance(meant, str):
                self._screen.line(meant)
            else:
                return meant

    def _obey(self, command: Command, decision: Decision) -> None:
        if command is Command.QUIT:
            raise Left
        if command is Command.HINT:
            self._hint(decision)
        elif command is Command.HELP:
            show_help(self._screen, self._wording, self._company.hints.spec)
        elif command is Command.SCORE:
            self._show_sheet(self._env.num_deals)
        else:
            show_table(self._screen, self._wording, self._texts, decision.view)
            show_decision(self._screen, decision, self._texts)

    def _hint(self, decision: Decision) -> None:
        """What an agent would do, or why there is no hint."""
        hints = self._company.hints
        if not self._company.are_agents_here and hints.spec != "random":
            why: object = phrase("hint.no_agents")
        else:
            try:
                hint = hints.ask(decision.view, decision.mask, self._seed, self._number)
            except ValueError as error:
                why = one_line(error)
            else:
                show_hint(self._screen, decision, hint, hints.spec)
                return
        self._screen.line(self._wording.tell("hint.none", why=why))
