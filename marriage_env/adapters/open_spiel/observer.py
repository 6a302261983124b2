"""What players observe: tensors in named pieces, and strings that people can read."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.adapters.open_spiel.play import Play
from marriage_env.adapters.open_spiel.setting import Setting
from marriage_env.compiler.jit import records


class SpielObserver:
    """A player's observation (without perfect recall) or information state (with it).

    `tensor` is float32: `player`, one-hot, then the blocks of the environments' observations, in
    `dict` by name. In an information state each block has one row a deal, (deals, *shape): deals
    that are over as they ended, then the deal under way, then zeros. An observation is that of the
    deal under way, and has perfect recall of it alone. It is all zero while cards are dealt.
    """

    def __init__(self, setting: Setting, kind: Any) -> None:
        layout, players = setting.game.layout, setting.players
        self._setting, self._recalls = setting, bool(kind.perfect_recall)
        self._deals = setting.match.deals if self._recalls else 1
        self._vectors = np.zeros((self._deals, layout.length(players)), np.int8)
        self._places = layout.places(players)
        self.tensor = np.zeros(players + self._vectors.size, np.float32)
        self.dict = {"player": self.tensor[:players]}
        at = players
        for block in layout.blocks:
            shape = block.shape(players)
            size = self._deals * int(np.prod(shape))
            whole = (self._deals, *shape) if self._recalls else shape
            self.dict[block.name] = self.tensor[at : at + size].reshape(whole)
            at += size

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player of a state knows into `tensor`."""
        self.tensor.fill(0)
        if player < 0:  # asked for the shape alone
            return
        self.dict["player"][player] = 1
        play: Play = state.play
        known = self._known(play)
        game, view = self._setting.game, records(1, self._setting.game.view)
        for row, states in enumerate(known):
            game.write_view(states, 0, player, view, 0)
            game.encode(view, 0, self._vectors[row])
        rows = self._vectors[: len(known)]
        for name, place in self._places.items():
            piece = self.dict[name]
            if self._recalls:
                piece[: len(known)] = rows[:, place].reshape(len(known), *piece.shape[1:])
            elif known:
                piece[...] = rows[0, place].reshape(piece.shape)

    def _known(self, play: Play) -> list[Any]:
        """The (1,) STATEs whose views are shown."""
        now = [] if play.is_dealing or play.is_over or play.states is None else [play.states]
        if self._recalls:
            return [*play.ends, *now]
        return play.ends[-1:] if play.is_over else now

    def string_from(self, state: Any, player: int) -> str:
        """What a player knows, as text: of all deals, or of the deal under way."""
        play: Play = state.play
        if self._recalls:
            return play.text(player)
        first = len(play.told) - (0 if play.is_dealing else 1)
        chips = "chips " + " ".join(map(str, play.chips))
        return f"{play.text(player, max(first, 0))}\n{chips}"
