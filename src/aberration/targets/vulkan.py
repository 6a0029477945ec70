"""The targets behind Vulkan's drivers on the CPU: lavapipe and SwiftShader execute, RADV compiles for AMD's chips.

Each of this machine's, and each of a root (`lavapipe@26.2.6`). Drivers of other devices are found by `devices`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import BY_REQUEST, Stage, Target, TargetKind, WorkerSpec
from aberration.targets.answers import Answer, Device, ask_all
from aberration.targets.drivers import LAVAPIPE, RADV, SWIFTSHADER, Driver, why_missing
from aberration.targets.roots import Root
from aberration.targets.systems import System, Variables, systems
from aberration.targets.versions import Versioned, marked_by_age, with_version

MEMORY: Final = 4096
"""MiB of address space for a driver: lavapipe maps 0.6 GiB with two threads, and some 72 MiB per further one."""

_ACO: Final = (("ACO_DEBUG", "validateir,validatera"),)
_LLVM: Final = (("RADV_DEBUG", "llvm"),)
_NO_PASSES: Final = (("GALLIVM_PERF", "nopt"),)
_CHIP: Final = re.compile(r"RADV \w+")
UNASKED: Final = "its driver could not be asked for its device in time; try again"
_RENAMED: Final = {
    "arcturus": "mi100",
    "aldebaran": "mi200",
    "sienna_cichlid": "navi21",
    "navy_flounder": "navi22",
    "dimgrey_cavefish": "navi23",
    "gfx1036": "raphael_mendocino",
    "gfx1100": "navi31",
    "gfx1101": "navi32",
    "gfx1102": "navi33",
    "gfx1103_r1": "phoenix",
    "gfx1103_r2": "phoenix2",
}
"""What newer Mesa calls a chip, by what older Mesa calls it."""
_MESA_GROUPS: Final = frozenset({"mesa", "radv"})
_DRIVERS: Final = (LAVAPIPE, SWIFTSHADER, RADV)


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
    series: str = ""


class Found(msgspec.Struct, frozen=True):
    """A driver of a system, with the variables of a worker on it and what it said; None if it could not be asked."""

    driver: Driver
    system: System
    variables: Variables
    answer: Answer | None


def providers() -> list[Target]:
    """Return all targets of these drivers, those of this machine first; a driver is there if its devices come up."""
    return marked_by_age([made for found in drivers_here() for made in _targets(found)])


def drivers_here(drivers: Sequence[Driver] = _DRIVERS, places: Sequence[System] | None = None) -> list[Found]:
    """Return the drivers of this machine, missing ones too, and those that the roots have."""
    within = systems() if places is None else places
    looked = [(driver, system, system.manifest(driver)) for system in within for driver in drivers]
    there = [(driver, system, manifest) for driver, system, manifest in looked if manifest]
    asked = [system.question("radv" if driver is RADV else "vulkan", path) for driver, system, path in there]
    answers = dict(zip(there, ask_all(asked), strict=True))
    return [
        Found(driver, system, system.variables(manifest), answers[driver, system, manifest])
        if manifest
        else Found(driver, system, (), Answer(failure=why_missing(driver)))
        for driver, system, manifest in looked
        if manifest or system.root is None
    ]


def manifests_taken() -> list[Path]:
    """Return the manifests of this machine that targets here are on."""
    (machine, *_) = systems()
    return [path for driver in (LAVAPIPE, SWIFTSHADER) if (path := machine.manifest(driver))]


def devices_told() -> set[str]:
    """Return the devices that these targets are on, as they call themselves."""
    answers = [found.answer for found in drivers_here((LAVAPIPE, SWIFTSHADER)) if found.answer]
    return {device.told for answer in answers for device in answer.devices}


def of_machine(drivers: Sequence[Driver] = (LAVAPIPE, SWIFTSHADER)) -> dict[str, Target]:
    """Return the targets that execute on drivers of this machine, by id, whatever there is in roots."""
    here = [found for found in drivers_here(drivers, systems()[:1]) if found.driver is not RADV]
    return {made.target.id: made.target for found in here for made in _targets(found)}


def _targets(found: Found) -> list[Versioned]:
    if found.driver is not RADV:
        device = found.answer.devices[0] if found.answer and found.answer.devices else None
        return [_target(kind, found, device) for kind in _executing(found.driver)]
    if found.answer and found.answer.devices:
        return [_target(kind, found, chip) for chip in found.answer.devices for kind in _compiling(chip)]
    return [_target(kind, found, None) for kind in _compiling(None)]


def _executing(driver: Driver) -> list[_Kind]:
    kinds = [_Kind("swiftshader", SWIFTSHADER, ("vulkan",), "swiftshader")]
    if driver is LAVAPIPE:
        kinds = [
            _Kind("lavapipe", LAVAPIPE, ("vulkan", "mesa"), "llvmpipe"),
            _Kind("lavapipe-nopt", LAVAPIPE, ("vulkan", "mesa"), "llvmpipe", _NO_PASSES),
        ]
    return kinds + [_with_floats(kind) for kind in kinds]


def _with_floats(kind: _Kind) -> _Kind:
    return msgspec.structs.replace(
        kind, id=f"{kind.id}:rgba32f", groups=("float-images",), options=(("format", "rgba32f"),)
    )


def _compiling(chip: Device | None) -> list[_Kind]:
    """Return RADV's two compilers for a chip; without one, what stands for all chips where there are none."""
    return [
        _Kind(
            f"radv-{compiler}-{chip.name}" if chip else f"radv-{compiler}",
            RADV,
            ("radv", f"radv-{compiler}", *((BY_REQUEST,) if chip and not chip.draws else ())),
            f"radv-{compiler}",
            (*variables, *((("RADV_FORCE_FAMILY", chip.uuid),) if chip else ())),
            (("graphics", "no"),) if chip and not chip.draws else (),
            runner="radv",
            kind="compiles",
            series=f"radv-{compiler}-{_RENAMED.get(chip.name, chip.name)}" if chip else "",
        )
        for compiler, variables in (("aco", _ACO), ("llvm", _LLVM))
    ]


