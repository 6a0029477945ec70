"""Targets `wgpu-<driver>`: naga, the compiler in wgpu-native, by its Python package; older ones as
`wgpu@22:<driver>`.

Each version lies in `wgpu-<version>` of the folder of compilers; its number in target ids is that
of wgpu-native, which is naga's. A driver of another year has its version behind its name:
`wgpu-lavapipe@26.2.6`. Of SPIR-V and GLSL it knows a part; it gets programs in them only when it is
asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from aberration.core.target import BY_REQUEST, OLDER, Stage, Target, WorkerSpec
from aberration.targets.places import SETUP, tools_folder
from aberration.targets.webgpu import FLOATS, Below, Variables, all_below

NEWEST: Final = "29"
VERSIONS: Final = {NEWEST: "0.32.0", "27": "0.27.0", "24": "0.21.1", "22": "0.19.3"}
"""The package by the number of the wgpu-native in it."""
LANGUAGES: Final = ("wgsl", "spirv", "glsl")
BY_REQUEST_ONLY: Final = ("spirv", "glsl")
FAMILY: Final = "naga"
_MINE: Final = ("lavapipe", "swiftshader", "gl-llvmpipe")
_BACKENDS: Final = {"vulkan": "Vulkan", "opengl": "OpenGL"}


def providers() -> list[Target]:
    """Return the targets of every version on every driver, those that are missing here too.

    There are no images of floats on OpenGL: wgpu renders into none there. Drivers of roots get the
    newest version only.
    """
    tools = tools_folder()
    found = all_below().values()
    older = [below for below in found if below.name in _MINE or below.hardware]
    targets = [
        _target(tools, number, below)
        for number in VERSIONS
        for below in (found if number == NEWEST else older)
    ]
    return targets + [
        _target(tools, NEWEST, below, FLOATS) for below in found if below.api == "vulkan"
    ]


def _target(tools: Path, number: str, below: Below, extra: Variables = ()) -> Target:
    name = f"wgpu-{below.name}" if number == NEWEST else f"wgpu@{number}:{below.name}"
    identifier = f"{name}:rgba32f" if extra else name
    folder = tools / f"wgpu-{VERSIONS[number]}"
    here = (folder / "wgpu" / "__init__.py").is_file()
    missing = "" if here else f"no wgpu {VERSIONS[number]}: {folder} is not there"
    options = {
        "path": str(folder),
        "backend": _BACKENDS[below.api],
        "device": below.device,
        **dict(extra),
    }
    worker = WorkerSpec(
        "wgpu",
        tuple(sorted(options.items())),
        tuple(sorted(below.environment)),
        below.memory,
        below.resident,
        below.launch,
    )
    older = below.groups if number == NEWEST else (OLDER, BY_REQUEST)
    return Target(
        id=identifier,
        kind="executes",
        languages=LANGUAGES,
        stages=(Stage(identifier, worker),),
        groups=("wgpu", "webgpu", *older, *(("float-images",) if extra else ())),
        family=FAMILY,
        available=not (missing or below.reason),
        reason=missing or below.reason,
        install=SETUP if missing else below.install,
        by_request=BY_REQUEST_ONLY,
        series=f"wgpu on {below.name} {dict(extra)}",
        driver=below.driver,
    )
