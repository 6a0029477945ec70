"""Which versions show a known bug."""

from __future__ import annotations

from experiments.rediscovery.known import Known, known_bugs, passes_of, shown_on
from tools.bugs_by_version import BUGS

from aberration.core.target import Target
from aberration.core.testcase import load_case

BUG = Known(
    "naga-glsl-unsigned-abs",
    "naga",
    load_case(BUGS / "naga-glsl-unsigned-abs"),
    {"22.1": "wrong", "29.0": "right"},
    frozenset({"wgpu:gl"}),
)


def _target(name: str, series: str, *languages: str, family: str = "naga") -> Target:
    return Target(name, "executes", languages or ("wgsl",), family=family, series=series)


OLD = _target("old-gl", "wgpu:gl")
TARGETS = (
    OLD,
    _target("new-gl", "wgpu:gl"),
    _target("old-vulkan", "wgpu:vulkan"),
    _target("old-glsl", "wgpu:gl", "glsl"),
    _target("other", "wgpu:gl", family="tint"),
)
VERSION = {
    "old-gl": "22.1",
    "new-gl": "29.0",
    "old-vulkan": "22.1",
    "old-glsl": "22.1",
    "other": "22.1",
}


def test_shows_where_version_language_compiler_and_use_are_those_of_the_bug() -> None:
    assert shown_on(BUG, TARGETS, VERSION) == ["old-gl"]


def test_other_uses_count_where_the_bug_s_own_is_not_here() -> None:
    assert shown_on(BUG, TARGETS[1:], VERSION) == ["old-vulkan"]


def test_the_collection_has_wrong_code_bugs_alone() -> None:
    known = known_bugs()
    assert len(known) >= 60
    assert all("wrong" in one.told.values() for one in known)
    assert "lavapipe-unroll-time" not in {one.name for one in known}


def test_passes_are_read_from_the_name_of_a_target() -> None:
    named = "spirv-opt@2025.5:passes:ssa-rewrite/loop-fission=2+lavapipe"
    assert passes_of(named) == {"ssa-rewrite", "loop-fission"}
    assert passes_of("spirv-opt@2025.5:-O") == frozenset()
    licm = next(one for one in known_bugs() if one.name == "spirv-opt-licm-moves-loads")
    assert licm.passes == {"loop-invariant-code-motion"}
