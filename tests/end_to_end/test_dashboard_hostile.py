"""A store in which every text is meant to do harm opens in a browser, and nothing happens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.dashboard import SCRIPT, hostile_bugs, write_store
from helpers.served import chromium, served, sign_in
from playwright.sync_api import Browser, Dialog

OURS = ("/static/keys.js", "/static/compare.js", "/static/htmx.js")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile") / "<img src=x onerror=alert(1)>"
    return write_store(folder, hostile_bugs(), name=SCRIPT)


@pytest.fixture(scope="module")
def address(store: Path) -> Iterator[str]:
    with served(store) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def test_no_script_runs_nothing_is_asked_elsewhere_and_no_file_is_written(
    browser: Browser, address: str, store: Path
) -> None:
    before = _files(store)
    page = browser.new_page()
    wrong: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        wrong.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    page.on("request", lambda asked: wrong.extend(_elsewhere(asked.url, address)))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if "Policy" in said.text else None)
    sign_in(page, address)
    page.goto(f"{address}/")
    seen = [address, *_links(page.eval_on_selector_all("a", "all => all.map(a => a.href)"))]
    page.goto(f"{address}/bugs")
    for _ in range(100):
        if page.locator("a.row").count():
            break
        page.wait_for_timeout(500)
        page.reload()
    seen += _links(page.eval_on_selector_all("a", "all => all.map(a => a.href)"))
    assert page.locator("a.row").count() == 2
    for link in dict.fromkeys(seen):
        assert link.startswith(address)
        page.goto(link)
        scripts = page.eval_on_selector_all("script", "all => all.map(one => one.src)")
        assert all(script.removeprefix(address) in OURS for script in scripts)
        assert page.locator("[onerror], [onload], iframe, object, embed").count() == 0
        for opener in page.locator("summary").all():
            opener.click()
    page.wait_for_timeout(200)
    page.close()
    assert wrong == []
    assert _files(store) == before


def _elsewhere(url: str, address: str) -> list[str]:
    return [] if url.startswith(f"{address}/") else [url]


def _links(found: list[str]) -> list[str]:
    return [link for link in found if "#" not in link and not link.endswith((".zip", ".txt"))]


def _files(store: Path) -> dict[str, int]:
    """Return the files of a store and beside it, but for what SQLite shares between processes."""
    return {
        str(path): path.stat().st_size
        for path in store.parent.rglob("*")
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }
