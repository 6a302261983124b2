"""PGX on the CPU: batches of random legal play, each scan of moves one compiled call."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from eval.speed.timing import Meter, repeat

# Moves of a call, by game and batch: calls of some tens of milliseconds. The best batch is used.
BATCHES = {
    "connect_four": (1024, 4096, 8192),
    "leduc_holdem": (1024, 4096, 8192),
    "sparrow_mahjong": (1024, 4096),
}
MOVES = {"connect_four": 1 << 17, "leduc_holdem": 1 << 16, "sparrow_mahjong": 1 << 12}
_TRIAL_SECONDS = 0.3


def _rollout(game: str, batch: int, length: int) -> tuple[Any, Any, Any]:
    """The compiled scan, with states and key to begin from.

    Observation, mask and rewards are part of every state, so a scan computes them at every move.
    Choosing by the running sum of the mask is faster here than `jax.random.categorical`, and
    threefry faster than the other generators.
    """
    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def move(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        places = jnp.cumsum(state.legal_action_mask, axis=-1)
        wanted = jax.random.uniform(choice, (batch,)) * places[:, -1]
        action = jnp.argmax(places > wanted.astype(jnp.int32)[:, None], axis=-1)
        state = step(state, action, jax.random.split(chance, batch))
        return (state, key), state.rewards.sum()

    def run(state: Any, key: Any) -> Any:
        return jax.lax.scan(move, (state, key), None, length=length)

    key = jax.random.key(1)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
    return jax.jit(run), states, key


def _meter(game: str, batch: int) -> Meter:
    """One batch size, compiled."""
    length = max(1, MOVES[game] // batch)
    run, states, key = _rollout(game, batch, length)
    current = run(states, key)[0]
    jax.block_until_ready(current)

    def play() -> int:
        nonlocal current
        current, rewards = run(*current)
        jax.block_until_ready((current, rewards))
        return batch * length

    return Meter(lambda seconds: repeat(play, seconds), f"batch of {batch:,}")


def best(game: str) -> Meter:
    """The batch size that is fastest in a short trial."""
    trials = [_meter(game, batch) for batch in BATCHES[game]]

    def rate(meter: Meter) -> float:
        sample = meter.read(_TRIAL_SECONDS)
        return sample.count / sample.seconds

    return max(trials, key=rate)


WORKLOADS: dict[str, Callable[[], Meter]] = {game: partial(best, game) for game in BATCHES}
