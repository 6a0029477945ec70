"""Targets by name, those that are gone as former nights knew them."""

import msgspec
from helpers import wordplay

from aberration.campaign.nights.machine import Machine
from aberration.campaign.nights.records import KnownBug, Night, TargetHere

GONE = TargetHere("words@9.0", "words", "w", ("c",))
NIGHT = Night(1, 5, "", (GONE,))
BUG = KnownBug("b", "words@9.0", "wrong", 1, series="words")


def machine() -> Machine:
    return Machine({one.id: one for one in wordplay.versions("1.0", "2.0")}, [NIGHT])


def test_a_target_that_is_gone_keeps_its_family_and_series() -> None:
    asked = machine()
    assert (asked.family_of("words@9.0"), asked.series_of("words@9.0")) == ("w", "words")
    assert (asked.family_of("nobody"), asked.series_of("nobody")) == ("nobody", "nobody")
    here = asked.find("words@1.0")
    assert here is not None
    assert asked.family_of("words@1.0") == here.family
    assert asked.series_of("words@1.0") == here.series


def test_a_bug_of_a_target_that_is_gone_is_asked_of_its_series() -> None:
    series = wordplay.versions("1.0")[0].series
    found = machine().find_for(msgspec.structs.replace(BUG, series=series))
    assert found is not None
    assert found.id == "words@1.0"
    assert machine().find_for(msgspec.structs.replace(BUG, series="")) is None


def test_a_chain_of_what_no_machine_has_is_not_there() -> None:
    assert machine().find("spirv-opt@1999.1:-O+lavapipe") is None
    assert machine().family_of("spirv-opt@1999.1:-O+lavapipe") == "spirv-opt@1999.1:-O+lavapipe"
