"""The pages as a site: built without a warning, whole, and asking nobody but itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from helpers.command_line import ROOT
from helpers.made_once import made_once
from playwright.sync_api import Request, Route, sync_playwright

CHROMIUM = "/usr/bin/chromium"
OUTSIDE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
LOADED_RELATIONS = {"stylesheet", "icon", "preload", "prefetch", "preconnect", "modulepreload"}


def _build(folder: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site once; a warning is an error."""
    return made_once(tmp_path_factory, "site", _build)


class Loads(HTMLParser):
    """Gathers what a browser loads for a page: scripts, styles, pictures, frames."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "link" and LOADED_RELATIONS & {*values.get("rel", "").split()}:
            self.found.append(values.get("href", ""))
        if tag != "a":
            self.found += [values[name] for name in ("src", "srcset", "data") if name in values]


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > len(list((ROOT / "docs").rglob("*.md")))
    for page in pages:
        loads = Loads()
        loads.feed(page.read_text())
        assert loads.found, page
        assert [one for one in loads.found if OUTSIDE.match(one)] == [], page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//|@import", sheet.read_text()), sheet


def test_reference_pages_have_the_docstrings(site: Path) -> None:
    methods = (site / "api" / "methods.html").read_text()
    assert "aberration.core.method.Method.replay" in methods
    assert "aberration.methods.transform.transformation.Transformation.is_applicable" in methods
    assert "aberration.targets.runner.Runner" in (site / "api" / "targets.html").read_text()


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """Serve the site on a port of the system's choice."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.slow
def test_a_browser_asks_nobody_else_and_finds_words(address: str) -> None:
    refused: list[str] = []

    def answer(route: Route, request: Request) -> None:
        if request.url.startswith((address, "data:", "blob:")):
            route.continue_()
            return
        refused.append(request.url)
        route.abort()

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(60_000)
        page.route("**/*", answer)
        for name in ("index.html", "targets.html", "api/core.html", "tutorials/first-bug.html"):
            page.goto(f"{address}/{name}")
            page.wait_for_load_state("networkidle")
        page.goto(f"{address}/index.html")
        page.locator("input.md-search__input").fill("lavapipe")
        page.wait_for_selector(".md-search-result__item a")
        browser.close()
    assert refused == []
