"""Every function of the dashboard, in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.dashboard import SIDE, WRONG_PIXEL, bugs, write_store
from helpers.served import chromium, open_bug, served, sign_in
from playwright.sync_api import Browser, Page, expect

LONG = 120_000
"""Milliseconds that a case may take to run on a busy machine."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(write_store(tmp_path_factory.mktemp("served") / "night", bugs())) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A visitor, who must meet no error of a script and no request elsewhere."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.set_default_timeout(LONG)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on(
        "request",
        lambda asked: None if asked.url.startswith(address) else wrong.append(asked.url),
    )
    page.goto(f"{address}/bugs")
    if not page.locator("a.row").count():
        page.wait_for_timeout(5000)
        page.reload()
    yield page
    context.close()
    assert wrong == []


def test_keys_move_search_and_tell(page: Page, address: str) -> None:
    page.goto(f"{address}/bugs")
    rows = page.locator("a.row")
    expect(rows).to_have_count(4)
    page.keyboard.press("j")
    expect(rows.nth(0)).to_be_focused()
    page.keyboard.press("j")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(rows.nth(0)).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("/")
    expect(page.get_by_label("Search")).to_be_focused()
    page.keyboard.type("jjk")
    expect(page.get_by_label("Search")).to_have_value("jjk")
    page.keyboard.press("Escape")
    page.goto(f"{address}/bugs")
    name = rows.nth(0).text_content() or ""
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/bugs/{name}")
    page.wait_for_load_state("load")
    page.keyboard.press("u")
    expect(page).to_have_url(f"{address}/bugs")


def test_filters_are_in_the_address(page: Page, address: str) -> None:
    page.goto(f"{address}/bugs")
    page.get_by_label("kind", exact=True).select_option("crash")
    page.get_by_label("order").select_option("kind")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("a.row")).to_have_count(2)
    expect(page).to_have_url(re.compile("kind=crash.*sort=kind"))
    page.get_by_label("Search").fill("fusion")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("a.row")).to_have_count(1)
    page.reload()
    expect(page.locator("a.row")).to_have_count(1)
    expect(page.get_by_label("Search")).to_have_value("fusion")
    page.get_by_role("link", name="Reset").click()
    expect(page.locator("a.row")).to_have_count(4)


def test_the_pixel_under_the_pointer(page: Page, address: str) -> None:
    open_bug(page, address, "wrong")
    frame = page.locator(".compare .frame").first
    box = frame.locator("img").bounding_box()
    assert box is not None
    x, y = WRONG_PIXEL
    size = box["width"] / SIDE
    page.mouse.move(box["x"] + (x + 0.5) * size, box["y"] + (y + 0.5) * size)
    output = page.locator("#pixel")
    expect(output).to_have_text(
        "(5, 2): expected 80 32 40 255, came 255 32 40 255, beyond the tolerance"
    )
    expect(page.locator(".spot").first).to_be_visible()
    page.get_by_label("x", exact=True).fill("0")
    page.get_by_label("y", exact=True).fill("0")
    page.get_by_role("button", name="Values").click()
    expect(output).to_have_text("(0, 0): expected 0 0 40 255, came 0 0 40 255, the same")


def test_the_slider_and_the_difference(page: Page, address: str) -> None:
    open_bug(page, address, "wrong")
    slider = page.get_by_label("How much of what came is laid over what was expected")
    expect(slider).to_be_visible()
    over = page.locator(".slider .over")
    slider.fill("0")
    assert "100%" in over.evaluate("image => image.style.clipPath")
    slider.fill("100")
    assert "100%" not in over.evaluate("image => image.style.clipPath")
    reds = page.get_by_alt_text("where they differ").evaluate(
        """async (image) => {
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
          const found = [];
          for (let at = 0; at < data.length; at += 4) if (data[at] === 255) found.push(at / 4);
          return found;
        }"""
    )
    assert reds == [WRONG_PIXEL[1] * SIDE + WRONG_PIXEL[0]]


