"""Which attachments WebGPU has."""

import pytest

from aberration.core.attachments import DEPTH
from aberration.targets.runners.attachments import Plane
from aberration.targets.runners.webgpu.attachments import (
    unfit_planes,
    webgl_targets,
    webgpu_depth,
    webgpu_targets,
)


@pytest.mark.parametrize(
    ("planes", "reason"),
    [
        ([Plane(0, "rgba8"), Plane(1, "rgba32ui")], ""),
        ([Plane(0, "rgba32i"), Plane(1, "rgba32ui")], ""),
        ([Plane(0, "rgba32i"), Plane(1, "rgba32ui"), Plane(2, "rgba8", 1, 1)], "bytes a pixel"),
        ([Plane(0, "rgba8", 1, 1), Plane(1, "rgba32i"), Plane(2, "rgba32i", 2, 2)], ""),
        ([Plane(0, "rgba8", 3, 4)], "three channels"),
        ([Plane(5, "rgba8")], "attachment 5"),
        ([Plane(DEPTH, "d32f", 1, 1)], "the depth"),
    ],
)
def test_what_no_device_draws_into_is_named(planes: list[Plane], reason: str) -> None:
    found = unfit_planes(planes, range(3))
    assert reason in found
    assert bool(reason) == bool(found)


def test_targets_are_told_by_location() -> None:
    planes = (Plane(0, "rgba8"), Plane(2, "rgba32ui", 1, 1))
    assert webgpu_targets(planes) == [
        {"format": "rgba8unorm", "pixelBytes": 4},
        None,
        {"format": "r32uint", "pixelBytes": 4},
    ]
    assert webgl_targets(planes)[1] == {
        "location": 2,
        "format": "R32UI",
        "letter": "ui",
        "bytes": 4,
    }


def test_depths_are_told_apart_and_cost_nothing() -> None:
    depth = Plane(DEPTH, "d32f", 1, 1)
    full = (Plane(0, "rgba32i"), Plane(1, "rgba32ui"), depth)
    assert unfit_planes(full, (0, 1, DEPTH)) == ""
    assert webgpu_depth(full) == {"format": "depth32float", "pixelBytes": 4}
    assert webgpu_targets(full) == webgpu_targets(full[:2])
    assert webgpu_depth(full[:2]) is None
