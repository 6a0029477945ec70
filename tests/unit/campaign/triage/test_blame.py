"""Which targets are versions of one compiler, and in which order."""

from __future__ import annotations

import pytest

from aberration.campaign.triage.blame import series_of, versions_of
from aberration.campaign.triage.question import KnownTargets
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.pool import TargetPool


def target(
    identifier: str, series: str, runner: str = "vulkan", *, available: bool = True
) -> Target:
    stage = Stage(identifier, WorkerSpec(runner))
    return Target(
        identifier, "executes", ("spirv",), (stage,), family="f", series=series, available=available
    )


TOLD = {
    "lavapipe": "llvmpipe (LLVM 15.0.6, 256 bits), llvmpipe Mesa 22.3.6 (LLVM 15.0.6)",
    "lavapipe@20.3.5": "llvmpipe (LLVM 16.0.1, 256 bits), llvmpipe Mesa 20.3.5 (LLVM 16.0.1)",
    "lavapipe@26.2.6": "llvmpipe (LLVM 22.1.8, 256 bits), llvmpipe Mesa 26.2.6-1 (LLVM 22.1.8)",
    "spirv-opt@2025.5:-O": "SPIRV-Tools v2025.5, then llvmpipe Mesa 22.3.6",
    "spirv-opt@13.1.1:-O": "SPIRV-Tools v13.1.1, then llvmpipe Mesa 22.3.6",
    "wgpu-lavapipe": "wgpu 0.32.0 (wgpu-native 29.0.1.1) on Vulkan llvmpipe Mesa 22.3.6",
    "wgpu@22:lavapipe": "wgpu 0.19.3 (wgpu-native 22.1.0.5) on Vulkan llvmpipe Mesa 22.3.6",
}


class Telling(TargetPool):
    """Tells versions without any driver; nothing where one does not open."""

    def version(self, target: Target) -> str:
        return TOLD.get(target.id, "")


@pytest.mark.parametrize(
    ("runner", "ids"),
    [
        ("vulkan", ["lavapipe@20.3.5", "lavapipe", "lavapipe@26.2.6"]),
        ("spirv_opt", ["spirv-opt@13.1.1:-O", "spirv-opt@2025.5:-O"]),
        ("wgpu", ["wgpu@22:lavapipe", "wgpu-lavapipe"]),
    ],
)
def test_versions_of_one_series_stand_in_order(runner: str, ids: list[str]) -> None:
    alike = [target(name, "same", runner) for name in reversed(ids)]
    others = [
        target("other", "another", runner),
        target("missing", "same", runner, available=False),
        target("does not open", "same", runner),
    ]
    known = KnownTargets(every=lambda: [*alike, *others])
    found = versions_of(alike[0], known, Telling(), series_of)
    assert [one.id for one in found] == ids


def test_a_target_of_no_series_has_no_other_version() -> None:
    alone = target("lavapipe", "")
    known = KnownTargets(every=lambda: [alone, target("spirv-opt@2025.5:-O", "")])
    assert [one.id for one in versions_of(alone, known, Telling(), series_of)] == ["lavapipe"]
