"""The pictures of docs/dashboard.md: the dashboard of a campaign, in this machine's Chromium.

    python tools/dashboard_pictures.py aberration-out [BUG]

`BUG` is the id of the bug to show; without it the first one with images is.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from aberration.web.access import access_for
from aberration.web.application import application
from aberration.web.pages.rendering import bug_path, campaign_path
from aberration.web.site import Site, open_site

FOLDER = Path(__file__).parents[1] / "docs" / "images"
CHROMIUM = "/usr/bin/chromium"
_SIZE: ViewportSize = {"width": 1360, "height": 820}
_COLOURS = 160
"""A picture of few colours is small."""


@contextmanager
def served(site: Site) -> Iterator[str]:
    """Serve a site on a free port, and yield its address."""
    server = uvicorn.Server(
        uvicorn.Config(application(site), port=0, log_level="warning", lifespan="off")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


def take(page: Page, address: str, name: str) -> None:
    """Write the picture of a page."""
    page.goto(address, wait_until="networkidle")
    path = FOLDER / f"dashboard-{name}.png"
    page.screenshot(path=path)
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(_COLOURS).save(path, optimize=True)


def main(store: str, wanted: str = "") -> None:
    """Take all pictures."""
    with open_site(store, access_for("127.0.0.1", "")) as site, served(site) as address:
        rows = site.gathering.bugs(600.0).rows
        shown = next(
            row for row in rows if (row.id == wanted if wanted else row.expected and row.came)
        )
        (campaign,) = site.source.reader.campaigns()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            light = browser.new_page(viewport=_SIZE, color_scheme="light")
            dark = browser.new_page(viewport=_SIZE, color_scheme="dark")
            take(light, f"{address}/bugs", "bugs")
            take(light, f"{address}{bug_path(shown)}?x=0&y=0", "bug")
            take(dark, f"{address}{campaign_path(campaign.name)}", "campaign")
            browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
