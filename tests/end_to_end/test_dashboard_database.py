"""`aberration serve postgresql+psycopg://...`: the campaigns of a database on a real server."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import httpx
import pytest
from helpers.dashboard import SCRIPT, TOKEN, bugs, hostile_bugs, write_campaign
from helpers.postgresql import PostgresqlServer
from helpers.served import served_database
from sqlalchemy import make_url

from aberration.campaign.places import store_at
from aberration.campaign.store import Store

PASSWORD = "hunter2"


@pytest.fixture(scope="module")
def database(postgresql_server: PostgresqlServer, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a database with three campaigns, and a password that the server ignores."""
    url, folder = postgresql_server.new_database(), tmp_path_factory.mktemp("artifacts")
    for name in ("first", "second"):
        write_campaign(Store(url, str(folder / name), name), bugs())
    write_campaign(Store(url, str(folder / "hostile"), "hostile"), hostile_bugs(), SCRIPT)
    return make_url(url).set(password=PASSWORD).render_as_string(hide_password=False)


@pytest.fixture(scope="module")
def visitor(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    token = tmp_path_factory.mktemp("served") / "token"
    with (
        served_database(database, token) as address,
        httpx.Client(base_url=address, timeout=120, headers={"origin": address}) as visitor,
    ):
        for _ in range(600):
            if "are being gathered" not in visitor.get("/bugs").text:
                break
            time.sleep(0.2)
        yield visitor


def _bug(visitor: httpx.Client, wanted: str) -> str:
    found = re.search(r'class="row" href="([^"]+)"', visitor.get(f"/bugs?{wanted}").text)
    assert found is not None
    return found[1]


def test_all_campaigns_and_their_bugs_are_shown(visitor: httpx.Client) -> None:
    overview = visitor.get("/").text
    for name in ("first", "second"):
        assert f'href="/bugs?campaign={name}">4<' in overview
    campaign = visitor.get("/campaigns/second").text
    assert 'aria-label="5 findings and 4 bugs in 40 tests"' in campaign
    page = visitor.get(_bug(visitor, "campaign=first&kind=wrong&reduced=yes")).text
    # One bug of both campaigns, with a finding of each.
    assert "2 findings" in page
    picture = re.search(r'src="(/images/\w+/0\.png)" alt="what came"', page)
    assert picture is not None
    assert visitor.get(picture[1]).content.startswith(b"\x89PNG")


def test_what_is_said_of_a_bug_is_stored(visitor: httpx.Client, database: str) -> None:
    bug = _bug(visitor, "campaign=first&kind=crash&reduced=yes")
    said = {"word": "", "status": "reported", "owner": "Ann\0", "note": "two\nlines"}
    assert visitor.post(f"{bug}/triage", data=said).status_code == 403
    assert visitor.post("/login", data={"token": TOKEN}).status_code == 303
    word = re.search(r'name="word" value="(\w+)"', visitor.get(bug).text)
    assert word is not None
    assert visitor.post(f"{bug}/triage", data=said | {"word": word[1]}).status_code == 303
    assert 'value="Ann' in visitor.get(bug).text
    store = store_at(f"{database}#first")
    (stored,) = store.triage()
    store.close()
    assert (stored.status, stored.owner, stored.note) == ("reported", "Ann\0", "two\nlines")


def test_nothing_of_a_stranger_runs_and_no_password_is_shown(visitor: httpx.Client) -> None:
    pages = ["/", "/bugs", "/campaigns/hostile", _bug(visitor, "campaign=hostile")]
    for page in pages:
        text = visitor.get(page).text
        assert SCRIPT not in text
        assert PASSWORD not in text


def test_the_server_outlives_its_database(
    visitor: httpx.Client, postgresql_server: PostgresqlServer
) -> None:
    assert visitor.get("/campaigns/first").status_code == 200
    postgresql_server.restart()
    assert visitor.get("/campaigns/first").status_code == 200
    assert visitor.get("/bugs").status_code == 200
