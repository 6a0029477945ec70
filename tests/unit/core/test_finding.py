"""Findings as they are stored."""

import msgspec
from helpers.records import finding

from aberration.core.finding import Culprit, Finding


def test_a_finding_of_an_older_version_has_no_culprit() -> None:
    stored = msgspec.msgpack.decode(msgspec.msgpack.encode(finding(1)), type=dict[str, object])
    del stored["culprit"]
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(stored), type=Finding) == finding(1)


def test_a_culprit_is_known_by_what_it_is_and_its_name() -> None:
    assert Culprit(("-O2",), "flag", "-fgcse").key == "flag -fgcse"
    assert Culprit(("-O2",), first_bad="gcc-9:-O2").key == ""
