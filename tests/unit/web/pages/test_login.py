"""The token, the cookie, and what is closed without them."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from helpers.dashboard import TOKEN, client_of, site_of

from aberration.web.access import access_for
from aberration.web.pages import login
from aberration.web.site import Site


def test_the_token_gives_a_cookie(site: Site, visitor: TestClient) -> None:
    assert "Sign in" in visitor.get("/bugs").text
    answer = visitor.post("/login", data={"token": TOKEN})
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert TOKEN not in cookie
    assert "Sign out" in visitor.get("/bugs").text
    word = {"word": site.access.form_word()}
    assert visitor.post("/logout", data=word).status_code == 303
    assert "Sign in" in visitor.get("/bugs").text


def test_a_wrong_token_gives_none(visitor: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login, "_PAUSE", 0.0)
    answer = visitor.post("/login", data={"token": "not this one, no"})
    assert answer.status_code == 403
    assert "That is not the token" in answer.text
    assert "set-cookie" not in answer.headers


def test_other_machines_see_nothing_without_the_token(store: Path) -> None:
    with site_of(store, access_for("0.0.0.0", TOKEN)) as site:
        stranger, owner = client_of(site), client_of(site, signed_in=True)
        for path in ("/", "/bugs", "/campaigns/night", f"/images/{'0' * 32}/0.png"):
            answer = stranger.get(path)
            assert (answer.status_code, answer.headers["location"]) == (303, "/login")
        assert stranger.get("/login").status_code == 200
        assert stranger.get("/static/style.css").status_code == 200
        assert owner.get("/campaigns/night").status_code == 200


def test_without_a_token_nothing_can_be_changed(store: Path) -> None:
    with site_of(store, access_for("127.0.0.1", "")) as site:
        client = client_of(site, signed_in=True)
        assert "read-only" in client.get("/bugs").text
        assert client.post("/logout", data={"word": site.access.form_word()}).status_code == 403