def test_steps_are_left_out_and_the_bug_is_gone(page: Page, address: str) -> None:
    open_bug(page, address, "wrong")
    expect(page.locator("input[name=keep]").first).to_be_disabled()
    sign_in(page, address)
    open_bug(page, address, "wrong")
    boxes = page.locator("input[name=keep]")
    expect(boxes).to_have_count(2)
    boxes.nth(0).uncheck()
    boxes.nth(1).uncheck()
    page.get_by_role("button", name="Run without the ones not ticked").click()
    expect(page).to_have_url(re.compile(r"without=0,1#steps$"))
    for _ in range(60):
        if page.locator(".rerun.done").count():
            break
        page.wait_for_timeout(1000)
        page.reload()
    expect(page.locator(".rerun.done")).to_have_text("the bug is gone")
    expect(boxes.nth(0)).not_to_be_checked()


def test_triage_is_kept(page: Page, address: str) -> None:
    open_bug(page, address, "crash")
    expect(page.get_by_label("status")).to_have_count(0)
    sign_in(page, address)
    open_bug(page, address, "crash")
    page.get_by_label("status").select_option("reported")
    page.get_by_label("owner").fill("Ann")
    page.get_by_label("reported at").fill("https://bugs.example/7")
    page.get_by_label("note").fill("two\nlines")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile("#triage$"))
    page.reload()
    expect(page.get_by_label("owner")).to_have_value("Ann")
    expect(page.get_by_label("note")).to_have_value("two\nlines")
    expect(page.get_by_role("link", name="https://bugs.example/7")).to_be_visible()
    page.goto(f"{address}/bugs?status=reported")
    expect(page.locator("a.row")).to_have_count(1)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_bug_is_downloaded(page: Page, address: str) -> None:
    open_bug(page, address, "wrong")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as one file").click()
    assert download.value.suggested_filename.endswith(".zip")


def test_seeds_set_aside_open(page: Page, address: str) -> None:
    page.goto(f"{address}/campaigns/night")
    seed = page.get_by_text("corpus/a.frag 42", exact=True)
    expect(seed).to_be_hidden()
    page.get_by_text("100 seeds set aside").click()
    expect(seed).to_be_visible()


def test_plots_by_time_what_was_tested_and_by_whom(page: Page, address: str) -> None:
    page.goto(f"{address}/campaigns/night")
    for label in ("5 findings and 4 bugs in 20.0 s", "tests a minute over 60.0 s; at most 40"):
        expect(page.get_by_role("img", name=label)).to_be_visible()
    feature = page.get_by_text("OpSelect (40)")
    expect(feature).to_be_hidden()
    page.get_by_text("3 features in tests").click()
    expect(feature).to_be_visible()
    expect(page.get_by_text("2 kinds of steps in tests")).to_be_visible()
    workers = page.get_by_role("region", name="Workers")
    expect(workers.locator(".health")).to_have_text("well")
    expect(workers).to_contain_text("machine corpus/a.frag")


def test_dark_is_dark(browser: Browser, address: str) -> None:
    found = {}
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.goto(f"{address}/bugs")
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        found[scheme] = sum(map(int, re.findall(r"\d+", colour)[:3]))
        page.close()
    assert found["light"] > 700
    assert found["dark"] < 100


def test_pages_work_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, address)
    page.goto(f"{address}/bugs")
    page.get_by_label("kind", exact=True).select_option("wrong")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("a.row")).to_have_count(2)
    open_bug(page, address, "wrong")
    page.get_by_label("x", exact=True).fill("5")
    page.get_by_label("y", exact=True).fill("2")
    page.get_by_role("button", name="Values").click()
    expect(page.locator("#pixel")).to_contain_text("came 255 32 40 255")
    expect(page.locator(".slider")).to_be_hidden()
    page.goto(f"{address}/campaigns/night")
    expect(page.get_by_role("link", name="Load again")).to_be_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_out(browser: Browser, address: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    found = {}

    def look(name: str) -> None:
        # Axe itself is run beside the page: its policy lets no script in.
        serious = [
            (one["id"], [node["target"] for node in one["nodes"]])
            for one in Axe().run(page).response["violations"]
            if one["impact"] in ("serious", "critical")
        ]
        if serious:
            found[name] = serious

    for path in ("/", "/campaigns/night", "/bugs", "/login", "/bugs/unknown"):
        page.goto(f"{address}{path}")
        look(path)
    sign_in(page, address)
    for kind in ("wrong", "crash"):
        open_bug(page, address, kind)
        look(kind)
    context.close()
    assert found == {}
