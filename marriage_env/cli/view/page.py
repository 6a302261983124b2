"""The page: one HTML file that needs nothing else and fetches nothing.

Its policy (Content-Security-Policy) allows the one script and the one style sheet that it has, by
their digests, and no connection. What is told of matches is JSON, which no browser runs.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from marriage_env.cli.view.pictures import Pieces
from marriage_env.render.measures import HEIGHT, WIDTH
from marriage_env.render.themes import DARK, LIGHT, THEMES, Theme

_FOLDER = Path(__file__).parent
_IN_JSON = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
_CONTROLS = (
    ("first", "first step (Home)", "|◀"),
    ("back", "one step back (←)", "◀"),
    ("play", "play or pause (space)", "Play"),
    ("next", "one step on (→)", "▶"),
    ("last", "last step (End)", "▶|"),
)


def page(
    title: str,
    matches: Sequence[dict[str, Any]],
    pieces: Pieces,
    agents: Sequence[str] = (),
    theme: str | None = None,
) -> str:
    """The page of matches that are `told`, whose pictures are made of `pieces`.

    `agents` are those whose opinions the matches have; `theme` is "light" or "dark", None: what
    the reader's system prefers. No text given here becomes markup or script.
    """
    script, style = _file("page.js"), _colours() + _file("page.css")
    data = {
        "agents": list(agents),
        "matches": list(matches),
        "pieces": pieces.pieces,
        "elements": pieces.elements,
    }
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    chosen = f' data-theme="{theme}"' if theme in THEMES else ""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="en"{chosen}>',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',
            f"<title>{html.escape(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            *_body(title),
            f'<script type="application/json" id="data">{_json(data)}</script>',
            f"<script>{script}</script>",
            "</body>",
            "</html>\n",
        ]
    )


def _body(title: str) -> list[str]:
    """What the script fills."""
    buttons = "".join(
        f'<button id="{name}" title="{words}" aria-label="{words}">{sign}</button>'
        for name, words, sign in _CONTROLS
    )
    return [
        f"<header><h1>{html.escape(title)}</h1>",
        '<label>Match <select id="match"></select></label>',
        '<label>View <select id="view"></select></label>',
        '<button id="theme" title="light or dark (t)">Light/dark</button></header>',
        '<p id="facts"></p>',
        '<main><section id="table"><div class="frame">',
        f'<svg id="picture" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img"></svg></div>',
        f'<div class="controls">{buttons}',
        '<input id="slider" type="range" min="0" value="0" aria-label="step"><output id="step">',
        "</output></div>",
        '<p class="keys">Keys: ← → a step, PageUp PageDown a deal, Home End, space plays, v the '
        "next view, t light or dark.</p></section>",
        '<aside><section><h2>What happened</h2><ul id="now" aria-live="polite"></ul></section>',
        '<section id="decision"><h2>Decision</h2><p id="who"></p><div class="scroll">'
        '<table id="choices"></table></div><p id="meaning"></p></section>',
        '<section><h2>Score by deal</h2><div class="scroll"><table id="score"></table></div>'
        "</section>",
        '<section><h2>The whole match</h2><ol id="story"></ol></section></aside></main>',
        "<noscript><p>This page needs JavaScript; it fetches nothing.</p></noscript>",
    ]


def _file(name: str) -> str:
    return "\n" + (_FOLDER / name).read_text(encoding="utf-8")


def _colours() -> str:
    """The colours of both themes as variables."""
    dark = _variables(DARK)
    return (
        f"\n:root {{{_variables(LIGHT)}}}\n:root[data-theme=dark] {{{dark}}}\n"
        f"@media (prefers-color-scheme: dark) {{:root:not([data-theme]) {{{dark}}}}}"
    )


def _variables(theme: Theme) -> str:
    scheme = "dark" if theme is DARK else "light"
    colours = "".join(f"--{name}: {colour}; " for name, colour in asdict(theme).items())
    return f"color-scheme: {scheme}; {colours}"


def _digest(text: str) -> str:
    """How a policy names an inline script or style sheet."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _json(data: object) -> str:
    """JSON that cannot end the element that it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_IN_JSON)
