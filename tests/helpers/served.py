"""The dashboard as a user starts it, and this machine's Chromium before it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from helpers.dashboard import TOKEN
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"


@contextmanager
def served(store: Path) -> Iterator[str]:
    """Run `aberration serve` on a free port with a token; yield the address of its first page."""
    with served_database(str(store), store.parent / "token") as address:
        yield address


@contextmanager
def served_database(store: str, token: Path) -> Iterator[str]:
    """Do the same for the address of a database, the token being written to a file."""
    token.write_text(TOKEN)
    command = [sys.executable, "-m", "aberration.cli.main", "serve", store, "--port", "0"]
    with subprocess.Popen(
        [*command, "--token-file", str(token)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        try:
            assert address.startswith("http://127.0.0.1:")
            yield address.rstrip("/")
        finally:
            process.terminate()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run Chromium without a window."""
    with sync_playwright() as playwright:
        # Root may not use Chromium's own sandbox.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def sign_in(page: Page, address: str) -> None:
    """Give the token."""
    page.goto(f"{address}/login")
    page.get_by_label("The token that the server was started with").fill(TOKEN)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out").wait_for()


def open_bug(page: Page, address: str, kind: str) -> None:
    """Go to the reduced bug of a kind."""
    page.goto(f"{address}/bugs?kind={kind}&reduced=yes")
    page.locator("a.row").first.click()
    page.locator("h1 .kind").wait_for()
