"""What all pages share."""

from pathlib import Path

import pytest
from helpers.dashboard import CRASH, WRONG

from aberration.core.errors import UnknownName
from aberration.web.bug_rows import Place
from aberration.web.site import Site, chosen_finding, find_htmx


def test_htmx_is_found_where_it_was_brought(tmp_path: Path) -> None:
    assert find_htmx(tmp_path) is None
    for version in ("2.0.6", "2.0.7"):
        file = tmp_path / f"htmx-{version}" / "node_modules" / "htmx.org" / "dist" / "htmx.min.js"
        file.parent.mkdir(parents=True)
        file.write_text("")
    assert find_htmx(tmp_path) == file


def test_the_finding_of_an_address_is_one_of_the_bug(site: Site) -> None:
    (row,) = [one for one in site.gathering.bugs().rows if one.findings[0].finding == WRONG]
    assert chosen_finding(row, "", "") == Place("night", WRONG)
    assert chosen_finding(row, "night", WRONG) == Place("night", WRONG)
    with pytest.raises(UnknownName):
        chosen_finding(row, "night", CRASH)
