"""`python -m agents`: the built-in agents, their options, and what a decision costs here."""

from __future__ import annotations

import sys

from agents.cost import microseconds
from agents.registry import BUILT_IN, PRETRAINED, load


def main() -> int:
    """Print the list."""
    print(f"{'agent':<8}{'us a decision':>14}   what it plays")
    for name, entry in BUILT_IN.items():
        agent = load(f"{name}:{entry.example}")
        print(f"{name:<8}{microseconds(agent):>14,.1f}   {entry.line}")
        if (options := entry.options_text()) != "none":
            print(f"{'':<25}options: {options}")
    for file in sorted(PRETRAINED.glob("*.zip")):
        name = f"pretrained:{file.stem}"
        print(f"{name}\n{'':<8}{microseconds(load(name)):>14,.1f}   the network of that name")
    print("\nalso: the path of a checkpoint (runs/demo/final.zip), or package.module:factory")
    return 0


if __name__ == "__main__":
    sys.exit(main())
