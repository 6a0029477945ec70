"""Targets that are missing are told, and a name that nobody knew is refused."""

import msgspec
import pytest
from helpers import wordplay

from aberration.campaign.nights.records import Night, TargetHere
from aberration.campaign.nights.targets import GONE, targets_here
from aberration.core.errors import UnknownName

OLD, NEW = wordplay.versions("1.0", "2.0")
GOOD = wordplay.target("good")
AWAY = msgspec.structs.replace(GOOD, available=False, reason="no good here")


def last_night(*targets: str, asked: tuple[str, ...] = ()) -> Night:
    here = tuple(TargetHere(name, name.partition("@")[0], name, ("c",)) for name in targets)
    return Night(1, 0, "", here, {}, asked)


def test_all_that_are_asked_for_are_there() -> None:
    here, missing = targets_here([OLD, NEW, GOOD], ["words@2.0", "good"], None)
    assert ([one.id for one in here], missing) == (["words@2.0", "good"], {})
    assert (here[0].series, here[1].series) == ("words", "good")


def test_one_that_cannot_run_is_missing_and_the_others_stay() -> None:
    here, missing = targets_here([NEW, AWAY], ["words@2.0", "good"], None)
    assert [one.id for one in here] == ["words@2.0"]
    assert "no good here" in missing["good"]


def test_one_that_was_asked_for_last_night_and_is_no_more_is_missing() -> None:
    last = last_night("good", asked=("good",))
    _, missing = targets_here([NEW], ["good", "words@2.0"], last)
    assert missing == {"good": GONE}


def test_a_name_that_no_night_knew_is_refused() -> None:
    with pytest.raises(UnknownName, match="goof"):
        targets_here([NEW], ["goof"], None)


def test_another_version_takes_the_place_of_one() -> None:
    assert targets_here([NEW], (), last_night("words@1.0"))[1] == {}


def test_without_patterns_what_was_there_last_night_is_missed() -> None:
    assert targets_here([NEW], (), last_night("good", "words@2.0"))[1] == {"good": GONE}
