"""Gymnasium's RecordVideo makes a video of a match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import pytest
from gymnasium.wrappers import RecordVideo

from marriage_env.game import game_named


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of moviepy's own imports
def test_record_video(tmp_path: Path) -> None:
    made: Any = gymnasium.make(game_named("mariage").gym_id, deals=1, render_mode="rgb_array")
    env = RecordVideo(made, str(tmp_path / "videos"), disable_logger=True)
    env.reset(seed=1)
    over = False
    while not over:
        *_, over, _, _ = env.step(int(made.unwrapped.action_masks().argmax()))
    env.close()
    (video,) = tmp_path.glob("videos/*.mp4")
    content = video.read_bytes()
    assert b"ftyp" in content[:16]
    assert len(content) > 5_000
