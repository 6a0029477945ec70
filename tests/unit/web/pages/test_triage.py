"""What people say of a bug, stored."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from helpers.dashboard import CRASH, SCRIPT, WRONG, bugs, client_of, site_of, write_store

from aberration.campaign.records import Triage
from aberration.campaign.store import Store
from aberration.campaign.verification import VersionResult
from aberration.core.oracle import Verdict
from aberration.web.rerun import Reply
from aberration.web.reruns import Key, Reruns
from aberration.web.site import Site


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_store(tmp_path_factory.mktemp("triage") / "night", bugs())


@pytest.fixture(scope="module")
def own(folder: Path) -> Iterator[Site]:
    with site_of(folder) as site:
        assert site.gathering.bugs(300.0).ready
        yield site


@pytest.fixture
def client(own: Site) -> TestClient:
    return client_of(own, signed_in=True)


def bug(site: Site, finding: str) -> str:
    (row,) = [one for one in site.gathering.bugs().rows if one.findings[0].finding == finding]
    return row.id


def form(site: Site, **fields: str) -> dict[str, str]:
    return {"word": site.access.form_word(), **fields}


def test_all_that_is_said_is_stored_and_shown(own: Site, client: TestClient, folder: Path) -> None:
    name = bug(own, WRONG)
    fields = {
        "status": "reported",
        "reported_at": "https://bugs.example/1",
        "fixed_in": "26.3",
        "note": f"first\r\n{SCRIPT}",
        "owner": " Ann ",
    }
    answer = client.post(f"/bugs/{name}/triage", data=form(own, **fields))
    assert (answer.status_code, answer.headers["location"]) == (303, f"/bugs/{name}#triage")
    store = Store.in_folder(folder)
    (said,) = store.triage()
    store.close()
    assert said == Triage(
        name,
        "reported",
        reported_at="https://bugs.example/1",
        fixed_in="26.3",
        note=f"first\n{SCRIPT}",
        owner="Ann",
        changed=said.changed,
    )
    page = client.get(f"/bugs/{name}").text
    assert '<a href="https://bugs.example/1"' in page
    assert SCRIPT not in page
    assert f'href="/bugs/{name}"' in client.get("/bugs?status=reported").text
    assert f'href="/bugs/{name}"' in client.get("/bugs?q=ann").text
    assert f'href="/bugs/{name}"' not in client.get("/bugs?status=open").text


def test_an_address_that_is_a_script_is_no_link(own: Site, client: TestClient) -> None:
    name = bug(own, CRASH)
    client.post(f"/bugs/{name}/triage", data=form(own, reported_at="javascript:alert(1)"))
    assert 'href="javascript' not in client.get(f"/bugs/{name}").text


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"status": "forgotten"}, "expected a status"),
        ({"status": "duplicate", "duplicate_of": "nothing"}, "expected the id of another bug"),
        ({"note": "x" * 20_000}, "makes no sense"),
    ],
)
def test_what_makes_no_sense_is_refused(
    own: Site, client: TestClient, fields: dict[str, str], message: str
) -> None:
    answer = client.post(f"/bugs/{bug(own, CRASH)}/triage", data=form(own, **fields))
    assert answer.status_code == 422
    assert message in answer.text


def test_a_duplicate_is_one_of_a_first_bug(own: Site, client: TestClient) -> None:
    one, other = bug(own, CRASH), bug(own, WRONG)
    same = form(own, status="duplicate", duplicate_of=one)
    assert "of itself" in client.post(f"/bugs/{one}/triage", data=same).text
    assert client.post(f"/bugs/{other}/triage", data=same).status_code == 303
    back = form(own, status="duplicate", duplicate_of=other)
    assert "a duplicate itself" in client.post(f"/bugs/{one}/triage", data=back).text


@pytest.mark.parametrize("action", ["triage", "everywhere"])
def test_only_the_owner_may_say_it(own: Site, action: str) -> None:
    path = f"/bugs/{bug(own, CRASH)}/{action}"
    assert client_of(own).post(path, data=form(own)).status_code == 403
    stranger = client_of(own, signed_in=True)
    assert stranger.post(path, data={"word": "guessed"}).status_code == 403


def test_what_all_versions_did_is_kept(
    own: Site, client: TestClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = (VersionResult("mesa@1", "1", "wrong", True), VersionResult("mesa@2", "2", "right"))
    reply = Reply(Verdict("none"), 0, 0, 0, state="closed", fixed_in="2", rows=rows)
    monkeypatch.setattr(Reruns, "_run", lambda *_: reply)
    name = bug(own, CRASH)
    answer = client.post(f"/bugs/{name}/everywhere", data=form(own))
    assert answer.status_code == 303
    done = own.reruns.wait(Key("night", CRASH, everywhere=True), 30.0)
    assert done is not None
    assert done.words.startswith("right since 2")
    store = Store.in_folder(folder)
    kept = [(one.target, one.verdict, one.finding) for one in store.checks(name)]
    store.close()
    assert kept == [("mesa@1", "wrong", CRASH), ("mesa@2", "right", CRASH)]
    page = client.get(f"/bugs/{name}").text
    assert '<span class="health failing">wrong</span>' in page
