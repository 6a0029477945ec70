"""Findings into bugs, beside the server."""

from pathlib import Path

import msgspec
from helpers.dashboard import CRASH, FLOATS, UNREDUCED, WRONG, bugs

from aberration.campaign.store import Store
from aberration.dedup.bugs import find_bugs
from aberration.methods.registry import method_named
from aberration.web.bug_rows import Picture
from aberration.web.gather import Request, answer, slim
from aberration.web.site import Site


def test_the_bugs_of_a_store(site: Site) -> None:
    known = site.gathering.bugs()
    firsts = {row.findings[0].finding: row for row in known.rows}
    assert set(firsts) == {WRONG, CRASH, UNREDUCED, FLOATS}
    wrong = firsts[WRONG]
    assert (wrong.kind, wrong.reduced, wrong.steps, wrong.language) == ("wrong", True, 2, "spirv")
    assert wrong.culprit == "pass loop-fission"
    assert wrong.expected is not None
    assert wrong.came is not None
    assert firsts[CRASH].came is None, "what dies has drawn nothing"
    floats = firsts[FLOATS]
    assert not floats.reduced
    assert isinstance(floats.expected, Picture)
    assert floats.expected.expected
    ((unread, reason),) = known.unread
    assert unread == "000013-tcc"
    assert "toy" in reason


def test_the_ids_are_those_of_the_command_line(site: Site, store: Path) -> None:
    kept = Store.in_folder(store)
    found = [one for one in kept.findings("reduced") if one.case.recipe.method == "transform"]
    kept.close()
    families = dict.fromkeys((one.target for one in found), "spirv-opt")
    method = method_named("transform")
    ids = find_bugs(found, families, lambda _: method.ignored_types, lambda _: method.ingredients)
    shown = {row.id for row in site.gathering.bugs().rows if row.reduced}
    assert {bug.id for bug in ids} == shown


def test_what_is_left_out_changes_no_bug() -> None:
    whole = [one.finding for one in bugs() if one.finding.state == "reduced"][:2]
    small = [slim(finding) for finding in whole]
    assert len(msgspec.msgpack.encode(small)) < len(msgspec.msgpack.encode(whole))
    one, other = (find_bugs(given, {}, lambda _: frozenset()) for given in (whole, small))
    assert one == other


def test_no_store_is_an_answer(tmp_path: Path) -> None:
    assert "expected the folder of a campaign" in answer(Request(str(tmp_path))).error
