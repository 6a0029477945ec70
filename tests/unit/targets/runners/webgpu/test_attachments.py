"""Which attachments WebGPU has."""

import pytest

from aberration.targets.runners.attachments import Plane
from aberration.targets.runners.webgpu.attachments import (
    unfit_planes,
    webgl_targets,
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
