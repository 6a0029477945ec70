"""Questions whether a bug is there without some steps."""

import msgspec
import pytest
from fastapi.testclient import TestClient
from helpers.dashboard import WRONG

from aberration.campaign import trust
from aberration.core.oracle import Verdict
from aberration.targets.sandbox.mechanism import Mechanism
from aberration.web.bug_rows import Place
from aberration.web.pages.steps import question_of
from aberration.web.rerun import Reply
from aberration.web.reruns import Reruns
from aberration.web.site import Site


@pytest.fixture
def path(site: Site, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(Reruns, "_run", lambda *_: Reply(Verdict("pass"), 0, 1, 0))
    (row,) = [one for one in site.gathering.bugs().rows if one.findings[0].finding == WRONG]
    return f"/bugs/{row.id}"


def test_a_step_that_is_not_ticked_is_left_out(site: Site, owner: TestClient, path: str) -> None:
    form = {"word": site.access.form_word(), "keep": ["1"]}
    answer = owner.post(f"{path}/reruns", data=form)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{path}?without=0#steps"
    (asked,) = [one for one in site.reruns.of("night", WRONG) if one.key.without == (0,)]
    done = site.reruns.wait(asked.key, 20.0)
    assert done is not None
    assert done.words == "the bug is gone"
    page = owner.get(f"{path}?without=0").text
    assert 'name="keep" value="0">' in page
    assert 'name="keep" value="1" checked>' in page
    assert "the bug is gone" in page
    assert "the bug is gone" in owner.get(f"{path}/reruns").text


def test_all_can_be_left_out(site: Site, owner: TestClient, path: str) -> None:
    answer = owner.post(f"{path}/reruns", data={"word": site.access.form_word()})
    assert answer.headers["location"] == f"{path}?without=0,1#steps"


def test_only_the_owner_may_ask(site: Site, visitor: TestClient, path: str) -> None:
    form = {"word": site.access.form_word(), "keep": ["1"]}
    assert visitor.post(f"{path}/reruns", data=form).status_code == 403


@pytest.mark.parametrize("question", ["reruns", "everywhere"])
def test_a_strangers_program_is_not_run_without_a_sandbox(
    site: Site, owner: TestClient, path: str, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trust, "mechanism", lambda: Mechanism(reason="the kernel says no"))
    form = {"word": site.access.form_word(), "keep": ["1"]}
    view = site.view_of(Place("night", WRONG))
    monkeypatch.setattr(Site, "view_of", lambda *_: msgspec.structs.replace(view, language="c"))
    answer = owner.post(f"{path}/{question}", data=form)
    assert answer.status_code == 422
    assert "expected --trust" in answer.text
    trusting = msgspec.structs.replace(site, trusted=True)
    trusting.check_trust(Place("night", WRONG), trusting.view_of(Place("night", WRONG)))


def test_a_form_without_its_word_is_refused(owner: TestClient, path: str) -> None:
    assert owner.post(f"{path}/reruns", data={"word": "guessed"}).status_code == 403


def test_steps_that_are_not_shown_are_kept(site: Site) -> None:
    view = site.view_of(Place("night", WRONG))
    configuration = site.source.reader.campaign("night").configuration
    assert question_of(view, (1,), configuration).keep == (0,)
