"""The search for the culprit in shader compilers, over compilers that are made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest

from aberration.campaign.triage.bisection import OutOfQuestions
from aberration.campaign.triage.shader_culprit import find_shader_culprit
from aberration.campaign.triage.spirv_passes import passes_of, with_passes
from aberration.core.finding import Culprit
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.runners.spirv.opt_lists import EXPLICIT
from aberration.targets.spirv_tools import packaged_optimiser

Wrong = Callable[[str, Sequence[str]], bool]


def optimiser(flags: str = "-O", version: str = "2025") -> Target:
    options = (("path", str(packaged_optimiser().path)), ("flags", flags))
    stages = (Stage("spirv-opt", WorkerSpec("spirv_opt", options)),)
    return Target(
        f"spirv-opt@{version}:{flags}", "executes", ("spirv",), stages, (), "spirv-opt", version
    )


def driver(family: str, **environment: str) -> Target:
    worker = WorkerSpec("vulkan", (), tuple(sorted(environment.items())))
    return Target(family, "executes", ("spirv",), (Stage(family, worker),), (), family)


class Fake:
    """Answers from a rule over version and passes, or over the environment of a driver."""

    def __init__(self, wrong: Wrong, limit: int = 150, silent: Sequence[str] = ()) -> None:
        self._wrong = wrong
        self._left = limit
        self._silent = silent

    def shows(self, target: Target) -> bool:
        self._left -= 1
        if self._left < 0:
            raise OutOfQuestions
        worker = target.stages[-1].worker
        flags = worker.option("flags")
        if not flags:
            return self._wrong(
                target.version, [f"{name}={value}" for name, value in worker.environment]
            )
        return self._wrong(target.version, passes_of(target))

    def shows_elsewhere(self, target: Target) -> bool:
        return self.shows(target)

    def right(self, target: Target) -> bool:
        return not self.shows(target) and target.version not in self._silent


def test_the_shortest_list_and_the_pass_that_flips_the_outcome_are_found() -> None:
    def wrong(_: str, passes: Sequence[str]) -> bool:
        names = list(passes)
        return "ssa-rewrite" in names and "ccp" in names[names.index("ssa-rewrite") :]

    culprit = find_shader_culprit(optimiser(), [], Fake(wrong))
    assert culprit is not None
    assert (culprit.kind, culprit.name, culprit.passes) == ("pass", "ccp", ("ssa-rewrite", "ccp"))
    assert culprit.key == "pass ccp"


def test_a_pass_that_comes_twice_is_needed_once() -> None:
    culprit = find_shader_culprit(optimiser(), [], Fake(lambda _, passes: "merge-blocks" in passes))
    assert culprit is not None
    assert culprit.passes == ("merge-blocks",)


def test_versions_are_asked_with_the_shortest_list() -> None:
    versions = [optimiser(version="2021"), optimiser(version="2023"), optimiser()]
    asked: list[tuple[str, tuple[str, ...]]] = []

    def wrong(version: str, passes: Sequence[str]) -> bool:
        asked.append((version, tuple(passes)))
        return "ccp" in passes and version != "2021"

    culprit = find_shader_culprit(optimiser(), versions, Fake(wrong))
    assert culprit is not None
    assert culprit.versions == (("2021", True), ("2023", False), ("2025", False))
    assert (culprit.first_bad, culprit.last_bad) == ("2023", "2025")
    assert dict.fromkeys(asked[-5:]) == dict.fromkeys(
        [("2021", ("ccp",)), ("2023", ("ccp",)), ("2025", ("ccp",))]
    )


def test_the_first_knob_that_helps_is_named() -> None:
    culprit = find_shader_culprit(
        driver("llvmpipe"),
        [],
        Fake(lambda _, environment: "GALLIUM_OVERRIDE_CPU_CAPS=sse2" not in environment),
    )
    assert culprit == Culprit(kind="knob", name="GALLIUM_OVERRIDE_CPU_CAPS=sse2")


def test_words_are_added_to_a_list_that_is_there() -> None:
    target = driver("radv-aco", ACO_DEBUG="validateir,validatera")
    culprit = find_shader_culprit(
        target,
        [],
        Fake(lambda _, environment: "ACO_DEBUG=validateir,validatera,novn" not in environment),
    )
    assert culprit == Culprit(kind="knob", name="ACO_DEBUG=novn")


MESAS = tuple(
    f"llvmpipe (LLVM {llvm}), llvmpipe Mesa {mesa}-1"
    for llvm, mesa in ((15, "20.3.5"), (16, "22.3.6"))
)
NEWEST = "llvmpipe (LLVM 22), llvmpipe Mesa 26.2.6-1"


def mesa(version: str, family: str = "llvmpipe") -> Target:
    return msgspec.structs.replace(driver(family), id=version.split()[-1], version=version)


def test_a_driver_has_a_first_and_a_last_bad_version() -> None:
    versions = [*map(mesa, MESAS), mesa(NEWEST)]
    culprit = find_shader_culprit(
        versions[1], versions, Fake(lambda version, _: version == MESAS[1])
    )
    assert culprit is not None
    assert culprit.versions == (
        ("Mesa 20.3.5", True),
        ("Mesa 22.3.6", False),
        ("Mesa 26.2.6", True),
    )
    assert (culprit.first_bad, culprit.last_bad) == ("Mesa 22.3.6", "Mesa 22.3.6")


def test_a_version_that_does_something_else_says_nothing() -> None:
    """An old driver that refuses the program is not the first one with the bug."""
    versions = [*map(mesa, MESAS), mesa(NEWEST)]
    fake = Fake(lambda version, _: version == NEWEST, silent=MESAS[:1])
    culprit = find_shader_culprit(versions[2], versions, fake)
    assert culprit is not None
    assert culprit.versions == (("Mesa 22.3.6", True), ("Mesa 26.2.6", False))
    assert culprit.first_bad == culprit.last_bad == "Mesa 26.2.6"


def test_a_driver_without_knobs_has_versions_all_the_same() -> None:
    versions = [mesa(version, "softpipe") for version in MESAS]
    culprit = find_shader_culprit(versions[0], versions, Fake(lambda *_: True))
    assert culprit == Culprit(
        versions=(("Mesa 20.3.5", False), ("Mesa 22.3.6", False)),
        first_bad="Mesa 20.3.5",
        last_bad="Mesa 22.3.6",
    )


@pytest.mark.parametrize(
    "target", [driver("unknown"), driver("swiftshader")], ids=lambda target: target.family
)
def test_a_driver_without_knobs_is_not_asked(target: Target) -> None:
    assert find_shader_culprit(target, [], Fake(lambda *_: True, limit=0)) is None


def test_nothing_is_to_blame_where_the_bug_does_not_show() -> None:
    assert find_shader_culprit(optimiser(), [], Fake(lambda *_: False)) is None


def test_no_part_is_named_where_all_of_them_are_wrong() -> None:
    assert find_shader_culprit(driver("llvmpipe"), [], Fake(lambda *_: True)) == Culprit()


def test_at_the_limit_what_is_known_is_told() -> None:
    def wrong(_: str, passes: Sequence[str]) -> bool:
        return "ccp" in passes

    versions = [optimiser(version="2021"), optimiser()]
    known = [find_shader_culprit(optimiser(), versions, Fake(wrong, limit)) for limit in range(40)]
    assert known[0] is None
    assert any(
        culprit is not None and culprit.name == "ccp" and not culprit.versions for culprit in known
    )


def test_explicit_lists_are_the_flags_of_the_runner() -> None:
    assert with_passes(optimiser(), ["ccp"]).stages[0].worker.option("flags") == f"{EXPLICIT}ccp"
