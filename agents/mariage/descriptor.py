"""What agents, training and evaluation need to know of Mariage."""

from __future__ import annotations

from functools import partial

from agents.game_agents import BuiltIn, Features, GameAgents, Suite
from agents.mariage import features
from agents.mariage.card_features import CARD_WIDTH
from agents.mariage.expert import ExpertAgent
from agents.mariage.greedy import GreedyAgent
from agents.mariage.open_hand import open_hand
from agents.mariage.playout import PLAYOUT
from agents.search.ismcts import ISMCTSAgent
from agents.search.pimc import PIMCAgent
from agents.search.policy_search import PolicySearchAgent
from agents.uniform import UniformAgent
from marriage_env.mariage.rules import HAND_SIZE

BUILT_IN = {
    "random": BuiltIn(UniformAgent, "a uniformly random legal action"),
    "greedy": BuiltIn(GreedyAgent, "what looks best at a glance"),
    "expert": BuiltIn(
        ExpertAgent, "what a card should bring now against its worth in hand", ("withhold",)
    ),
    "pimc": BuiltIn(
        partial(PIMCAgent, "mariage"),
        "search over worlds sampled from the view, played out by expert, then exactly",
        ("worlds", "exact", "playout", "threads"),
    ),
    "ismcts": BuiltIn(
        partial(ISMCTSAgent, "mariage"),
        "one search tree over all sampled worlds, against strategy fusion",
        ("sims", "exact", "explore", "threads"),
    ),
    "search": BuiltIn(
        partial(PolicySearchAgent, "mariage"),
        "search over worlds sampled from the view, played out by a learned policy",
        ("worlds",),
        ("policy",),
        "policy=pretrained:5",
    ),
}

AGENTS = GameAgents(
    game="mariage",
    built_in=BUILT_IN,
    features=Features(
        version=features.FEATURES_VERSION,
        slots=HAND_SIZE,
        card_width=CARD_WIDTH,
        width=features.width,
        encode_views=features.encode_views,
        # All but the fines change no decision.
        unshown_rules=(
            "stake",
            "faulty_pack_fine",
            "box_put_back",
            "hand_marriage_pays",
            "queen_fine",
            "revoke_fine",
        ),
    ),
    playout=PLAYOUT,
    open_hand=open_hand,
    suite=Suite(
        opponents=("random", "greedy", "expert"),
        search="pimc:worlds=32",
        rules=("typical", "modern", "classic"),
        search_deals={5: 300, 7: 150, 10: 75},
    ),
    exploiters=("random", "greedy", "expert", "expert:withhold=1"),
    pretrained=("5", "any"),
    speed_players=(5, 10),
)
