"""Games with one learner's seat each, the others played inside: the core of the Gymnasium API."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import records
from marriage_env.core.arguments import as_int, as_options, shown
from marriage_env.core.bits import lowest
from marriage_env.core.decks import check_dealer
from marriage_env.core.rng import Purpose, child_seeds, pick, seed_for, stream_of
from marriage_env.errors import IllegalAction
from marriage_env.game import Game, Match
from marriage_env.interfaces.agent_answers import WrongAnswer, move_as_answered
from marriage_env.interfaces.match_log import MatchLog
from marriage_env.interfaces.opponents import Opponents, opponents_by_seat
from marriage_env.interfaces.penalty import illegal_rewards
from marriage_env.interfaces.pictures import Moment
from marriage_env.interfaces.warm_up import compile_engine

# A learner that is not to act in so many matches in a row never will be.
_MOST_SKIPPED = 10_000
# Types of attributes that a match changes in place.
_CHANGING = (np.ndarray, np.random.Generator, MatchLog)


class LearnerGames:
    """A batch of matches, each with a learner's seat; between calls the learners are to act.

    A match that ends before its learner is to act (another player is out first) is skipped: another
    one begins in its place. `skipped_matches` and `skipped_chips`, each (games,) int64, say how
    many were skipped before the match under way, and what the learner won or lost in them.

    Args:
        opponents: None or "random" for uniformly random legal play, an Opponent or the spec of an
            agent for all seats, or a sequence of num_players of these, by seat.
        seat: the learner's, or None to draw it afresh for every match.
        keeps_events: of a batch of one, for pictures; the others' moves then take longer.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        match: Match,
        opponents: Opponents,
        seat: int | None,
        keeps_events: bool = False,
    ) -> None:
        num_players = match.num_players
        if seat is not None:
            seat = as_int("seat", seat, 0, num_players - 1, besides=", or None")
        compile_engine(game.name)
        self.game = game
        self.num_players, self._rules, self._seat = num_players, match.rules, seat
        self._opponents = opponents_by_seat(opponents, game, match)
        self.states = game.new_games(num_envs, match)
        self._most_lost = game.most_lost(num_players, match.rules)
        self.learners = np.zeros(num_envs, np.int64)
        self._streams = np.zeros((num_envs, 4), np.uint32)
        self._rewarded = np.zeros(num_envs, np.int32)
        self.skipped_matches = np.zeros(num_envs, np.int64)
        self.skipped_chips = np.zeros(num_envs, np.int64)
        self._chance = game.chance_rows(None, num_players)
        self._scratch = records(1, game.view)
        self._events = MatchLog(game, keeps_events and num_envs == 1)

    def seed(self, seed: int | None) -> None:
        """Seed all random streams: of packs, of seats and of the opponents' play."""
        packs, others, own = child_seeds(seed_for(Purpose.LEARNER, seed), 3)
        num_envs = len(self.states)
        for i, (pack, other) in enumerate(
            zip(child_seeds(packs, num_envs), child_seeds(others, num_envs), strict=True)
        ):
            self.states["stream"][i] = stream_of(pack)
            self._streams[i] = stream_of(other)
        self._generator = np.random.default_rng(own)

    @contextmanager
    def undone_on_error(self) -> Iterator[None]:
        """Restore everything, random streams included, if the block raises."""
        before = {
            name: copy.deepcopy(value) if isinstance(value, _CHANGING) else value
            for name, value in vars(self).items()
        }
        try:
            yield
        except BaseException:
            vars(self).clear()
            vars(self).update(before)
            raise

    @contextmanager
    def undone_if_opponents_fail(self) -> Iterator[None]:
        """`undone_on_error` where there are opponents; random play does not fail."""
        if self._opponents is None:
            yield
        else:
            with self.undone_on_error():
                yield

    def begin(self, games: NDArray[np.int64], options: Mapping[str, Any] | None = None) -> None:
        """Begin a match in the listed games; `options` as for `raw_env.reset`.

        Raises ValueError for wrong options, and for packs or accidents of a match that ends before
        the learner is to act: the match after it could not have them too.
        """
        options = as_options(options)
        chance = self.game.chance_rows(options, self.num_players, self._rules)
        dealer = check_dealer(options.get("dealer"), self.num_players)
        self._chance = chance
        self.skipped_matches[games] = self.skipped_chips[games] = 0
        for _ in range(_MOST_SKIPPED):
            self._begin_once(games, dealer)
            games = games[self.states["seat"][games] < 0]
            if not games.size:
                return
            seats = self.learners[games]
            if len(chance):
                learner = f"the learner, seat {seats[0]},"
                raise ValueError(f"options: the match given ends before {learner} is to act")
            self.skipped_matches[games] += 1
            self.skipped_chips[games] += self.states["table"]["chips"][games, seats]
        raise RuntimeError(f"seat {seats[0]} was not to act in {_MOST_SKIPPED} matches running")

    def _begin_once(self, games: NDArray[np.int64], dealer: int) -> None:
        """Begin a match in each of these games, and play to the learner's first move or its end."""
        drawn = self._generator.integers(self.num_players, size=len(games))
        self.learners[games] = drawn if self._seat is None else self._seat
        self._rewarded[games] = 0
        self._events.start()
        for i in games:
            self.game.reset(self.states, i, self._chance, self._events.log, dealer)
        self._play_others(games)

    def are_legal(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether each learner's action is legal, (games,) bool; actions are (games,) integers."""
        legal: NDArray[np.bool_] = (self.states["legal"] >> actions & 1) == 1
        return legal

    def illegal_rewards(self, games: NDArray[np.int64]) -> NDArray[np.float64]:
        """The rewards of illegal actions of the listed learners, (games,): interfaces.penalty."""
        seats, booked = self.learners[games], self._rewarded[games]
        return illegal_rewards(self.game, self._most_lost, self.states, games, seats, booked)

    def move(
        self, games: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """Make the learners' moves in the listed games, all of them legal.

        Returns the chips that each learner won or lost since its last move (or the beginning), and
        which matches are over, each (games,).
        """
        log, chance = self._events.log, self._chance
        refused = self.game.loops.move_games(self.states, games, chance, log, actions)
        self._events.make_room()
        if refused >= 0:
            i, action = int(games[refused]), int(actions[refused])
            raise IllegalAction(f"game {i}: {self.game.refusal(self.states, i, action)}")
        self._play_others(games)
        chips = self.states["table"]["chips"][games, self.learners[games]]
        rewards = chips - self._rewarded[games]
        self._rewarded[games] = chips
        return rewards, self.states["seat"][games] < 0

    def _play_others(self, games: NDArray[np.int64]) -> None:
        """Let the other seats move until every learner is to act or its match is over."""
        if self._opponents is None and not self._events.kept:
            streams, log = self._streams, self.game.no_log
            refused = self.game.loops.play_others_at_random(
                self.states, games, self.learners, streams, self._chance, log
            )
            if refused >= 0:
                raise RuntimeError(f"game {games[refused]}: a random legal move was refused")
            return
        while True:
            to_act = self.states["seat"][games]
            waiting = games[(to_act >= 0) & (to_act != self.learners[games])]
            if not waiting.size:
                return
            self._play_one(waiting)

    def _play_one(self, games: NDArray[np.int64]) -> None:
        """One move of the seat to act in each of these games."""
        if self._opponents is None:
            legal = self.states["legal"][games]
            moves = [lowest(pick(self._streams[i], bits)) for i, bits in zip(games, legal)]
            self._answer(games, np.array(moves, np.int64))
        opponents = self._opponents or ()
        seats = self.states["seat"][games]
        for opponent in {id(one): one for one in opponents}.values():
            theirs = [seat for seat, one in enumerate(opponents) if one is opponent]
            mine = games[np.isin(seats, theirs)]
            if not mine.size:
                continue
            chosen = opponent.act(*self.game.look(self.states, mine), self._generator)
            try:
                self._answer(mine, chosen)
            except WrongAnswer as error:
                name = getattr(opponent, "name", opponent)
                raise IllegalAction(f"opponent {shown(name)} {error.what}") from error

    def _answer(self, games: NDArray[np.int64], chosen: object) -> None:
        """Make these moves; WrongAnswer for what are none."""
        log = self._events.log
        move_as_answered(self.game, self.states, games, chosen, self._chance, log)
        self._events.make_room()

    def observations(self) -> NDArray[np.int8]:
        """What every learner sees, (games, length)."""
        size = self.game.layout.length(self.num_players)
        seen = np.empty((len(self.states), size), np.int8)
        self.game.loops.write_learners(self.states, self.learners, self._scratch, seen)
        return seen

    def moment(self, i: Any) -> Moment:
        """Game `i` as it is now, for a picture."""
        events = self._events.events(self.num_players)
        return Moment(self.states[i : i + 1], events, int(self.learners[i]))

    def masks(self) -> NDArray[np.int8]:
        """The learners' legal actions, (games, actions) int8; the array belongs to the caller.

        Ones where a match is over, as in PGX, so that normalising a mask does not divide by 0.
        """
        masks = np.zeros((len(self.states), self.game.num_actions), np.int8)
        self.game.loops.write_masks(self.states, 0, len(self.states), masks)
        masks[self.states["seat"] < 0] = 1
        return masks
