"""What the page of a bug shows of a finding."""

import msgspec
import pytest
from helpers.dashboard import CRASH, FLOATS, WRONG

from aberration.core.errors import BadInput
from aberration.core.outcome import Image
from aberration.web.bug_rows import Place
from aberration.web.bug_view import view_of, wanted_and_given
from aberration.web.site import Site


def test_a_wrong_image(site: Site) -> None:
    view = site.view_of(Place("night", WRONG))
    assert view.step_count == 2
    assert [step.number for step in view.steps] == [0, 1]
    assert all(step.words for step in view.steps)
    assert view.source.startswith("; SPIR-V") or "OpCapability" in view.source
    assert view.delta
    assert view.values[0].place == "pixel (5, 2)"
    assert ("culprit", "wrong from the pass loop-fission=2 on") in view.culprit
    assert not view.bounds


def test_a_crash_has_its_log(site: Site) -> None:
    view = site.view_of(Place("night", CRASH))
    assert view.logs["variant"].startswith("a log line")
    assert view.texts == {"reference": ""}
    assert view.values == ()


def test_a_known_result_is_compared_with_the_claim(site: Site) -> None:
    view = site.view_of(Place("night", FLOATS))
    expected, came = wanted_and_given(view.case, view.outcomes)
    assert isinstance(expected, Image)
    assert isinstance(came, Image)
    assert view.values[0].expected == "0.25, 0.25, 0.25, 0.25"


def test_the_last_views_are_kept(site: Site) -> None:
    place = Place("night", WRONG)
    assert site.view_of(place) is site.view_of(place)


def test_a_finding_that_cannot_be_read_is_told(site: Site) -> None:
    artifacts = site.source.artifacts_of("night")
    line = msgspec.structs.replace(site.line_of(Place("night", WRONG)), body="0" * 32)
    with pytest.raises(BadInput, match="missing"):
        view_of(artifacts, line)
    other = site.line_of(Place("night", WRONG)).evidence["variant"]
    with pytest.raises(BadInput, match="cannot be read"):
        view_of(artifacts, msgspec.structs.replace(line, body=other))


def test_evidence_that_cannot_be_read_is_left_out(site: Site) -> None:
    line = site.line_of(Place("night", WRONG))
    lost = msgspec.structs.replace(line, evidence={**line.evidence, "variant": "f" * 32})
    view = view_of(site.source.artifacts_of("night"), lost)
    assert set(view.outcomes) == {"reference"}


def test_steps_with_names_that_are_no_plain_words_are_seen(hostile: Site) -> None:
    (row,) = [one for one in hostile.gathering.bugs().rows if one.reduced]
    view = hostile.view_of(row.findings[0])
    assert len(view.steps) == 3
