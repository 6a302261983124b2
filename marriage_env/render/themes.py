"""The colours of pictures. No meaning is carried by colour alone."""

from __future__ import annotations

from dataclasses import dataclass

from marriage_env.core.arguments import shown


@dataclass(frozen=True)
class Theme:
    """Colours, "#rrggbb"."""

    paper: str  # behind everything
    felt: str  # the table
    rim: str  # its edge
    panel: str
    ink: str  # text and lines
    faint: str
    strong: str  # behind the words of the seat to act, and round cards that stand out
    on_strong: str
    card: str
    card_line: str
    black_suits: str
    red_suits: str
    red_sign: str  # a red suit that stands on the paper
    legal: str  # round a card that may be laid
    back: str  # of cards
    back_line: str
    box: str  # for chips
    chip: str


LIGHT = Theme(
    paper="#ffffff",
    felt="#e3ede4",
    rim="#9db5a1",
    panel="#ffffff",
    ink="#1c2321",
    faint="#5a6661",
    strong="#1c2321",
    on_strong="#ffffff",
    card="#ffffff",
    card_line="#3c4643",
    black_suits="#111111",
    red_suits="#c01622",
    red_sign="#c01622",
    legal="#1a6fc4",
    back="#5d7391",
    back_line="#ffffff",
    box="#fbf7ea",
    chip="#d9a441",
)
DARK = Theme(
    paper="#14181b",
    felt="#1d2f29",
    rim="#46695c",
    panel="#232a2e",
    ink="#eef2f0",
    faint="#a9b6b0",
    strong="#f2c14e",
    on_strong="#14181b",
    card="#f4f1e8",
    card_line="#0b0d0e",
    black_suits="#111111",
    red_suits="#c01622",
    red_sign="#ff7a75",
    legal="#4fa3f7",
    back="#4a6285",
    back_line="#c9d4e4",
    box="#2d3430",
    chip="#d9a441",
)
THEMES = {"light": LIGHT, "dark": DARK}


def theme_named(name: object) -> Theme:
    """The theme of a name; ValueError names those there are."""
    if not isinstance(name, str) or name not in THEMES:
        allowed = " or ".join(map(repr, THEMES))
        raise ValueError(f"theme={shown(name)}: expected {allowed}")
    return THEMES[name]
