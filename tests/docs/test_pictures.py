"""docs/pictures.md keeps its word: its snippets run, and its pictures are what the code draws."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs import build_pictures

PAGE = (build_pictures.ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")


def test_the_pictures_are_current() -> None:
    assert build_pictures.main(["--check"]) == 0


def test_a_stale_picture_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build_pictures.main(["--check", "it"]) == 2
    monkey = {"boxes.svg": "<svg/>"}
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build_pictures, "pictures", lambda: monkey)
        assert build_pictures.main(["--check"], tmp_path) == 1
        assert "boxes.svg is stale" in capsys.readouterr().err
        assert build_pictures.main([], tmp_path) == 0
        assert build_pictures.main(["--check"], tmp_path) == 0


def test_the_snippets_run() -> None:
    blocks = re.findall(r"(<!-- not run.*-->\n)?```python\n(.*?)```", PAGE, flags=re.DOTALL)
    assert len(blocks) == 4
    namespace: dict[str, object] = {"__name__": "page"}
    for skipped, code in blocks:
        if not skipped:
            exec(compile(code, "pictures.md", "exec"), namespace)
    assert str(namespace["picture"]).startswith("<svg ")
    assert "Anna" in str(namespace["svg"])
