"""What is called outside the main thread, where no signal can be heard."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.arena.setting import Setting
from eval.execution import Execution
from eval.match.computation import play_match
from train.config import PPOConfig
from train.interrupt import stop_on_interrupt
from train.run import train

SHORT = PPOConfig(decisions=300, games=40, width=8, evaluations=1, evaluation_deals=4)


def in_thread(function: Callable[..., Any], *arguments: Any, **settings: Any) -> Any:
    """What a function gives, or raises, in a thread of its own."""
    found: list[Any] = []

    def work() -> None:
        try:
            found.append(function(*arguments, **settings))
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0]


def test_a_run_trains_without_signals(tmp_path: Path) -> None:
    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    points = in_thread(train, SHORT, tmp_path / "run")
    assert points[-1].decisions >= 300
    assert (tmp_path / "run" / "final.zip").exists()
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == handlers


def test_signals_are_left_alone_outside_the_main_thread() -> None:
    def heard() -> bool:
        with stop_on_interrupt() as stop:
            return stop()

    assert in_thread(heard) is False


def test_no_agent_is_blamed_for_a_limit_that_cannot_be_kept() -> None:
    setting = Setting(deals=2, game="mariage")
    with pytest.raises(ValueError, match="main thread"):
        in_thread(play_match, "greedy", "random", setting, Execution(time_limit=5.0))
    assert in_thread(play_match, "greedy", "random", setting).deals == 2
