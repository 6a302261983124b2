"""The games as games of OpenSpiel, written in Python over the same engine.

    import pyspiel
    import marriage_env.adapters.open_spiel  # registers them

    game = pyspiel.load_game("python_mariage(players=5,preset=typical,deals=1)")

`python_mariage`, `python_trynka` and `python_small_mariage`; docs/openspiel.md has their parameters
and everything else. This module needs OpenSpiel (`pip install marriage-env[openspiel]`); nothing
else in the package imports it.
"""

try:
    import pyspiel  # noqa: F401
except ImportError as error:
    raise ImportError(
        "marriage_env.adapters.open_spiel needs OpenSpiel: pip install 'marriage-env[openspiel]' "
        "(Python 3.11 or later)"
    ) from error

from marriage_env.adapters.open_spiel.bot import AgentBot, AgentPolicy
from marriage_env.adapters.open_spiel.game import SpielGame, SpielState, register

__all__ = ["AgentBot", "AgentPolicy", "SpielGame", "SpielState"]

register()
