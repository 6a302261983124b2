"""The viewer's page in a browser: keys, slider, views; no error and no request."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.viewed import Page, recorded, viewed

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_SCRIPT = "<script>alert(1)</script>"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="needs playwright: pip install 'marriage-env[dev]'"
    )
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.skip(f"needs a browser on the path: one of {', '.join(_NAMES)}")
    with playwright.sync_playwright() as running:
        # Without the sandbox, which root may not use; the page is our own.
        started = running.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Page]]:
    """Pages by game, of two matches each, with opinions and a hostile name."""
    folder, made = tmp_path_factory.mktemp("pages"), {}
    for game, players in (("mariage", 5), ("trynka", 4), ("small_mariage", 3)):
        path = recorded(folder / f"{game}.jsonl", game, players, games=2, deals=2)
        names = [_SCRIPT, *(f"name {seat}" for seat in range(1, players))]
        specs = ["expert", "random"]
        page = viewed(path, "--names", *names, "--opinions", *specs)
        made[game] = path.with_suffix(".html"), page
    return made


class Tab:
    """A page that is open in a browser, and what went wrong there."""

    def __init__(self, browser: Any, path: Path, address: str = "", **options: Any) -> None:
        self.page = browser.new_page(**options)
        self.wrong: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.url = path.as_uri()
        self.page.goto(self.url + address)

    @property
    def step(self) -> int:
        """Which step is shown, from 0."""
        return int(self.page.input_value("#slider"))

    def press(self, key: str) -> int:
        """Press a key; the step that is shown then."""
        self.page.keyboard.press(key)
        return self.step

    def closed(self) -> None:
        """Nothing went wrong, and nothing was fetched but the page."""
        self.page.close()
        assert self.wrong == []
        assert {request.partition("#")[0] for request in self.requests} == {self.url}


@pytest.mark.parametrize("game", ["mariage", "trynka", "small_mariage"])
def test_keys_buttons_and_slider_move(game, browser, pages):
    path, page = pages[game]
    tab = Tab(browser, path)
    match = page.data["matches"][0]
    last = len(match["decisions"]) - 1
    assert tab.step == 0
    assert [tab.press(key) for key in ("ArrowRight", "ArrowRight", "ArrowLeft")] == [1, 2, 1]
    assert [tab.press(key) for key in ("End", "ArrowRight", "Home", "ArrowLeft")] == [
        last,
        last,
        0,
        0,
    ]
    assert tab.press("PageDown") == match["deal"].index(2)
    assert tab.press("PageUp") == 0
    tab.page.click("#next")
    tab.page.click("#last")
    assert tab.step == last
    assert tab.page.inner_text("#who") == "No decision follows."
    total = tab.page.locator("#score tr.sum td").all_inner_texts()[1:]
    chips = [sum(event[-1][seat] for event in match["events"]) for seat in range(len(total))]
    assert [int(text.replace("−", "-")) for text in total] == chips
    tab.page.click("#back")
    assert tab.step == last - 1
    tab.page.fill("#slider", "3")
    assert tab.page.inner_text("#step").startswith("step 4 of")
    tab.page.locator("#story button").last.click()
    assert tab.step == match["events"][-1][0]
    tab.closed()


@pytest.mark.parametrize("game", ["mariage", "trynka", "small_mariage"])
def test_every_view_of_every_step_is_drawn(game, browser, pages):
    path, page = pages[game]
    tab = Tab(browser, path)
    tab.page.select_option("#match", index=1)
    match = page.data["matches"][1]
    for step, decision in enumerate(match["decisions"]):
        for view, onlooker in enumerate(match["onlookers"]):
            if (step + view) % 5 == 0:
                tab.page.select_option("#view", index=view)
                drawn = tab.page.locator("#picture > *").count()
                assert drawn == len(page.elements(1, view, step))
                seen = decision and onlooker in (-1, decision["seat"])
                choices = tab.page.locator("#choices tbody tr").count()
                assert choices == (
                    len(decision["legal"]) if seen and len(decision["legal"]) > 1 else 0
                )
        tab.page.locator("#step").click()  # so that keys go to the page and not to the list
        tab.press("ArrowRight")
    tab.closed()


def test_a_hostile_name_is_text(browser, pages):
    tab = Tab(browser, pages["mariage"][0])
    tab.page.select_option("#view", label=f"seat 0, {_SCRIPT}")
    assert _SCRIPT[:8] in tab.page.inner_html("#picture").replace("&lt;", "<").replace("&gt;", ">")
    assert tab.page.locator("script").count() == 2
    tab.closed()


def test_an_address_leads_to_a_decision(browser, pages):
    tab = Tab(browser, pages["mariage"][0], "#2.9.3")
    assert (tab.page.input_value("#match"), tab.step) == ("1", 8)
    assert tab.page.locator("#view option:checked").inner_text() == "seat 3, name 3"
    tab.press("ArrowRight")
    tab.page.wait_for_url("**#2.10.3")
    tab.closed()
    for nonsense in ("#9.9.9", "#x", "#1.999999.0", "#1.-5.77"):
        tab = Tab(browser, pages["mariage"][0], nonsense)
        assert tab.page.locator("#picture > *").count() > 20
        tab.closed()


def test_it_plays_by_itself_and_pauses(browser, pages):
    tab = Tab(browser, pages["small_mariage"][0])
    tab.press("End")
    assert tab.press(" ") == 0  # from the beginning
    tab.page.wait_for_timeout(2500)
    assert tab.step >= 1
    assert tab.page.inner_text("#play") == "Pause"
    stopped = tab.press(" ")
    assert tab.page.inner_text("#play") == "Play"
    tab.page.wait_for_timeout(1500)
    assert tab.step == stopped
    tab.closed()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_follows_the_reader_and_can_be_changed(scheme, browser, pages):
    tab = Tab(browser, pages["trynka"][0], color_scheme=scheme)
    paper = "getComputedStyle(document.querySelector('#picture > rect')).fill"
    first = tab.page.evaluate(paper)
    assert (first == "rgb(255, 255, 255)") == (scheme == "light")
    tab.press("t")
    assert tab.page.evaluate(paper) != first
    tab.press("t")
    assert tab.page.evaluate(paper) == first
    tab.closed()


@pytest.mark.parametrize("game", ["mariage", "trynka", "small_mariage"])
def test_a_narrow_screen_scrolls_no_page(game, browser, pages):
    tab = Tab(browser, pages[game][0], viewport={"width": 400, "height": 800})
    for _ in range(12):
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 400
        tab.press("ArrowRight")
    tab.closed()
