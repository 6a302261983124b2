"""What is said on stderr while functions are compiled."""

from __future__ import annotations

import pytest

from marriage_env.compiler import notices

LINE = "marriage_env: compiling what is used for the first time (some.function and others); "


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has said nothing yet."""
    monkeypatch.setattr(notices, "_SAID", notices._Said())
    monkeypatch.delenv("MARRIAGE_ENV_QUIET", raising=False)


def compile_functions(number: int) -> None:
    """As if so many functions were compiled."""
    for _ in range(number):
        notices.count_compiled("some.function")


def test_a_first_use_that_takes_a_second_is_announced_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    compile_functions(9)
    assert capsys.readouterr().err == ""
    compile_functions(100)
    assert capsys.readouterr().err == LINE + "later starts skip this ...\n"


def test_a_function_of_a_game_that_python_calls_takes_a_second_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    notices.count_compiled("someones.function", optimized=True)
    assert capsys.readouterr().err == ""
    notices.count_compiled("marriage_env.kernels.game_loops.step_games", optimized=True)
    assert "(marriage_env.kernels.game_loops.step_games and others)" in capsys.readouterr().err


def test_what_is_compiled_silently_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    with notices.compiled_silently() as count:
        with notices.announced("compiling a game"):
            compile_functions(100)
        compile_functions(10)
        assert count() == 110
    assert capsys.readouterr().err == ""


def test_what_is_announced_already_is_not_announced_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with notices.announced("compiling a game"):
        compile_functions(100)
    assert capsys.readouterr().err == "marriage_env: compiling a game\n"
    compile_functions(10)
    assert capsys.readouterr().err == LINE + "later starts skip this ...\n"


def test_nothing_is_promised_where_nothing_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    notices.say_uncached("the disk is full")
    compile_functions(10)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert "the disk is full" in said[0]
    assert said[1] + "\n" == LINE + "as at every start ...\n"


def test_a_quiet_process_says_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MARRIAGE_ENV_QUIET", "1")
    compile_functions(100)
    notices.say_uncached("the disk is full")
    assert capsys.readouterr().err == ""
