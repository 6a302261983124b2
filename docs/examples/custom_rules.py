"""Rules of your own: what does a fine of three chips do to random play?

.venv/bin/python -m docs.examples.custom_rules
"""

import numpy as np

from marriage_env import Rules, VectorEnv
from marriage_env.mariage.actions import WITHHOLD

MATCHES = 2000


def kept_back(fine: int, seed: int = 1) -> float:
    """How many chips a random player pays per deal for queens kept back."""
    rules = Rules(queen_fine=fine)
    env = VectorEnv(MATCHES, 5, rules, deals=1, observations=False)
    rng, seen, paid = np.random.default_rng(seed), env.reset(seed), 0
    open_ = np.ones(MATCHES, bool)  # the first match of each game
    while open_.any():
        nth = (rng.random(MATCHES) * seen.masks.sum(axis=1)).astype(int)
        actions = (seen.masks.cumsum(axis=1) > nth[:, None]).argmax(axis=1)
        kept = open_ & (actions == WITHHOLD)
        seen = env.step(actions)
        paid -= int(seen.rewards[kept].min(axis=1, initial=0).sum())
        open_ &= ~seen.done
    return paid / MATCHES


if __name__ == "__main__":
    for fine in (0, 1, 3):
        print(f"a fine of {fine}: {kept_back(fine):.3f} chips a deal")
