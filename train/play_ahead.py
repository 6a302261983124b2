"""`PlayAhead`: the matches of the next update are played while this update learns from the last.

The rollout that update k + 1 learns from is played during update k, by a copy of the network as it
was before that update. So it is always one update behind. The log probabilities stored with it are
those of the copy, which keeps PPO's ratios right (`DecisionBuffer.clip_around`). Neither timing nor
the number of cores changes anything. Only learning has a thread of its own: signals, opponents and
their processes stay in the caller's.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait

import torch

from agents.learned.network import CardNetwork, weight_shapes, weights_of
from train.collect import Decisions
from train.run_state import RunState

_PLAYER = "player."  # prefixes the weights that play in the state of a run


class PlayAhead:
    """Plays the next rollout while a thread learns from the one before it.

    A run's state holds what the rollout in hand was played from, and not the rollout, which is
    played again after a run is resumed.

    Args:
        network: the one that learns.
        play: plays a rollout with `self.network` and the streams of `streams`.
        streams: the state of all random streams that playing advances.
    """

    def __init__(
        self,
        network: CardNetwork,
        play: Callable[[], Decisions],
        streams: Callable[[], RunState],
    ) -> None:
        self.network = copy.deepcopy(network)
        self._learning, self._play, self._streams = network, play, streams
        self._thread = ThreadPoolExecutor(1, "learner")
        self._rollout: Decisions | None = None
        self._begun_from: RunState | None = None  # the state of the rollout in hand

    def take(self) -> Decisions:
        """The rollout in hand, which is played now if there is none yet."""
        rollout, self._rollout = self._rollout, None
        return self._play() if rollout is None else rollout

    def play_during(self, learn: Callable[[], None], abandon: Callable[[], None]) -> Future[None]:
        """Play the next rollout with the network as it is now, while `learn` changes it.

        Returns the future of `learn`, which may still go on. If playing is interrupted, `abandon`
        is called and must let `learn` end early.
        """
        self.network.load_state_dict(self._learning.state_dict())
        self._begun_from = self._player()
        learning = self._thread.submit(learn)
        try:
            self._rollout = self._play()
        except BaseException:
            abandon()
            wait([learning])
            raise
        return learning

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown()

    def state(self) -> RunState:
        """What the rollout in hand, or else the next one, is played from."""
        return self._player() if self._begun_from is None else self._begun_from

    def restore(self, saved: RunState) -> None:
        """Take the weights that play from `saved`; ValueError names what does not fit."""
        shapes = weight_shapes(self.network.shape)
        weights = {name: saved.array(_PLAYER + name, "f4", shapes[name]) for name in shapes}
        self.network.load_state_dict(
            {name: torch.from_numpy(array) for name, array in weights.items()}
        )
        self._rollout, self._begun_from = None, None

    def _player(self) -> RunState:
        weights = {_PLAYER + name: one for name, one in weights_of(self.network).items()}
        return self._streams().with_more({}, weights)
