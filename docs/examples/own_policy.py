"""Train a policy of your own on the batched environment, then measure it in duplicate deals.

    .venv/bin/python -m docs.examples.own_policy

One network plays every seat (self-play). Each decision learns from the chips that its seat won from
then to the end of the match, less the network's own estimate of them (actor-critic).
"""

import numpy as np
import torch

import marriage_env
from agents import load
from agents.arena.duplicate import measure_gain
from agents.arena.setting import Setting

GAMES, STEPS, CHIP = 256, 80, 0.25  # matches at once, moves between updates, reward of a chip


class Policy(torch.nn.Module):
    """A network, and an agent as `agents.protocol.Agent` describes it."""

    name = "own policy"

    def __init__(self, inputs, actions):
        super().__init__()
        self.body = torch.nn.Sequential(torch.nn.Linear(inputs, 128), torch.nn.ReLU())
        self.head = torch.nn.Linear(128, actions + 1)

    def forward(self, observations, masks):
        out = self.head(self.body(torch.as_tensor(observations).float()))
        return out[:, :-1].masked_fill(torch.as_tensor(masks) == 0, -1e9), out[:, -1]

    def act(self, views, masks, rng):
        with torch.no_grad():
            return self(marriage_env.observe(views), masks)[0].argmax(1).numpy()


def train(updates=300, players=5, seed=1):
    env = marriage_env.VectorEnv(GAMES, players, deals=1)
    seen, draws = env.reset(seed), torch.Generator().manual_seed(seed)
    with torch.random.fork_rng():  # the layers draw their weights from the global generator
        torch.manual_seed(seed)
        policy = Policy(seen.observations.shape[1], seen.masks.shape[1])
    optimizer = torch.optim.Adam(policy.parameters(), 1e-3)
    for update in range(updates):
        steps, to_go = [], np.zeros((GAMES, players), np.float32)
        for _ in range(STEPS):
            with torch.no_grad():
                logits, _ = policy(seen.observations, seen.masks)
            actions = torch.multinomial(logits.softmax(1), 1, generator=draws)[:, 0].numpy()
            after = env.step(actions)
            steps.append((seen, actions, after.rewards, after.done))
            seen = after
        ended, columns = np.zeros(GAMES, bool), []
        for before, actions, rewards, done in reversed(steps):
            to_go, ended = np.where(done[:, None], 0, to_go) + rewards, ended | done
            chips = to_go[np.arange(GAMES), before.seats] * CHIP
            use = ended & (before.masks.sum(1) > 1)  # finished matches, non-forced decisions
            columns.append([x[use] for x in (before.observations, before.masks, actions, chips)])
        observations, masks, actions, chips = map(np.concatenate, zip(*columns, strict=True))
        logits, values = policy(observations, masks)
        chosen = torch.distributions.Categorical(logits=logits)
        gain = torch.as_tensor(chips, dtype=torch.float32) - values
        taken = chosen.log_prob(torch.as_tensor(actions))
        loss = (-taken * gain.detach() + 0.5 * gain**2 - 0.01 * chosen.entropy()).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if update % 50 == 49:
            print(f"update {update + 1}: entropy {chosen.entropy().mean():.2f}", flush=True)
    return policy


if __name__ == "__main__":
    torch.set_num_threads(1)  # more are slow on a busy machine
    policy = train()
    for opponent in ("random", "greedy"):
        gain = measure_gain(policy, load(opponent), Setting(deals=5000, game="mariage"))
        print(f"gain over {opponent}: {gain.mean:+.3f} ± {gain.half_width:.3f} chips a deal")
