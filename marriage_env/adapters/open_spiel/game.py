"""The games and their states as OpenSpiel has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from marriage_env.adapters.open_spiel.observer import SpielObserver
from marriage_env.adapters.open_spiel.play import Play
from marriage_env.adapters.open_spiel.resampling import resampled
from marriage_env.adapters.open_spiel.setting import Setting, setting_of, specification
from marriage_env.core.cards import NUM_CARDS, card_name
from marriage_env.game import GAMES, Game, Records, game_named
from marriage_env.interfaces.warm_up import compile_engine


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state: of chance while a dealer is chosen and cards are dealt, else of the seat to act.

    `play` is the match; it is read only.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = Play(game.setting)

    def current_player(self) -> int:
        """The seat to act, CHANCE or TERMINAL."""
        if self.play.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.play.is_dealing else self.play.seat

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.play.is_over

    def returns(self) -> list[float]:
        """The chips of every seat at the end of the match, stakes included; 0 before."""
        if not self.play.is_over:
            return [0.0] * self.play.setting.players
        return [float(chips) for chips in self.play.chips]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A dealer's seat, or a card by its id, with its probability."""
        return self.play.chances()

    def _legal_actions(self, player: int) -> list[int]:
        legal = self.play.legal
        return [action for action in range(legal.bit_length()) if legal >> action & 1]

    def _apply_action(self, action: int) -> None:
        if self.play.is_dealing:
            self.play.move_chance(action)
        else:
            self.play.move(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.play.setting.game.action_name(action)
        return f"dealer p{action}" if self.play.dealer < 0 else f"deal {card_name(action)}"

    def __str__(self) -> str:
        return self.play.whole_text()

    def chips(self) -> list[int]:
        """The chips of every seat now, those staked and paid in this deal included."""
        return self.play.chips

    def view(self, player: int) -> Records:
        """(1,) VIEW of a player, as agents take it; ValueError while cards are dealt."""
        return self.play.view(player)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """A state in which this player has seen the same, its hidden cards sampled uniformly.

        `probability_sampler` gives uniform numbers from 0 to 1 and is the only source of chance.
        """
        words = [int(probability_sampler() * 2**32) for _ in range(4)]
        state = self.get_game().new_initial_state()
        for action in resampled(self.play, player_id, np.random.default_rng(words)):
            state.apply_action(action)
        return state  # type: ignore[no-any-return]


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A match of one of the games, by the parameters of `setting.specification`."""

    kind: Game  # set by `register`
    game_type: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        defaults = specification(self.kind)
        self.setting = setting_of(self.kind, given)
        changed = {name: value for name, value in given.items() if value != defaults[name]}
        super().__init__(self.game_type, _info(self.setting), changed)
        compile_engine(self.kind.name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def new_initial_state(self) -> SpielState:
        """The state before the first dealer is chosen."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The lot for the dealer and every card dealt."""
        return _chance_nodes(self.setting)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> SpielObserver | None:
        """An observer of one player's public and private information, with perfect recall or not.

        None, as `make_observation` has it, for types that show only one of them, or the cards of
        all players. ValueError for parameters, of which there are none.
        """
        if params:
            raise ValueError(f"params={params}: expected no parameters of observations")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        one_player = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return SpielObserver(self.setting, kind) if kind.public_info and one_player else None


def _loaded(text: str) -> Any:
    """The game of a text; to unpickle it imports this module, which registers the games."""
    return pyspiel.load_game(text)


def _chance_nodes(setting: Setting) -> int:
    return (setting.dealer < 0) + setting.match.deals * sum(setting.groups)


def _info(setting: Setting) -> Any:
    """Bounds of what a match can bring. A seat wins at most what all others lose."""
    game, match, players = setting.game, setting.match, setting.players
    lost = match.deals * game.most_lost(players, match.rules)
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=NUM_CARDS,
        num_players=players,
        min_utility=-float(lost),
        max_utility=float((players - 1) * lost),
        utility_sum=None if game.places else 0.0,
        max_game_length=match.deals * game.most_decisions(players, match.rules),
    )


def _type(name: str, game: Game) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=f"python_{name}",
        long_name=f"Python {game.texts.title.title()}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        # What nobody has won stays on the table, where chips lie there.
        utility=kind.Utility.GENERAL_SUM if game.places else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(game),
    )


def register() -> None:
    """Register every game of the package, `python_` before the name of its folder."""
    for name in GAMES:
        game = game_named(name)
        game_type = _type(name, game)
        members = {"kind": game, "game_type": game_type, "__doc__": SpielGame.__doc__}
        made = type(f"Spiel{name.title().replace('_', '')}", (SpielGame,), members)
        pyspiel.register_game(game_type, made)
