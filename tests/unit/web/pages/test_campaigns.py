"""The pages of campaigns."""

import re

from fastapi.testclient import TestClient
from helpers.dashboard import FISSION, SCRIPT, client_of

from aberration.web.pages.rendering import campaign_path
from aberration.web.site import Site


def test_the_list_of_campaigns(visitor: TestClient) -> None:
    page = visitor.get("/").text
    assert 'href="/campaigns/night"' in page
    assert '<td class="number">40\n' in page
    assert 'href="/bugs?campaign=night">4<' in page


def test_one_campaign_with_its_figures(visitor: TestClient) -> None:
    page = visitor.get("/campaigns/night").text
    assert "<dt>tests<dd>40<" in page
    assert "<dt>tests/s, in all<dd>2.0<" in page
    assert "<dt>time in targets<dd>50 %<" in page
    assert 'aria-label="5 findings and 4 bugs in 40 tests"' in page
    assert re.search(rf"<td>{re.escape(FISSION)}<td><span class=\"health well\">well", page)
    assert "2 targets ran nothing" in page
    assert 'aria-label="5 findings and 4 bugs in 20.0 s"' in page
    assert 'aria-label="tests a minute over 60.0 s; at most 40"' in page
    assert '<td>spirv fragment<td class="number">40<td class="number">' in page
    assert '<td>AddDeadBlock<td class="number">40<td class="number">0<td>' in page
    assert "2 kinds of steps in tests" in page
    assert "3 features in tests" in page
    assert '<td>machine corpus/a.frag<td><span class="health well">well' in page
    assert "1 defect of aberration itself" in page


def test_a_hundred_seeds_set_aside_are_one_line_that_opens(visitor: TestClient) -> None:
    page = visitor.get("/campaigns/night").text
    assert '<details id="aside"><summary>100 seeds set aside</summary>' in page


def test_the_live_part_is_a_part_of_the_page(visitor: TestClient) -> None:
    part = visitor.get("/campaigns/night/figures").text
    assert part.startswith('<dl class="headline">')
    assert "<html" not in part


def test_an_unknown_campaign_is_told(visitor: TestClient) -> None:
    answer = visitor.get("/campaigns/none")
    assert answer.status_code == 404
    assert "expected the name of a campaign" in answer.text


def test_hostile_names_are_text(hostile: Site) -> None:
    (campaign,) = hostile.source.reader.campaigns()
    for path in ("/", campaign_path(campaign.name)):
        answer = client_of(hostile).get(path)
        assert answer.status_code == 200
        assert SCRIPT not in answer.text
        assert "<b>bad" not in answer.text
    assert "&lt;script&gt;alert(1)" in answer.text
