"""Pages in a real browser without a network, as somebody opens them from a folder."""

from __future__ import annotations

from pathlib import Path

import msgspec
from playwright.sync_api import sync_playwright

BROWSER = "/usr/bin/chromium"


class Opened(msgspec.Struct, frozen=True):
    """What a browser made of a page: title and visible text, all that it asked for, all that it
    complained of, and how many images it could not show.
    """

    title: str
    text: str
    requests: list[str]
    errors: list[str]
    broken_images: int


def open_page(path: Path, *, dark: bool = False) -> Opened:
    """Open a page from the file system, offline, and open all that can be opened in it."""
    requests: list[str] = []
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        context = browser.new_context(offline=True, color_scheme="dark" if dark else "light")
        page = context.new_page()
        page.on("request", lambda one: requests.append(one.url))
        page.on("console", lambda one: errors.append(one.text) if one.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(dialog.message))
        page.goto(path.resolve().as_uri())
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        page.wait_for_timeout(100)
        broken = page.evaluate(
            "[...document.images].filter((one) => one.complete && !one.naturalWidth).length"
        )
        opened = Opened(page.title(), page.inner_text("body"), requests, errors, int(broken))
        browser.close()
    return opened
