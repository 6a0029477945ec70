"""With HTMX, parts of pages change without the page being loaded again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.dashboard import FISSION, bugs, write_store
from helpers.served import chromium, open_bug, served, sign_in
from playwright.sync_api import Page, expect

from aberration.campaign.records import OutcomeLine, RunRecord, TestRecord
from aberration.campaign.store import Store
from aberration.targets.places import tools_folder
from aberration.web.site import find_htmx

LONG = 120_000


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_htmx(tools_folder()) is None:
        pytest.skip("HTMX is not here: make setup")
    return write_store(tmp_path_factory.mktemp("served") / "night", bugs())


@pytest.fixture(scope="module")
def address(store: Path) -> Iterator[str]:
    with served(store) as address:
        yield address


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Page]:
    with chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(LONG)
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        sign_in(page, address)
        page.goto(f"{address}/bugs")
        for _ in range(60):
            if page.locator("a.row").count():
                break
            page.wait_for_timeout(1000)
            page.reload()
        yield page
        assert wrong == []


def mark(page: Page) -> None:
    """Leave a word in the page that loading it again would take away."""
    page.evaluate("() => { window.kept = 'yes'; }")


def is_marked(page: Page) -> bool:
    return bool(page.evaluate("() => window.kept === 'yes'"))


def test_the_list_changes_as_one_types(page: Page, address: str) -> None:
    page.goto(f"{address}/bugs")
    mark(page)
    page.get_by_label("Search").press_sequentially("fusion")
    expect(page.locator("a.row")).to_have_count(1)
    expect(page).to_have_url(re.compile("q=fusion"))
    page.get_by_label("Search").fill("")
    expect(page.locator("a.row")).to_have_count(4)
    page.get_by_label("kind", exact=True).select_option("crash")
    expect(page.locator("a.row")).to_have_count(2)
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(page.locator("a.row").first).to_be_focused()
    assert is_marked(page)


def test_the_figures_of_a_campaign_go_on(page: Page, address: str, store: Path) -> None:
    page.goto(f"{address}/campaigns/night")
    mark(page)
    page.get_by_text("100 seeds set aside").click()
    tests = page.locator(".headline div").first
    expect(tests).to_contain_text("40")
    written = Store.in_folder(store)
    written.begin_session(2)
    outcomes = (OutcomeLine(FISSION, "image", "d", "pass"),)
    more = tuple(TestRecord(100 + k, "transform", 0, "done", outcomes=outcomes) for k in range(7))
    written.record(RunRecord(10, "transform", 5, 1.0, 0.5, more), 30.0)
    written.close()
    expect(tests).to_contain_text("47", timeout=LONG)
    expect(page.get_by_text("corpus/a.frag 42", exact=True)).to_be_visible()
    assert is_marked(page)


def test_an_answer_comes_by_itself(page: Page, address: str) -> None:
    open_bug(page, address, "crash")
    page.get_by_role("button", name="Run without the ones not ticked").click()
    mark(page)
    expect(page.locator(".rerun.done")).to_have_text("the bug is still there", timeout=LONG)
    assert is_marked(page)
