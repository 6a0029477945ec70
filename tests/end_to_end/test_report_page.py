"""The page of a campaign in a real browser, from a folder, without a network: nothing complains,
nothing is asked for, and whatever names it holds are text.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from helpers.pages import Opened, open_page
from helpers.records import finding
from helpers.toy import ToyMethod

from aberration.core.outcome import Image, Outcome
from aberration.core.recipe import TestCase
from aberration.dedup.bugs import Bug
from aberration.report.bundle import write_bundle
from aberration.report.page import Aside, Overview, write_page

HOSTILE = (
    "<script>alert(1)</script><img src=http://example.org/x onerror=alert(2)>&quot;'\">{{7*7}}"
)
SEEDS = tuple(f"seed {number}: it is not the same each time" for number in range(100))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of a campaign in which every name is hostile."""
    folder = tmp_path_factory.mktemp("report")
    images: dict[str, Outcome] = {
        "reference": Image(4, 4, "rgba8", bytes(64)),
        "variant": Image(4, 4, "rgba8", bytes(range(64))),
    }
    given = finding(7)
    source = msgspec.structs.replace(given.case.programs["variant"], source=HOSTILE.encode())
    case = TestCase(
        given.case.recipe, {**given.case.programs, "variant": source}, given.case.oracle
    )
    verdict = msgspec.structs.replace(given.verdict, signature=HOSTILE, detail=HOSTILE)
    hostile = msgspec.structs.replace(
        given, target=HOSTILE, target_version=HOSTILE, case=case, verdict=verdict, neighbour=case
    )
    bugs = [
        Bug(f"wrong-{number}", f"{HOSTILE}{number}", "wrong", HOSTILE, (HOSTILE,), ("000007-tcc",))
        for number in range(5)
    ]
    reports = [write_bundle(bug, hostile, images, ToyMethod(), folder / "bugs") for bug in bugs]
    overview = Overview(
        tests=640,
        seconds=9.0,
        tests_per_second=5.3,
        target_time_share=0.81,
        rng_seed=3,
        config_digest="abcd",
        targets={HOSTILE: {"image": 630}},
        versions={HOSTILE: HOSTILE},
        asides=(Aside("100 seeds on all targets", SEEDS), Aside(HOSTILE, (HOSTILE,))),
        verdicts={HOSTILE: {"pass": 600, "wrong": 30}},
        methods={HOSTILE: (640, 5)},
        found=(7, 9, 300),
        times=(1.5, 2.0, 8.0),
    )
    return write_page(overview, reports, folder)


def check(opened: Opened) -> None:
    assert opened.errors == []
    assert opened.broken_images == 0
    assert {one.partition(":")[0] for one in opened.requests} == {"file"}


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_of_it_runs_or_asks_for_anything(page: Path, dark: bool) -> None:
    opened = open_page(page, dark=dark)
    check(opened)
    assert HOSTILE in opened.text
    assert opened.title == "aberration: 5 bugs in 640 tests"
    assert len([one for one in opened.requests if one.endswith(".png")]) >= 3


def test_so_is_the_page_of_a_bug(page: Path) -> None:
    opened = open_page(page.parent / "bugs" / "wrong-0" / "index.html")
    check(opened)
    assert HOSTILE in opened.text


def test_a_hundred_seeds_are_a_line_that_opens(page: Path) -> None:
    text = page.read_text()
    place = text.index("100 seeds on all targets")
    assert text[:place].endswith('<details class="quiet"><summary>')
    assert text[place:].index("</details>") > text[place:].index("seed 99:")


def test_each_kind_and_family_has_a_checkbox_that_hides_its_bugs(page: Path) -> None:
    text = page.read_text()
    assert text.count('<input type="checkbox"') == 6
    for name in ("is-wrong", "of-0", "of-4"):
        assert f"body:has(#show-{name}:not(:checked)) .{name} {{ display: none; }}" in text
    assert text.count('<details class="bug is-wrong of-') == 5
