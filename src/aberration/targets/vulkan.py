"""The targets behind Vulkan's drivers on the CPU, which execute: lavapipe and SwiftShader.

Each of this machine's, and each of a root (`lavapipe@26.2.6`). Drivers of other devices are found
by `devices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.answers import Answer, DeviceDescription, ask_all
from aberration.targets.drivers import LAVAPIPE, RADV, SWIFTSHADER, Driver, why_missing
from aberration.targets.roots import Root
from aberration.targets.systems import System, Variables, systems
from aberration.targets.versions import Versioned, marked_by_age, with_version

MEMORY: Final = 4096
"""MiB of address space for a driver: lavapipe maps 0.6 GiB with two threads, and some 72 MiB
per further one.
"""

_NO_PASSES: Final = (("GALLIVM_PERF", "nopt"),)
UNASKED: Final = "its driver could not be asked for its device in time; try again"
_DRIVERS: Final = (LAVAPIPE, SWIFTSHADER)


class _UsageKind(msgspec.Struct, frozen=True):
    """One way to use a driver."""

    id: str
    driver: Driver
    groups: tuple[str, ...]
    family: str
    environment: Variables = ()
    options: Variables = ()


class FoundDriver(msgspec.Struct, frozen=True):
    """A driver of a system, with the variables of a worker on it and what it said; None if it
    could not be asked.
    """

    driver: Driver
    system: System
    variables: Variables
    answer: Answer | None


def providers() -> list[Target]:
    """Return all targets of these drivers, those of this machine first; a driver is there if
    its devices come up.
    """
    return marked_by_age([made for found in drivers_here() for made in _targets(found)])


def drivers_here(
    drivers: Sequence[Driver] = _DRIVERS, places: Sequence[System] | None = None
) -> list[FoundDriver]:
    """Return the drivers of this machine, missing ones too, and those that the roots have."""
    within = systems() if places is None else places
    looked = [(driver, system, system.manifest(driver)) for system in within for driver in drivers]
    there = [(driver, system, manifest) for driver, system, manifest in looked if manifest]
    asked = [
        system.question("radv" if driver is RADV else "vulkan", path)
        for driver, system, path in there
    ]
    answers = dict(zip(there, ask_all(asked), strict=True))
    return [
        FoundDriver(driver, system, system.variables(manifest), answers[driver, system, manifest])
        if manifest
        else FoundDriver(driver, system, (), Answer(failure=why_missing(driver)))
        for driver, system, manifest in looked
        if manifest or system.root is None
    ]


def used_manifests() -> list[Path]:
    """Return the manifests of this machine that targets here are on."""
    (machine, *_) = systems()
    return [path for driver in (LAVAPIPE, SWIFTSHADER) if (path := machine.manifest(driver))]


def reported_devices() -> set[str]:
    """Return the devices that these targets are on, as they call themselves."""
    answers = [found.answer for found in drivers_here((LAVAPIPE, SWIFTSHADER)) if found.answer]
    return {device.reported for answer in answers for device in answer.devices}


def of_machine() -> dict[str, Target]:
    """Return the targets that execute on drivers of this machine, by id, whatever there is in
    roots.
    """
    here = drivers_here((LAVAPIPE, SWIFTSHADER), systems()[:1])
    return {made.target.id: made.target for found in here for made in _targets(found)}


def _targets(found: FoundDriver) -> list[Versioned]:
    device = found.answer.devices[0] if found.answer and found.answer.devices else None
    return [_target(kind, found, device) for kind in _executing(found.driver)]


def _executing(driver: Driver) -> list[_UsageKind]:
    kinds = [_UsageKind("swiftshader", SWIFTSHADER, ("vulkan",), "swiftshader")]
    if driver is LAVAPIPE:
        kinds = [
            _UsageKind("lavapipe", LAVAPIPE, ("vulkan", "mesa"), "llvmpipe"),
            _UsageKind("lavapipe-nopt", LAVAPIPE, ("vulkan", "mesa"), "llvmpipe", _NO_PASSES),
        ]
    return kinds + [_with_floats(kind) for kind in kinds]


def _with_floats(kind: _UsageKind) -> _UsageKind:
    return msgspec.structs.replace(
        kind, id=f"{kind.id}:rgba32f", groups=("float-images",), options=(("format", "rgba32f"),)
    )


def _target(kind: _UsageKind, found: FoundDriver, device: DeviceDescription | None) -> Versioned:
    root = found.system.root
    number = device.version if device else number_by_package(root)
    identifier = with_version(kind.id, number or root.name) if root else kind.id
    wanted = device.reported if device and root else found.driver.device
    options = tuple(sorted((*kind.options, ("device", wanted))))
    environment = tuple(sorted((*kind.environment, *found.variables)))
    reason = "" if device else failure_of(found.answer, found.system)
    target = Target(
        id=identifier,
        kind="executes",
        languages=("spirv",),
        stages=(
            Stage(
                identifier,
                WorkerSpec("vulkan", options, environment, MEMORY, launch=found.system.launch),
            ),
        ),
        groups=(*kind.groups, *((mesa_group(number),) if number and "mesa" in kind.groups else ())),
        family=kind.family,
        version=device.reported if device else "",
        available=not reason,
        reason=reason,
        install="" if not reason or root else found.driver.install,
        series=kind.id,
    )
    return Versioned(target, number)


def mesa_group(number: str) -> str:
    """Return the group of one version of Mesa."""
    return f"mesa@{number}"


def number_by_package(root: Root | None) -> str:
    """Return the version of Mesa in a root by its package, nothing for this machine."""
    return root.version("mesa-vulkan-drivers") if root else ""


def failure_of(answer: Answer | None, system: System) -> str:
    """Return why the target cannot run here; a driver of this machine that could not be asked
    is taken to be there.
    """
    if answer is not None:
        return answer.failure
    return UNASKED if system.root else ""
