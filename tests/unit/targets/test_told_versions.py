"""What targets call themselves: one is asked of those that share the same code."""

import msgspec

from aberration.core.errors import TargetUnavailable
from aberration.core.target import OLDER, Stage, Target, WorkerSpec
from aberration.targets.pool import TargetPool
from aberration.targets.told_versions import with_versions


def driver(name: str, device: str, runner: str = "vulkan") -> Target:
    worker = WorkerSpec(runner, (("device", device),), (("VK_ICD_FILENAMES", "icd.json"),))
    return Target(name, "compiles", ("spirv",), (Stage(name, worker),), family="radv")


class TellingPool(TargetPool):
    """Tells versions without drivers, and counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def version(self, target: Target) -> str:
        self.asked.append(target.id)
        if target.stages[-1].worker.runner == "broken":
            raise TargetUnavailable("the worker cannot be opened\nlog")
        return f"Null hardware ({target.stages[-1].worker.option('device')}), radv 1.0"


def test_one_target_of_those_that_share_code_is_asked() -> None:
    pool = TellingPool()
    found = with_versions([driver("a", "TAHITI"), driver("b", "FIJI")], pool)
    assert pool.asked == ["a"]
    assert [target.version for target in found] == ["radv 1.0", "radv 1.0"]


def executing(name: str, device: str, *groups: str, path: str = "") -> Target:
    worker = WorkerSpec("wgpu", (("device", device), ("path", path)))
    return Target(name, "executes", ("wgsl",), (Stage(name, worker),), groups=groups, family="naga")


class OnPool(TellingPool):
    """Tells the device behind a compiler."""

    def version(self, target: Target) -> str:
        self.asked.append(target.id)
        worker = target.stages[-1].worker
        return f"wgpu {worker.option('path')} on {worker.option('device')}"


def test_each_driver_behind_a_compiler_is_asked() -> None:
    """angle-gl-llvmpipe once said that it was on SwiftShader, as its neighbour is."""
    pool = OnPool()
    found = with_versions([executing("a", "llvmpipe"), executing("b", "swiftshader")], pool)
    assert [target.version for target in found] == ["wgpu  on llvmpipe", "wgpu  on swiftshader"]


def test_of_an_older_compiler_one_is_asked() -> None:
    pool = OnPool()
    older = [executing(name, name, OLDER, path="22") for name in ("llvmpipe", "swiftshader")]
    found = with_versions([*older, executing("c", "llvmpipe", OLDER, path="24")], pool)
    assert pool.asked == ["llvmpipe", "c"]
    assert [target.version for target in found] == [
        "wgpu 22 on llvmpipe",
        "wgpu 22",
        "wgpu 24 on llvmpipe",
    ]


def test_of_our_mutants_one_is_asked() -> None:
    pool = OnPool()
    mutants = [
        msgspec.structs.replace(executing(name, "d", "mutants"), family=name)
        for name in ("m1", "m2")
    ]
    assert {target.version for target in with_versions(mutants, pool)} == {"wgpu  on d"}
    assert pool.asked == ["m1"]


def test_of_mutants_before_two_drivers_each_is_asked() -> None:
    pool = OnPool()
    one, other = (
        msgspec.structs.replace(executing(name, "d", "mutants"), family=name)
        for name in ("m1", "m2")
    )
    (stage,) = other.stages
    last = msgspec.structs.replace(stage, worker=WorkerSpec("another"))
    other = msgspec.structs.replace(other, stages=(stage, last))
    with_versions([one, other], pool)
    assert pool.asked == ["m1", "m2"]


def test_a_version_that_is_known_is_not_asked() -> None:
    pool = TellingPool()
    known = Target("x", "compiles", ("spirv",), driver("a", "A").stages, version="7")
    missing = Target("y", "compiles", ("spirv",), available=False, reason="not here")
    assert with_versions([known, missing], pool) == [known, missing]
    assert pool.asked == []


def test_a_target_that_does_not_open_is_unavailable() -> None:
    (found,) = with_versions([driver("a", "A", "broken")], TellingPool())
    assert (found.available, found.reason) == (False, "the worker cannot be opened")
