"""Older game records made into records of today.

A game's rules may gain a field, or change what one means, with a new version of the format. The
game lists such changes in its `history` (`HISTORY` in its module `rules`): the field, the version
that introduced it, and the value that stands for how the game was played before. So adding a rule
field is one line there and a new VERSION here; every stored file stays valid.

Version 1: rules of Mariage lack `box_put_back`, `hand_marriage_pays`, `queen_fine` and
`revoke_fine`. One with a `point_stake` is refused: it was then staked before the declarations, and
awarded for POINT.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marriage_env.core.record_errors import RecordError, check_keys, short
from marriage_env.core.rule_fields import AddedField, ChangedField, History

VERSION = 2  # of the records that are written
READABLE = (1, VERSION)


def upgraded_rules(
    rules: object, fields: tuple[str, ...], history: History, version: int
) -> dict[str, Any]:
    """The rules of a record of some version with all `fields` of today.

    None is left to a default that may change. Raises RecordError for a missing or unknown field,
    and for a value that cannot be expressed by today's rules.
    """
    later = [change for change in history if change.version > version]
    added = {change.name: change.before for change in later if isinstance(change, AddedField)}
    check_keys(rules, tuple(name for name in fields if name not in added), "rules")
    assert isinstance(rules, Mapping)
    for change in later:
        if isinstance(change, ChangedField) and rules[change.name] != change.unchanged:
            raise RecordError(
                f"rules: {change.name}={short(rules[change.name])}: expected {change.unchanged!r} "
                f"in a record of version {version}: before version {change.version} {change.reason}"
            )
    return {**added, **rules}
