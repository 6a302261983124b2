"""What agents, training and evaluation need to know of Trynka."""

from __future__ import annotations

from functools import partial

from agents.game_agents import BuiltIn, Features, GameAgents, Suite
from agents.search.pimc import PIMCAgent
from agents.search.policy_search import PolicySearchAgent
from agents.trynka import features
from agents.trynka.card_features import CARD_WIDTH
from agents.trynka.expert import ExpertAgent
from agents.trynka.greedy import GreedyAgent
from agents.trynka.playout import PLAYOUT
from agents.uniform import UniformAgent
from marriage_env.trynka.rules import LARGEST_HAND

BUILT_IN = {
    "random": BuiltIn(UniformAgent, "a uniformly random legal action"),
    "greedy": BuiltIn(GreedyAgent, "a winning club if one can be laid, or a low card"),
    "expert": BuiltIn(ExpertAgent, "the turn that brings most, planned to its end"),
    "pimc": BuiltIn(
        partial(PIMCAgent, "trynka", exact=0),
        "search over worlds sampled from the view, played out by expert",
        ("worlds", "playout", "threads"),
    ),
    "search": BuiltIn(
        partial(PolicySearchAgent, "trynka"),
        "search over worlds sampled from the view, played out by a learned policy",
        ("worlds",),
        ("policy",),
        "policy=expert",
    ),
}

AGENTS = GameAgents(
    game="trynka",
    built_in=BUILT_IN,
    features=Features(
        version=features.FEATURES_VERSION,
        slots=LARGEST_HAND,
        card_width=CARD_WIDTH,
        width=features.width,
        encode_views=features.encode_views,
        # Saucers are won by declarations, which are always made (T3).
        unshown_rules=("saucer_stake", "marriage_saucer"),
    ),
    playout=PLAYOUT,
    suite=Suite(
        opponents=("random", "greedy", "expert"),
        search="pimc:worlds=32",
        # What `literal` changes is the same whatever is played, so that it cancels out.
        rules=("typical", "nain_jaune"),
        search_deals={3: 600, 4: 500, 6: 300, 10: 150},
    ),
    exploiters=("random", "greedy", "expert"),
    speed_players=(4, 10),
)