def _target(kind: _Kind, found: Found, device: Device | None) -> Versioned:
    root = found.system.root
    number = device.version if device else _number_by_package(root)
    identifier = with_version(kind.id, number or root.name) if root else kind.id
    options = tuple(sorted((*kind.options, ("device", _wanted(found, device)))))
    environment = tuple(sorted((*kind.environment, *found.variables)))
    worker = WorkerSpec(kind.runner, options, environment, MEMORY, launch=found.system.launch)
    reason = _reason(kind, found, device)
    target = Target(
        id=identifier,
        kind=kind.kind,
        languages=("spirv",),
        stages=(Stage(identifier, worker),),
        groups=(*kind.groups, *((mesa_group(number),) if number and set(kind.groups) & _MESA_GROUPS else ())),
        family=kind.family,
        version=_version(kind, device),
        available=not reason,
        reason=reason,
        install="" if not reason or root else found.driver.install,
        series=kind.series or kind.id,
    )
    return Versioned(target, number)


def _version(kind: _Kind, device: Device | None) -> str:
    """Return what a target's driver calls itself: RADV's without the chip, and of its LLVM it tells when it is open."""
    if device is None or _LLVM[0] in kind.environment:
        return ""
    return device.told if kind.kind == "executes" else device.told.rpartition(", ")[2]


def mesa_group(number: str) -> str:
    """Return the group of one version of Mesa."""
    return f"mesa@{number}"


def _wanted(found: Found, device: Device | None) -> str:
    """Return what must be in the device's name: all that a root's driver told, and of RADV the chip."""
    if device is None or (found.system.root is None and found.driver is not RADV):
        return found.driver.device
    chip = _CHIP.search(device.told)
    return chip[0] if found.driver is RADV and chip else device.told


def _reason(kind: _Kind, found: Found, device: Device | None) -> str:
    """Return why the target cannot run here; a driver of this machine that could not be asked is taken to be there."""
    if device is not None:
        return ""
    if found.answer is not None:
        return found.answer.failure
    return UNASKED if found.system.root or kind.driver is RADV else ""


def _number_by_package(root: Root | None) -> str:
    return root.version("mesa-vulkan-drivers") if root else ""
