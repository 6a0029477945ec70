"""The targets behind Vulkan: lavapipe and SwiftShader execute, RADV compiles for AMD's chips."""

from __future__ import annotations

import os
from typing import Final

import msgspec

from aberration.core.target import BY_REQUEST, Stage, Target, TargetKind, WorkerSpec
from aberration.targets.drivers import (
    LAVAPIPE,
    RADV,
    SWIFTSHADER,
    Driver,
    find_manifest,
    manifest_folders,
    why_missing,
)

MEMORY: Final = 4096
"""MiB of address space for a driver: lavapipe maps 0.6 GiB with two threads, and some 72 MiB per further one."""

RADV_CHIPS: Final = (
    *("tahiti", "pitcairn", "verde", "oland", "hainan", "bonaire", "kabini", "kaveri", "hawaii"),
    *("tonga", "iceland", "carrizo", "fiji", "stoney", "polaris10", "polaris11", "polaris12", "vegam"),
    *("vega10", "vega12", "vega20", "raven", "raven2", "renoir"),
    *("navi10", "navi12", "navi14", "navi21", "navi22", "navi23", "navi24", "vangogh", "rembrandt"),
    *("gfx1100", "gfx1101", "gfx1102"),
)
COMPUTE_ONLY_CHIPS: Final = ("navi24", "rembrandt")
"""Chips whose null device divides by zero (SIGFPE) while it makes any graphics pipeline, in Mesa 22.3.6."""

_ACO: Final = (("ACO_DEBUG", "validateir,validatera"),)
_LLVM: Final = (("RADV_DEBUG", "llvm"),)
_NO_PASSES: Final = (("GALLIVM_PERF", "nopt"),)

Variables = tuple[tuple[str, str], ...]


class _Kind(msgspec.Struct, frozen=True):
    """One way to use a driver."""

    id: str
    driver: Driver
    groups: tuple[str, ...]
    family: str
    environment: Variables = ()
    options: Variables = ()
    runner: str = "vulkan"
    kind: TargetKind = "executes"
    device: str = ""


def providers() -> list[Target]:
    """Return all Vulkan targets; a driver is there if its manifest is."""
    folders = manifest_folders(os.environ)
    manifests = {driver.name: find_manifest(driver, folders) for driver in (LAVAPIPE, SWIFTSHADER, RADV)}
    return [_target(kind, str(manifests[kind.driver.name] or "")) for kind in (*_executing(), *_compiling())]


def _executing() -> list[_Kind]:
    kinds = [
        _Kind("lavapipe", LAVAPIPE, ("vulkan", "mesa"), "llvmpipe"),
        _Kind("lavapipe-nopt", LAVAPIPE, ("vulkan", "mesa"), "llvmpipe", _NO_PASSES),
        _Kind("swiftshader", SWIFTSHADER, ("vulkan",), "swiftshader"),
    ]
    return kinds + [_with_floats(kind) for kind in kinds]


def _with_floats(kind: _Kind) -> _Kind:
    return msgspec.structs.replace(
        kind, id=f"{kind.id}:rgba32f", groups=("float-images",), options=(("format", "rgba32f"),)
    )


def _compiling() -> list[_Kind]:
    return [
        _Kind(
            f"radv-{compiler}-{chip}",
            RADV,
            ("radv", f"radv-{compiler}", *((BY_REQUEST,) if chip in COMPUTE_ONLY_CHIPS else ())),
            f"radv-{compiler}",
            (*variables, ("RADV_FORCE_FAMILY", chip)),
            (("graphics", "no"),) if chip in COMPUTE_ONLY_CHIPS else (),
            runner="radv",
            kind="compiles",
            device=f"RADV {chip.upper()}",
        )
        for compiler, variables in (("aco", _ACO), ("llvm", _LLVM))
        for chip in RADV_CHIPS
    ]


def _target(kind: _Kind, manifest: str) -> Target:
    environment = tuple(sorted((*kind.environment, ("VK_ICD_FILENAMES", manifest))))
    options = tuple(sorted((*kind.options, ("device", kind.device or kind.driver.device))))
    worker = WorkerSpec(kind.runner, options, environment, MEMORY)
    return Target(
        id=kind.id,
        kind=kind.kind,
        languages=("spirv",),
        stages=(Stage(kind.id, worker),),
        groups=kind.groups,
        family=kind.family,
        available=bool(manifest),
        reason="" if manifest else why_missing(kind.driver),
        install="" if manifest else kind.driver.install,
    )
