"""Evaluation of agents: a folder for each command of `python -m eval`."""

from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
