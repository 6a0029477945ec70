"""The arms of a night, and the campaigns of its slices."""

from pathlib import Path

import msgspec
from helpers.nights import slice_done
from helpers.toy import ToyMethod

from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.nights.arms import arms_of, next_arm, plan_slice
from aberration.campaign.nights.records import Arm, Night, SliceDone, TargetHere
from aberration.core.method import LanguageSupport

NIGHT = Night(2, 77, "", ())
SPIRV = TargetHere("a", "a", "a", ("spirv",))
BOTH = TargetHere("b", "b", "b", ("spirv", "wgsl"))


class Two(ToyMethod):
    """A method of two languages that compares two targets."""

    name = "two"
    languages = (LanguageSupport("spirv", ()), LanguageSupport("wgsl", ()))
    least_targets = 2


class Lacking(Two):
    name = "lacking"
    least_targets = 1

    def unavailable(self, language: str = "") -> str:
        return "a tool is missing" if language == "wgsl" else ""


def test_an_arm_needs_as_many_targets_as_its_method() -> None:
    assert arms_of([Two()], [SPIRV, BOTH], FuzzConfiguration()) == {Arm("two", "spirv"): ("a", "b")}


def test_an_arm_needs_what_its_method_needs_here() -> None:
    assert list(arms_of([Lacking()], [BOTH], FuzzConfiguration())) == [Arm("lacking", "spirv")]


def test_languages_that_are_named_are_the_only_ones() -> None:
    chosen = FuzzConfiguration(method={"two": MethodSettings(languages=("wgsl",))})
    assert list(arms_of([Two()], [BOTH, BOTH], chosen)) == [Arm("two", "wgsl")]


def test_first_all_targets_are_reached() -> None:
    arms = {Arm("rich", "spirv"): ("a",), Arm("poor", "wgsl"): ("b",)}
    history: list[tuple[int, SliceDone]] = [
        (1, slice_done(arm=Arm("rich", "spirv"), new=50)),
        (2, slice_done(arm=Arm("rich", "spirv"), new=50)),
    ]
    assert all(next_arm(arms, NIGHT, history, n) == Arm("poor", "wgsl") for n in range(2, 20))
    everywhere = [*history, (2, slice_done(2, Arm("poor", "wgsl")))]
    assert next_arm(arms, NIGHT, everywhere, 3) == Arm("rich", "spirv")


def test_a_slice_is_a_campaign_with_a_seed_of_its_own() -> None:
    base = FuzzConfiguration(method={"two": MethodSettings(variants=7)}, jobs=3)
    plans = [
        plan_slice(Arm("two", "wgsl"), ("b",), base, NIGHT, number, 60.0, Path("out"))
        for number in (1, 2, 1)
    ]
    first, second, again = (plan.configuration for plan in plans)
    assert first == again
    assert first.rng_seed != second.rng_seed
    assert (first.methods, first.targets, first.seconds, first.jobs) == (("two",), ("b",), 60.0, 3)
    assert first.settings("two") == MethodSettings(variants=7, languages=("wgsl",))


def test_a_number_of_tests_takes_the_place_of_the_time() -> None:
    base = FuzzConfiguration(tests=40)
    plan = plan_slice(Arm("two", "wgsl"), ("b",), base, NIGHT, 1, 60.0, Path("out"))
    assert (plan.configuration.tests, plan.configuration.seconds) == (40, None)
    assert msgspec.json.decode(msgspec.json.encode(plan), type=type(plan)) == plan
