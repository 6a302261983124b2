"""The snippets of docs/ecosystem.md, by the library of their section."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "ecosystem.md"
# The module without which a section's snippets cannot run.
MODULES = {
    "PettingZoo": "pettingzoo",
    "Gymnasium": "gymnasium",
    "Stable-Baselines3": "sb3_contrib",
    "A PPO loop of your own": "torch",
    "TorchRL": "torchrl",
    "Tianshou": "tianshou",
    "SuperSuit": "supersuit",
    "AgileRL": "agilerl",
}


def snippets() -> dict[str, str]:
    """The Python blocks of the page, by "SECTION NUMBER"."""
    found = {}
    for section in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title = section.partition("\n")[0]
        blocks = re.findall(r"^```python\n(.*?)^```", section, flags=re.MULTILINE | re.DOTALL)
        for number, block in enumerate(blocks, 1):
            found[f"{title} {number}"] = block
    return found
