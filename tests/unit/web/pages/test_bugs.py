"""The list of bugs."""

import re

import pytest
from fastapi.testclient import TestClient
from helpers.dashboard import client_of

from aberration.web.site import Site

_BUG = re.compile(r'<a class="row" href="(/bugs/[^"]+)"')


def test_all_bugs_with_thumbnails(visitor: TestClient) -> None:
    page = visitor.get("/bugs").text
    assert len(_BUG.findall(page)) == 4
    assert "4 bugs." in page
    images = re.findall(r'<img src="(/(?:images|expected)/[^"]+)"', page)
    assert len(images) == 4
    for image in images:
        answer = visitor.get(image)
        assert answer.headers["content-type"] == "image/png"
    assert "1 finding cannot be read" in page


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("q=sigsegv", 2),
        ("q=loop-fission", 1),
        ("kind=wrong", 2),
        ("reduced=yes&kind=crash", 1),
        ("status=fixed", 0),
        ("campaign=night", 4),
        ("campaign=other", 0),
        ("sort=steps&page=7", 4),
    ],
)
def test_the_address_says_what_is_shown(visitor: TestClient, query: str, count: int) -> None:
    assert len(_BUG.findall(visitor.get(f"/bugs?{query}").text)) == count


def test_a_search_is_text_in_the_field(visitor: TestClient) -> None:
    page = visitor.get("/bugs", params={"q": '"><script>alert(1)</script>', "kind": "<b>"}).text
    assert "<script>alert" not in page
    assert 'value="&#34;&gt;&lt;script&gt;' in page
    assert "No bug is like that" in page


def test_what_a_store_says_is_text(hostile: Site) -> None:
    page = client_of(hostile).get("/bugs").text
    assert len(_BUG.findall(page)) == 2
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "<svg onload" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "⟨U+202E⟩" in page
