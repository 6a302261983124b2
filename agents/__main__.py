"""`python -m agents`: the built-in agents, their options, and what a decision costs here."""

from __future__ import annotations

import sys

from agents.cost import microseconds
from agents.registry import BUILT_IN, load


def main() -> int:
    """Print the list."""
    print(f"{'agent':<8}{'us a decision':>14}   what it plays")
    for name, entry in BUILT_IN.items():
        print(f"{name:<8}{microseconds(load(name)):>14,.1f}   {entry.line}")
        if entry.options:
            options = ", ".join(f"{key}={value}" for key, value in entry.defaults().items())
            print(f"{'':<25}options: {options}")
    print("\nalso: the path of a checkpoint (runs/demo/final.zip), or package.module:factory")
    return 0


if __name__ == "__main__":
    sys.exit(main())
