"""Games with one learner seat each, the others played inside: the core of the Gymnasium faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from marriage_env.decks import check_dealer
from marriage_env.errors import IllegalAction
from marriage_env.fields import is_integer
from marriage_env.game import Game
from marriage_env.jit import records
from marriage_env.random import child_seeds, stream_of
from marriage_env.warm import compile_engine


class Opponent(Protocol):
    """Whoever plays a seat that is not the learner's: an agent of `agents`, or one's own."""

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        ...


class LearnerGames:
    """A batch of matches, each with a learner's seat; every call ends with the learners asked.

    Args:
        opponents: None for uniformly random legal play, an Opponent for all seats, or a sequence of
            num_players Opponents (or None), by seat.
        seat: the learner's, or None to draw it afresh for every match.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        num_players: int,
        rules: Any,
        accidents: Any,
        deals: int | None,
        opponents: Opponent | Sequence[Opponent | None] | None,
        seat: int | None,
    ) -> None:
        rules = game.rules() if rules is None else rules
        accidents = game.check_accidents(accidents)
        deals = game.check_match(num_players, rules, deals)
        if seat is not None and (not is_integer(seat) or not 0 <= seat < num_players):
            raise ValueError(f"seat={seat!r}: expected 0 to {num_players - 1}, or None")
        compile_engine(game.name)
        self.game = game
        self.num_players, self._seat = int(num_players), seat
        self._opponents = _by_seat(opponents, num_players)
        self.states = game.new_states(num_envs, num_players, rules, deals, accidents)
        self.learners = np.zeros(num_envs, np.int64)
        self._streams = np.zeros((num_envs, 4), np.uint32)
        self._rewarded = np.zeros(num_envs, np.int32)
        self._chance = game.chance_rows(None, num_players)
        self._scratch = records(1, game.view)

    def seed(self, seed: int | None) -> None:
        """Start all streams anew: packs, seats and the others' play, one of each a game."""
        packs, others, own = child_seeds(seed, 3)
        num_envs = len(self.states)
        for i, (pack, other) in enumerate(
            zip(child_seeds(packs, num_envs), child_seeds(others, num_envs), strict=True)
        ):
            self.states["stream"][i] = stream_of(pack)
            self._streams[i] = stream_of(other)
        self._generator = np.random.default_rng(own)

    def begin(self, games: NDArray[np.int64], options: Mapping[str, Any] | None = None) -> None:
        """Begin a match in the listed games; `options` as for `raw_env.reset`."""
        self._chance = self.game.chance_rows(options, self.num_players)
        dealer = check_dealer((options or {}).get("dealer"), self.num_players)
        drawn = self._generator.integers(self.num_players, size=len(games))
        self.learners[games] = drawn if self._seat is None else self._seat
        self._rewarded[games] = 0
        for i in games:
            self.game.reset(self.states, i, self._chance, self.game.no_log, dealer)
        self._play_others(games)

    def move(
        self, games: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The learners' moves in the listed games, all of them legal.

        Returns the chips that have come to each learner since its last move (or the beginning), and
        which matches are over, each (games,).
        """
        self._move(games, actions)
        self._play_others(games)
        chips = self.states["table"]["chips"][games, self.learners[games]]
        rewards = chips - self._rewarded[games]
        self._rewarded[games] = chips
        return rewards, self.states["seat"][games] < 0

    def _play_others(self, games: NDArray[np.int64]) -> None:
        """All other seats move until every learner is asked or his match is over."""
        if self._opponents is None:
            streams, log = self._streams, self.game.no_log
            self.game.loops.play_others_at_random(
                self.states, games, self.learners, streams, self._chance, log
            )
            return
        while True:
            asked = self.states["seat"][games]
            waiting = games[(asked >= 0) & (asked != self.learners[games])]
            if not waiting.size:
                return
            self._play_one(waiting)

    def _play_one(self, games: NDArray[np.int64]) -> None:
        """One move of whoever is asked in each of these games."""
        opponents = self._opponents or ()
        for opponent in {id(one): one for one in opponents}.values():
            theirs = [seat for seat, one in enumerate(opponents) if one is opponent]
            mine = games[np.isin(self.states["seat"][games], theirs)]
            if not mine.size:
                continue
            views = records(len(mine), self.game.view)
            masks = np.zeros((len(mine), self.game.num_actions), np.int8)
            self.game.loops.write_views(self.states, mine, views, 0, len(mine))
            self.game.loops.write_masks_of(self.states, mine, masks)
            actions = np.asarray(opponent.act(views, masks, self._generator), np.int64)
            refused = self._move(mine, actions)
            if refused >= 0:
                legal = ", ".join(self.game.action_names(self.states["legal"][mine[refused]]))
                raise IllegalAction(
                    f"opponent {opponent!r} chose {actions[refused]}; legal: {legal}"
                )

    def _move(self, games: NDArray[np.int64], actions: NDArray[np.int64]) -> int:
        """One move in each of these games; the place of the first refused one, else -1."""
        move: int = self.game.loops.move_games(
            self.states, games, self._chance, self.game.no_log, actions
        )
        return move

    def observations(self) -> NDArray[np.int8]:
        """What every learner sees, (games, length)."""
        size = self.game.layout.length(self.num_players)
        seen = np.empty((len(self.states), size), np.int8)
        self.game.loops.write_learners(self.states, self.learners, self._scratch, seen)
        return seen

    def masks(self) -> NDArray[np.int8]:
        """The learners' legal actions, (games, actions); ones where a match is over, as in PGX."""
        masks = np.zeros((len(self.states), self.game.num_actions), np.int8)
        self.game.loops.write_masks(self.states, 0, len(self.states), masks)
        masks[self.states["seat"] < 0] = 1
        return masks


class _RandomOpponent:
    """Uniformly random legal play from views, for tables where only some seats are given."""

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        actions: NDArray[np.int64] = (rng.random(masks.shape) * masks).argmax(axis=1)
        return actions


def _by_seat(
    opponents: Opponent | Sequence[Opponent | None] | None, num_players: int
) -> list[Opponent] | None:
    """One opponent a seat; None when all play at random."""
    if opponents is None:
        return None
    if not isinstance(opponents, Sequence):
        opponents = [opponents] * num_players
    if len(opponents) != num_players:
        raise ValueError(
            f"opponents: {len(opponents)} of them, expected one, or one for each of the "
            f"{num_players} seats (the learner's own is not used)"
        )
    at_random = _RandomOpponent()
    table: list[Opponent] = [at_random if one is None else one for one in opponents]
    for one in table:
        if not callable(getattr(one, "act", None)):
            raise ValueError(f"opponents: {one!r} has no act(views, masks, rng)")
    return table
