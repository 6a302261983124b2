"""`python -m eval ceiling AGENT`: what players who see every card gain on copies of an agent.

Such players are no fair ones: a player who sees only their own cards cannot be expected to gain as
much. Their gains bound what better play could still bring. There are two:

- `openhand`: exact max^n to the end of the deal, as if all hands were open to everyone and every
  player maximised their own chips; only for a game that has such a search;
- `answer`: tries each choice in the true game, which the agent plays on in all seats, and takes the
  one that ends best. It knows the cards and how everybody plays.
"""

from __future__ import annotations

import argparse
import json
import sys

from eval.ceiling.computation import ceiling, open_hand_player
from eval.execution import add_json, add_time_limit, add_trust, execution_of, setting_of
from eval.output.json_view import as_json
from eval.output.text_table import aligned, interval_text
from marriage_env.cli.options import add_game

NAME = "ceiling"
HELP = "what players who see every card gain on copies of an agent"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("agent", help="spec of the agent in all other seats")
    add_game(parser)
    parser.add_argument(
        "--deals",
        type=int,
        default=2000,
        help="duplicate deals (default 2000); each player more makes openhand 20 times slower",
    )
    parser.add_argument("--seed", type=int, default=1)
    add_time_limit(parser)
    add_trust(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    """Measure and print."""
    setting = setting_of(options, options.deals)
    if open_hand_player(options.game) is None:
        print(f"note: there is no open-hand search for {options.game}", file=sys.stderr)
    result = ceiling(options.agent, setting, execution_of(options))
    if options.json:
        print(json.dumps(as_json(result)))
        return
    rows = [["who sees all", "gain", "95 %"]]
    for name, one in result.gains.items():
        rows.append([name, f"{one.gain.mean:+.3f}", interval_text(one.gain.ci95)])
    print(aligned(rows))
