"""RADV's two compilers, ACO and LLVM, for AMD's chips, compile-only: `radv-aco-CHIP`,
`radv-llvm-CHIP`.

The chips are those that the driver itself knows: without hardware up to Mesa 25
(`RADV_FORCE_FAMILY`), and by Mesa's drm-shim behind that (`drm_shim`).
"""

from __future__ import annotations

import re
from typing import Final

from aberration.core.target import BY_REQUEST, Stage, Target, WorkerSpec
from aberration.targets import drm_shim
from aberration.targets.answers import DeviceDescription
from aberration.targets.drivers import RADV
from aberration.targets.systems import Variables
from aberration.targets.versions import Versioned, marked_by_age, with_version
from aberration.targets.vulkan import (
    MEMORY,
    UNASKED,
    FoundDriver,
    drivers_here,
    mesa_group,
    number_by_package,
)

_LLVM: Final = "llvm"
_COMPILERS: Final[dict[str, Variables]] = {
    "aco": (("ACO_DEBUG", "validateir,validatera"),),
    _LLVM: (("RADV_DEBUG", "llvm"),),
}
_CHIP: Final = re.compile(r"RADV \w+")
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


def providers() -> list[Target]:
    """Return both compilers for each chip of every RADV, those of this machine first; without
    any chip, the reason.
    """
    found = drivers_here((RADV,))
    without = [made for one in found for made in _targets(one)]
    return marked_by_age([*without, *drm_shim.versions("radv-aco")])


def _targets(found: FoundDriver) -> list[Versioned]:
    if found.answer and found.answer.devices:
        chips = found.answer.devices
        return [_target(found, compiler, chip) for chip in chips for compiler in _COMPILERS]
    return (
        []
        if drm_shim.plays(found.system, "radv-aco")
        else [_missing(found, compiler) for compiler in _COMPILERS]
    )


def _target(found: FoundDriver, compiler: str, chip: DeviceDescription) -> Versioned:
    """Return the target of a chip; the compiler behind LLVM tells its version only when it is
    open.
    """
    name = f"radv-{compiler}-{chip.name}"
    identifier = with_version(name, chip.version) if found.system.root else name
    wanted = _CHIP.search(chip.reported)
    options = (
        ("device", wanted[0] if wanted else RADV.device),
        *((("graphics", "no"),) if not chip.draws else ()),
    )
    variables = (*_COMPILERS[compiler], ("RADV_FORCE_FAMILY", chip.uuid), *found.variables)
    worker = WorkerSpec(
        "radv", options, tuple(sorted(variables)), MEMORY, launch=found.system.launch
    )
    by_request = () if chip.draws else (BY_REQUEST,)
    target = Target(
        id=identifier,
        kind="compiles",
        languages=("spirv",),
        stages=(Stage(identifier, worker),),
        groups=("radv", f"radv-{compiler}", mesa_group(chip.version), *by_request),
        family=f"radv-{compiler}",
        version="" if compiler == _LLVM else chip.reported.rpartition(", ")[2],
        series=f"radv-{compiler}-{_RENAMED.get(chip.name, chip.name)}",
    )
    return Versioned(target, chip.version)


def _missing(found: FoundDriver, compiler: str) -> Versioned:
    root, number = found.system.root, number_by_package(found.system.root)
    name = f"radv-{compiler}"
    identifier = with_version(name, number or root.name) if root else name
    target = Target(
        id=identifier,
        kind="compiles",
        languages=("spirv",),
        groups=("radv", name),
        family=name,
        available=False,
        reason=found.answer.failure if found.answer else UNASKED,
        install="" if root else RADV.install,
        series=name,
    )
    return Versioned(target, number)
