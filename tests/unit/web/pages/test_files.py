"""Artifacts by digest, and our own files."""

import pytest
from fastapi.testclient import TestClient
from helpers.dashboard import WRONG

from aberration.web.bug_rows import Place
from aberration.web.site import Site


def test_images_are_kept_by_browsers(site: Site, visitor: TestClient) -> None:
    digest = site.line_of(Place("night", WRONG)).evidence["variant"]
    answer = visitor.get(f"/images/{digest}/0.png")
    assert answer.content.startswith(b"\x89PNG")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-disposition"] == f'inline; filename="{digest}.png"'
    assert visitor.get(f"/images/{digest}/1.png").status_code == 404
    assert visitor.get(f"/expected/{digest}/0.png").status_code == 422


@pytest.mark.parametrize(
    "path",
    [
        "/images/../../campaign.sqlite/0.png",
        "/images/..%2f..%2fcampaign.sqlite/0.png",
        "/images/0123/0.png",
        "/images/ABCDEF0123456789ABCDEF0123456789/0.png",
        "/images/" + "0" * 32 + "/0.png",
        "/images/" + "0" * 32 + "/x.png",
        "/static/../application.py",
        "/static/..%2fapplication.py",
        "/static/%2e%2e/guard.py",
        "/static//etc/passwd",
        "/static/style.css%00.js",
        "/docs",
        "/openapi.json",
    ],
)
def test_no_path_leads_elsewhere(visitor: TestClient, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code in (404, 422)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("style.css", "text/css"),
        ("keys.js", "text/javascript"),
        ("compare.js", "text/javascript"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_our_files(visitor: TestClient, name: str, kind: str) -> None:
    answer = visitor.get(f"/static/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(kind)
    assert "http://" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in answer.text
