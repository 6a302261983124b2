"""A table set for a match: language and screen, agents, the match begun or taken up."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from marriage_env.cli.play.company import Company, company_at
from marriage_env.cli.play.players_file import Players, write_players
from marriage_env.cli.play.screen import Screen
from marriage_env.cli.play.session import Left, Session, begun, taken_up
from marriage_env.cli.play.wording import LANGUAGES, Wording, plural
from marriage_env.core.arguments import as_int
from marriage_env.core.cards import SYMBOLS
from marriage_env.core.rng import check_seed
from marriage_env.game import Match, game_named
from marriage_env.interfaces.aec import GameEnv
from marriage_env.records.parse import Record

__all__ = ["Left", "Table", "new_table", "play", "say_kept", "table_again"]

_ALPHABET = "АЯаяЁё"


class Table(NamedTuple):
    """A match, and what its player sees of it."""

    session: Session
    wording: Wording
    screen: Screen
    path: Path


def new_table(game: str, match: Match, seed: int, players: Players, path: Path) -> Table:
    """A new match, kept from its beginning. ValueError for a wrong seed, seat or agent."""
    check_seed(seed)
    as_int("--seat", players.seat, 0, match.num_players - 1)
    company = company_at(players, game_named(game), match)
    env = begun(game_named(game).env, match, seed)
    table = _set(env, company, players, path)
    write_players(path, players)
    table.session.keep()
    words = table.wording
    deals = f"{match.deals} {plural(match.deals, words.words['start.deals'].split('|'))}"
    table.screen.line(
        words.tell(
            "start.match",
            title=words.words["title"],
            players=match.num_players,
            deals=deals,
            rules=_name_of(match.rules, env),
            seed=seed,
        ),
        "bold",
    )
    _greet(table, company)
    table.screen.line(words.tell("start.kept", path=path))
    table.screen.line(words.tell("start.help"))
    return table


def table_again(record: Record, players: Players, path: Path) -> Table:
    """A match that goes on from its record. ValueError for a wrong seat or agent."""
    env = taken_up(record)
    as_int("seat", players.seat, 0, env.max_num_agents - 1)
    match = env.game.match(env.max_num_agents, env.rules, None, env.num_deals)
    company = company_at(players, env.game, match)
    table = _set(env, company, players, path)
    write_players(path, players)
    table.screen.line(table.wording.tell("start.resumed", path=path), "bold")
    _greet(table, company)
    table.screen.line(table.wording.tell("start.help"))
    table.session.skip_told()
    return table


def play(table: Table) -> None:
    """Play to the end of the match and show the score sheet; Left and others if it is left."""
    table.session.play()
    table.session.show_end()
    table.screen.line(table.wording.tell("over.kept", path=table.path))
    table.screen.line(table.wording.tell("sheet.full", path=table.path))


def say_kept(table: Table) -> None:
    """Say how the match goes on."""
    table.screen.gap()
    key = "over.kept" if table.session.is_over else "left.kept"
    table.screen.line(table.wording.tell(key, path=table.path))


def _set(env: GameEnv, company: Company, players: Players, path: Path) -> Table:
    """The table, in a language that the terminal can show."""
    screen, language = Screen(), players.language
    lacking = language == "ru" and not screen.can_show(_ALPHABET)
    wording = Wording(
        env.game, LANGUAGES[0] if lacking else language, players.seat, screen.can_show(SYMBOLS)
    )
    if lacking:
        screen.line(wording.tell("start.no_russian", encoding=screen.encoding))
    return Table(Session(env, wording, screen, company, path), wording, screen, path)


def _greet(table: Table, company: Company) -> None:
    """Who sits where."""
    words, others = table.wording, company.specs
    own, number = table.wording.seat, len(company.specs)
    names = {spec for seat, spec in enumerate(others) if seat != own}
    named = [f"{seat} {spec}" for seat, spec in enumerate(others) if seat != own]
    said = names.pop() if len(names) == 1 else ", ".join(named)
    left = (own + 1) % number
    table.screen.line(words.tell("start.you", seat=own, next=left, opponents=said))
    if not company.are_agents_here:
        table.screen.line(words.tell("start.random"))


def _name_of(rules: Any, env: GameEnv) -> str:
    """The preset that these rules are."""
    presets = env.game.presets
    return next((name for name in presets if env.game.rules.preset(name) == rules), "own")
