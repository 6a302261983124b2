"""What agents, training and evaluation need to know of small Mariage."""

from __future__ import annotations

from functools import partial

from agents.game_agents import BuiltIn, Features, GameAgents, Suite
from agents.search.ismcts import ISMCTSAgent
from agents.search.pimc import PIMCAgent
from agents.search.policy_search import PolicySearchAgent
from agents.small_mariage import features
from agents.small_mariage.card_features import CARD_WIDTH
from agents.small_mariage.expert import ExpertAgent
from agents.small_mariage.greedy import GreedyAgent
from agents.small_mariage.playout import PLAYOUT
from agents.uniform import UniformAgent
from marriage_env.small_mariage.rules import LARGEST_HAND

BUILT_IN = {
    "random": BuiltIn(UniformAgent, "a uniformly random legal action"),
    "greedy": BuiltIn(GreedyAgent, "what looks best at a glance"),
    "expert": BuiltIn(ExpertAgent, "what a card should bring now against its worth in hand"),
    "pimc": BuiltIn(
        partial(PIMCAgent, "small_mariage", exact=0),
        "search over worlds sampled from the view, played out by expert",
        ("worlds", "playout", "threads"),
    ),
    "ismcts": BuiltIn(
        partial(ISMCTSAgent, "small_mariage", exact=0),
        "one search tree over all sampled worlds, against strategy fusion",
        ("sims", "explore", "threads"),
    ),
    "search": BuiltIn(
        partial(PolicySearchAgent, "small_mariage"),
        "search over worlds sampled from the view, played out by a learned policy",
        ("worlds",),
        ("policy",),
        "policy=expert",
    ),
}

AGENTS = GameAgents(
    game="small_mariage",
    built_in=BUILT_IN,
    features=Features(
        version=features.FEATURES_VERSION,
        slots=LARGEST_HAND,
        card_width=CARD_WIDTH,
        width=features.width,
        encode_views=features.encode_views,
        # A pack of two suits is too small for three hands of three.
        sampled_numbers={"suits": (3, 4), "hand_cards": (2, 3), "queen_fine": (0, 1, 2)},
    ),
    playout=PLAYOUT,
    suite=Suite(
        opponents=("random", "greedy", "expert"),
        search="pimc:worlds=32",
        rules=("typical", "queen_paid", "large"),
        search_deals={2: 600, 3: 400},
    ),
    exploiters=("random", "greedy", "expert"),
    speed_players=(2, 3),
)
