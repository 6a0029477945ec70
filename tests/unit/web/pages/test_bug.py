"""The page of a bug."""

import re

import pytest
from fastapi.testclient import TestClient
from helpers.dashboard import CRASH, FLOATS, WRONG, client_of

from aberration.web.pages.bug import numbers
from aberration.web.pages.rendering import bug_path
from aberration.web.site import Site


def path_of(site: Site, finding: str) -> str:
    (row,) = [one for one in site.gathering.bugs().rows if one.findings[0].finding == finding]
    return bug_path(row)


def test_a_wrong_image(site: Site, visitor: TestClient) -> None:
    path = path_of(site, WRONG)
    page = visitor.get(path).text
    for words in ("wrong image", "1 of 256 differ", "pixel (5, 2)", "wrong from the pass"):
        assert words in page
    assert page.count('name="keep"') == 2
    assert "checked disabled" in page
    assert '<span class="keyword">OpCapability</span>' in page
    assert '<th scope="row">2026.4<td><span class="health failing">wrong' in page
    for image in re.findall(r'<img class="pixels[^"]*" src="([^"]+)"', page):
        answer = visitor.get(image.replace("&amp;", "&"))
        assert answer.headers["content-type"] == "image/png"


def test_a_crash(site: Site, visitor: TestClient) -> None:
    path = path_of(site, CRASH)
    page = visitor.get(path).text
    assert "a log line" in page
    assert 'class="compare"' not in page
    said = visitor.get(f"{path}/said/variant.txt")
    assert said.headers["content-type"] == "text/plain; charset=utf-8"
    assert said.headers["content-disposition"].startswith("attachment")
    assert said.text.startswith("a log line")
    assert visitor.get(f"{path}/said/other.txt").status_code == 404


def test_the_place_in_the_address_is_told_without_scripts(site: Site, visitor: TestClient) -> None:
    path = path_of(site, WRONG)
    page = visitor.get(f"{path}?x=5&y=2").text
    assert "(5, 2): expected 80 32 40 255, came 255 32 40 255, beyond the tolerance" in page
    assert visitor.get(f"{path}?x=99&y=0").status_code == 404
    assert visitor.get(f"{path}?x=one").status_code == 422


def test_a_pixel_as_json(site: Site, visitor: TestClient) -> None:
    answer = visitor.get(f"{path_of(site, FLOATS)}/pixel?x=1&y=1")
    assert answer.json() == {
        "x": 1,
        "y": 1,
        "expected": ["0.25"] * 4,
        "came": ["0.75"] * 4,
        "differs": True,
        "beyond": True,
    }


def test_the_download(site: Site, visitor: TestClient) -> None:
    answer = visitor.get(f"{path_of(site, WRONG)}/bug.zip")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    assert answer.content.startswith(b"PK")


def test_other_findings_have_an_address(site: Site, visitor: TestClient) -> None:
    path = path_of(site, WRONG)
    assert visitor.get(f"{path}?campaign=night&finding={WRONG}").status_code == 200
    assert visitor.get(f"{path}?finding={CRASH}").status_code == 404
    assert visitor.get(f"{path}?campaign=other&finding={WRONG}").status_code == 404
    assert visitor.get("/bugs/wrong-00000000").status_code == 404


@pytest.mark.parametrize(
    ("text", "found"), [("", ()), ("2,5", (2, 5)), ("5,x,-1,2,2", (2, 5)), ("1" * 9999, ())]
)
def test_numbers_of_an_address(text: str, found: tuple[int, ...]) -> None:
    assert numbers(text) == found


def test_what_a_store_says_is_text(hostile: Site) -> None:
    client = client_of(hostile, signed_in=True)
    for row in hostile.gathering.bugs().rows:
        page = client.get(bug_path(row))
        assert page.status_code == 200
        for markup in ("<script>alert", "<img src=x", "<svg onload", "\x1b", "\u202e", "\x00"):
            assert markup not in page.text
        assert 'href="javascript' not in page.text
        assert len(page.content) < 400_000
        assert client.get(f"{bug_path(row)}/bug.zip").status_code == 422
