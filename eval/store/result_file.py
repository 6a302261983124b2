"""The one store of results: a file that is written atomically and checked before it is used.

A file holds one JSON object: all settings that the result depends on, the result as far as it is
known, and a checksum; arrays follow it (marriage_env.files.array_file). A command given the same
settings continues from it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eval.store.provenance import START_OVER, check_same, note_unknown
from marriage_env.files.array_bytes import Arrays
from marriage_env.files.array_file import Stored, file_bytes, read_array_file
from marriage_env.files.storage import writing

SECONDS_BETWEEN_SAVES = 20.0


@dataclass
class ResultFile:
    """The stored result of one command with given settings; with `path` None nothing is stored."""

    path: Path | None
    settings: dict[str, Any]  # all that the result depends on; agents as `provenance_of` has them
    what: str = "result"  # in messages
    _saved: float = field(default_factory=time.perf_counter)

    def load(self, fresh: bool = False) -> Stored | None:
        """What to continue from: None if nothing is stored, or to start over (`fresh`).

        Raises ValueError naming what differs if the file holds a result of other settings, or what
        is wrong with the file.
        """
        if self.path is None or fresh or not self.path.exists():
            return None
        try:
            stored = read_array_file(self.path)
        except ValueError as error:
            raise ValueError(
                f"{self.path}: damaged, or no stored result ({error}); {START_OVER}"
            ) from error
        check_same(stored.content, self.settings, f"{self.path} holds a {self.what}")
        note_unknown(list(self.settings["made_of"]), self.settings["game"], self.path)
        return stored

    def save(self, content: Mapping[str, Any], arrays: Arrays | None = None) -> None:
        """Write the result, settings included, atomically."""
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with writing(self.path) as file:
            file.write(file_bytes(content, arrays))
        self._saved = time.perf_counter()

    @property
    def due(self) -> bool:
        """Whether a result that grows should be saved again: not for a while after each time."""
        waited = time.perf_counter() - self._saved
        return self.path is not None and waited > SECONDS_BETWEEN_SAVES
