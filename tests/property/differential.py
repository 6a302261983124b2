"""Play one match in the environment and in the reference model, and compare them step by step."""

from __future__ import annotations

import json
import random
from dataclasses import asdict

from marriage_env import Rules, marriage_v0
from marriage_env.core.cards import card_name, names_of, pack_for
from tests.reference.model import Chance, Match

KINDS = {"C": 0, "D": 1, "H": 2, "S": 3}


def chances(rng: random.Random, players: int, packs: int, rate: float) -> list[Chance]:
    """Shuffled packs, each with accidents at a rate."""
    made = []
    for _ in range(packs):
        pack = [card_name(card) for card in pack_for(players)]
        rng.shuffle(pack)
        faulty = rng.randint(1, 6) if rng.random() < rate else 0
        made.append(Chance(pack, rng.random() < rate, rng.random() < rate, faulty))
    return made


def public_of_env(env: marriage_v0.raw_env) -> dict[str, object]:
    """What both sides can be asked for, from the environment."""
    n = env.max_num_agents
    table = env._states[0]["table"]
    laid = [
        {seat: card_name(int(row[seat])) for seat in range(n) if row[seat] >= 0}
        for row in table["laid"]
    ]
    return {
        "phase": env.phase.name,
        "chips": env.chips.tolist(),
        "boxes": env.boxes,
        "tricks": env.tricks.tolist(),
        "hands": [set(hand) for hand in env.hands],
        "trump": env.trump,
        "dealer": env.dealer,
        "shown": [set(names_of(cards)) for cards in table["shown"][:n]],
        "known": [set(names_of(cards)) for cards in table["known"][:n]],
        "laid": [trick for trick in laid if trick],
        "takers": [int(taker) for taker in table["taker"] if taker >= 0],
        "revokes": {(t, s) for t in range(5) for s in range(n) if table["revoked"][t, s]},
        "marriages": {(t, s) for t in range(5) for s in range(n) if table["married"][t, s]},
        "kept": {
            (t, s, suit)
            for t in range(5)
            for s in range(n)
            for suit, bit in KINDS.items()
            if table["kept"][t, s] >> bit & 1
        },
    }


def public_of_model(match: Match) -> dict[str, object]:
    """The same from the reference model."""
    return {
        "phase": match.phase,
        "chips": list(match.chips),
        "boxes": dict(match.boxes),
        "tricks": list(match.tricks),
        "hands": [set(hand) for hand in match.hands],
        "trump": match.trump,
        "dealer": match.dealer,
        "shown": [set(cards) for cards in match.shown],
        "known": [set(cards) for cards in match.known],
        "laid": [dict(trick) for trick in match.laid if trick],
        "takers": list(match.takers),
        "revokes": set(match.revokes),
        "marriages": set(match.marriages),
        "kept": set(match.kept),
    }


def compare(players: int, rules: Rules, deals: int, accident_rate: float, seed: int) -> int:
    """Play a match with random choices on both sides; the number of actions compared.

    A difference raises AssertionError with the match so far as a record.
    """
    rng = random.Random(seed)
    chance = chances(rng, players, 3 * deals, accident_rate)
    dealer = rng.randrange(players)
    match = Match(players, asdict(rules), deals, chance, dealer)
    env = marriage_v0.raw_env(num_players=players, rules=rules, deals=deals)
    accidents = [
        {"missed_deal": c.missed, "misdeal": c.misdeal, "faulty_pack": c.faulty} for c in chance
    ]
    env.reset(options={"deck": [c.pack for c in chance], "dealer": dealer, "accidents": accidents})
    try:
        return play_both(env, match, rng)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{json.dumps(env.record())}") from error


def play_both(env: marriage_v0.raw_env, match: Match, rng: random.Random) -> int:
    """Compare before and after every action to the end of the match; the number of actions."""
    steps = 0
    while True:
        mine, theirs = public_of_env(env), public_of_model(match)
        for name, value in theirs.items():
            assert mine[name] == value, f"{name} after {steps} actions"
        if match.asked is None:
            assert all(env.terminations.values()), "the model says that the match is over"
            return steps
        agent = f"player_{match.asked}"
        assert env.agent_selection == agent, f"who is asked after {steps} actions"
        mask = env.observe(agent)["action_mask"]
        assert set(mask.nonzero()[0].tolist()) == match.legal(), f"legal after {steps} actions"
        action = rng.choice(sorted(match.legal()))
        moved = match.step(action)
        env.step(action)
        assert list(env.rewards.values()) == moved, f"rewards of action {steps}"
        steps += 1
