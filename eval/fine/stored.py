"""The stored results, as the page is made of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.fine.result import SearchResult, SmallResult, TrainedResult
from eval.output.json_view import from_json
from marriage_env.files.json_text import read_object


@dataclass(frozen=True)
class Results:
    """All that the page tells of."""

    small: list[SmallResult]
    search: list[SearchResult]
    trained: list[TrainedResult]


def stored_results(folder: Path) -> Results:
    """The results in OUT/fine; ValueError names a file that is missing or damaged."""
    return Results(
        _part(SmallResult, folder / "small.json"),
        _part(SearchResult, folder / "search.json"),
        _part(TrainedResult, folder / "trained.json"),
    )


def _part(kind: Any, path: Path) -> list[Any]:
    if not path.is_file():
        raise ValueError(f"{path}: no results yet; run python -m eval fine")
    return [from_json(kind, one) for one in read_object(path, {"results": list})["results"]]
