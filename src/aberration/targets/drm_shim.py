"""Drivers of GPUs that are not here, compile-only, on Mesa's drm-shim: a library that plays a
kernel driver.

`nvk-CHIP@VERSION` compiles for NVIDIA's chips, `turnip-CHIP@VERSION` for Qualcomm's,
`honeykrisp-CHIP@VERSION` for Apple's, and `radv-aco-CHIP@VERSION` for AMD's where RADV itself no
longer does so without hardware (see `radv`). The shim is loaded in front of all libraries of a
worker in a root (ld.so(8), `--preload`); what that starts sees nothing of it. It reads the chip
when the program starts, so that is one of the words that launch it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.answers import DeviceDescription, Question, ask_all
from aberration.targets.drivers import RADV, find_manifest
from aberration.targets.roots import Root
from aberration.targets.systems import System, Variables, systems
from aberration.targets.versions import Versioned, marked_by_age
from aberration.targets.vulkan import MEMORY, drivers_here, mesa_group

_ENV: Final = "/usr/bin/env"
RADEON: Final = "radv-aco"
_ACO: Final = (("ACO_DEBUG", "validateir,validatera"),)
_AMD: Final = re.compile(
    rb"(?<=\0)(?:vega|navi|gfx|polaris|raven|renoir|rembrandt|phoenix|vangogh|mi)[0-9a-z_]*(?=\0)"
)
_NVIDIA: Final = {
    "gk104": "e4",
    "gk110": "f0",
    "gm107": "117",
    "gv100": "140",
    "tu102": "162",
    "ga102": "172",
    "gb202": "1b2",
}
"""Chipsets in hexadecimal digits, one of each generation for which the compiler makes other
code.
"""
_QUALCOMM: Final = {
    f"a{number}": number
    for number in ("610", "618", "660", "702", "730", "740", "750", "810", "830")
}


class Shim(msgspec.Struct, frozen=True):
    """One kernel driver that is played: the driver above, the variable that chooses a chip, and
    the chips' values.
    """

    name: str
    manifest: str
    library: str
    variable: str
    chips: dict[str, str]
    family: str
    environment: Variables = ()


class _Chip(msgspec.Struct, frozen=True):
    """A chip of a shim in a system, with the question whether it comes up."""

    shim: Shim
    system: System
    name: str
    question: Question


_SHIMS: Final = (
    Shim(
        RADEON, RADV.manifest, "libamdgpu_noop_drm_shim.so", "AMDGPU_GPU_ID", {}, "radv-aco", _ACO
    ),
    Shim(
        "nvk", "nouveau_icd*.json", "libnouveau_noop_drm_shim.so", "NOUVEAU_CHIPSET", _NVIDIA, "nvk"
    ),
    Shim(
        "turnip",
        "freedreno_icd*.json",
        "libfreedreno_noop_drm_shim.so",
        "FD_GPU_ID",
        _QUALCOMM,
        "turnip",
    ),
    Shim(
        "honeykrisp", "asahi_icd*.json", "libasahi_noop_drm_shim.so", "", {"m1": ""}, "honeykrisp"
    ),
)


def providers() -> list[Target]:
    """Return a target for each chip that comes up, but for those of RADV."""
    return marked_by_age(
        [made for shim in _SHIMS if shim.name != RADEON for made in versions(shim.name)]
    )


def plays(system: System, name: str) -> bool:
    """Return whether a system has a shim, and RADV cannot do without."""
    return any(_chips(shim, system) for shim in _SHIMS if shim.name == name)


def versions(name: str) -> list[Versioned]:
    """Return the targets of one driver, in every root."""
    shims = [shim for shim in _SHIMS if shim.name == name]
    chips = [
        chip
        for system in systems()
        if system.root
        for shim in shims
        for chip in _chips(shim, system)
    ]
    answers = ask_all([chip.question for chip in chips])
    found = [
        (chip, answer.devices[0])
        for chip, answer in zip(chips, answers, strict=True)
        if answer and answer.devices
    ]
    return [_target(chip, device) for chip, device in found]


def _chips(shim: Shim, system: System) -> list[_Chip]:
    """Return the chips of a shim that a system may have."""
    library = _library(shim, system.root) if system.root else None
    driver = msgspec.structs.replace(RADV, name=shim.name, manifest=shim.manifest)
    manifest = find_manifest(driver, system.folders)
    if library is None or manifest is None or not system.launch or _compiles_without(shim, system):
        return []
    loader, *rest = system.launch
    words = (loader, "--preload", str(library), *rest)
    chips = shim.chips or {
        name.decode(): name.decode() for name in sorted({*_AMD.findall(library.read_bytes())})
    }
    chosen = {
        name: (_ENV, f"{shim.variable}={value}") if shim.variable else ()
        for name, value in chips.items()
    }
    variables = system.variables(manifest)
    return [
        _Chip(shim, system, name, Question("vulkan", variables, (*setting, *words)))
        for name, setting in chosen.items()
    ]


def _library(shim: Shim, root: Root) -> Path | None:
    places = [root.folder / part / shim.library for part in root.record.libraries]
    return next((place for place in places if place.is_file()), None)


def _compiles_without(shim: Shim, system: System) -> bool:
    """Return whether the system's RADV compiles for chips by itself."""
    if shim.manifest != RADV.manifest:
        return False
    return any(found.answer and found.answer.devices for found in drivers_here((RADV,), (system,)))


def _target(chip: _Chip, device: DeviceDescription) -> Versioned:
    shim, question = chip.shim, chip.question
    series = f"{shim.name}-{chip.name}"
    identifier = f"{series}@{device.version}"
    environment = tuple(sorted((*question.environment, *shim.environment)))
    worker = WorkerSpec(
        "radv", (("device", device.reported),), environment, MEMORY, launch=question.launch
    )
    target = Target(
        id=identifier,
        kind="compiles",
        languages=("spirv",),
        stages=(Stage(identifier, worker),),
        groups=(
            *(("radv",) if shim.family == "radv-aco" else ()),
            shim.family,
            "drm-shim",
            mesa_group(device.version),
        ),
        family=shim.family,
        version=device.reported.rpartition(", ")[2],
        series=series,
    )
    return Versioned(target, device.version)
