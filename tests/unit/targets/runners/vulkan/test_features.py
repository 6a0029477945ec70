"""Which features of a device are enabled, by its version and what it says."""

from __future__ import annotations

import pytest

from aberration.targets.runners.capabilities import subgroups_in
from aberration.targets.runners.vulkan.binding import FFI, structure_type
from aberration.targets.runners.vulkan.features import CORE, LATER, subgroup_names

VERTEX, FRAGMENT, COMPUTE = 0x01, 0x10, 0x20
BASIC, VOTE, QUAD = 0x01, 0x02, 0x80


def fields_of(kind: str) -> set[str]:
    return {name for name, _ in FFI.typeof(kind).fields}


def test_all_are_fields_of_their_structures() -> None:
    assert set(CORE) <= fields_of("VkPhysicalDeviceFeatures")
    for one in LATER:
        assert set(one.names) <= fields_of(one.kind)


@pytest.mark.parametrize(
    ("kind", "tag"),
    [
        ("VkPhysicalDeviceFeatures2", 1000059000),
        ("VkPhysicalDeviceVulkan11Features", 49),
        ("VkPhysicalDeviceVulkan12Features", 51),
        ("VkPhysicalDeviceVulkan13Features", 53),
    ],
)
def test_structures_of_versions_have_their_tags(kind: str, tag: int) -> None:
    assert structure_type(kind) == tag


def test_no_device_is_asked_with_a_structure_of_a_later_version() -> None:
    assert [one.kind[16:] for one in LATER if one.since <= (1, 1)] == []
    assert [one.kind[16:] for one in LATER if one.since <= (1, 2)] == [
        "Vulkan11Features",
        "Vulkan12Features",
    ]
    assert len([one for one in LATER if one.since <= (1, 3)]) == 3


@pytest.mark.parametrize("name", ["robustBufferAccess", "robustImageAccess", "bufferDeviceAddress"])
def test_nothing_is_enabled_that_changes_other_modules(name: str) -> None:
    assert name not in {*CORE, *(each for one in LATER for each in one.names)}


@pytest.mark.parametrize(
    ("stages", "operations", "quads", "names"),
    [
        (COMPUTE, BASIC, False, {"subgroupBasic", subgroups_in("compute")}),
        (
            FRAGMENT | COMPUTE,
            BASIC | VOTE,
            False,
            {"subgroupBasic", "subgroupVote", subgroups_in("fragment"), subgroups_in("compute")},
        ),
        (VERTEX, BASIC, False, {"subgroupBasic", subgroups_in("vertex")}),
        (VERTEX, BASIC | QUAD, False, {"subgroupBasic", "subgroupQuad"}),
        (
            VERTEX,
            BASIC | QUAD,
            True,
            {"subgroupBasic", "subgroupQuad", subgroups_in("vertex")},
        ),
        (0, 0, False, set()),
    ],
)
def test_subgroups_by_what_a_device_says_of_them(
    stages: int, operations: int, quads: bool, names: set[str]
) -> None:
    assert subgroup_names(stages, operations, quads) == names
