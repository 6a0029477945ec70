"""What each request must be, and what each answer carries."""

import pytest
from fastapi.testclient import TestClient

from aberration.web.guard import HEADERS, MOST_BYTES


@pytest.mark.parametrize("path", ["/", "/bugs", "/static/style.css", "/nothing", "/images/x/0.png"])
def test_every_answer_has_the_headers(visitor: TestClient, path: str) -> None:
    answer = visitor.get(path)
    assert {name: answer.headers[name] for name in HEADERS} == dict(HEADERS)
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_another_name_gets_nothing(visitor: TestClient) -> None:
    answer = visitor.get("/bugs", headers={"host": "rebound.example"})
    assert answer.status_code == 421
    assert "Bugs" not in answer.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(visitor: TestClient, method: str) -> None:
    assert visitor.request(method, "/bugs").status_code == 405


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_form_of_another_site_is_refused(owner: TestClient, headers: dict[str, str]) -> None:
    answer = owner.post("/login", data={"token": "x"}, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.text


def test_a_form_without_an_origin_is_refused(owner: TestClient) -> None:
    del owner.headers["origin"]
    assert owner.post("/login", data={"token": "x"}).status_code == 403


def test_a_large_form_is_refused(owner: TestClient) -> None:
    assert owner.post("/login", data={"token": "x" * MOST_BYTES}).status_code == 413
