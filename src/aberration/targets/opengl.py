"""The targets behind OpenGL on the CPU: Mesa's software drivers, which take GLSL and ESSL.

Each of this machine's, and each of a root (`llvmpipe@26.2.6`). Drivers of other devices are found
by `devices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.answers import Answer, DeviceDescription, Question, ask_all
from aberration.targets.drivers import LAVAPIPE, why_missing
from aberration.targets.roots import numbers
from aberration.targets.systems import System, Variables, systems
from aberration.targets.versions import Versioned, marked_by_age, with_version
from aberration.targets.vulkan import MEMORY, failure_of, mesa_group

LANGUAGES: Final = ("glsl", "essl")
INSTALL: Final = "sudo apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri"
LIBRARIES: Final = ("libEGL.so.1", "libEGL_mesa.so.0")
LIBRARY_FOLDERS: Final = ("/usr/lib/*", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib/*")


class _DriverKind(msgspec.Struct, frozen=True):
    """One driver: what its renderer's name looks like, its variables, whether it lies upon
    lavapipe.
    """

    id: str
    renderer: str
    family: str
    environment: Variables
    on_vulkan: bool = False


_KINDS: Final = (
    _DriverKind("llvmpipe", "llvmpipe*", "llvmpipe", (("GALLIUM_DRIVER", "llvmpipe"),)),
    _DriverKind(
        "llvmpipe-nopt",
        "llvmpipe*",
        "llvmpipe",
        (("GALLIUM_DRIVER", "llvmpipe"), ("GALLIVM_PERF", "nopt")),
    ),
    _DriverKind("softpipe", "softpipe*", "softpipe", (("GALLIUM_DRIVER", "softpipe"),)),
    _DriverKind(
        "zink-lavapipe",
        "zink*(llvmpipe*",
        "llvmpipe",
        (("GALLIUM_DRIVER", "zink"),),
        on_vulkan=True,
    ),
)


class _Found(msgspec.Struct, frozen=True):
    """One driver of a system, what it said (None if it could not be asked), and what it lacks."""

    kind: _DriverKind
    system: System
    variables: Variables
    answer: Answer | None
    reason: str = ""
    install: str = ""

    @property
    def device(self) -> DeviceDescription | None:
        """Return the device, None where none came up."""
        return self.answer.devices[0] if self.answer and self.answer.devices else None


def providers() -> list[Target]:
    """Return all OpenGL targets, each for 8-bit images and for float ones."""
    found = _drivers_here()
    return marked_by_age([_target(one, pixels) for pixels in ("rgba8", "rgba32f") for one in found])


def reported_devices() -> set[str]:
    """Return the devices that these targets are on, as they call themselves."""
    return {found.device.reported for found in _drivers_here() if found.device}


def newest_llvmpipe() -> System | None:
    """Return the system with the newest llvmpipe that comes up, None if there is none."""
    found = [(one.system, one.device) for one in _drivers_here(_KINDS[:1]) if one.device]
    return max(found, key=lambda pair: numbers(pair[1].version))[0] if found else None


def _drivers_here(kinds: Sequence[_DriverKind] = _KINDS) -> list[_Found]:
    """Return the drivers of this machine, missing ones too, and those of the roots."""
    lacking = _missing_library()
    places = [
        (kind, system, *_missing(kind, system, lacking)) for system in systems() for kind in kinds
    ]
    variables = [_variables(kind, system) for kind, system, _, _ in places]
    there = [place for place, (_, _, reason, _) in enumerate(places) if not reason]
    questions = [Question("opengl", variables[place], places[place][1].launch) for place in there]
    answers: dict[int, Answer | None] = dict(zip(there, ask_all(questions), strict=True))
    return [
        _Found(kind, system, variables[place], answers.get(place), reason, install)
        for place, (kind, system, reason, install) in enumerate(places)
        if not (reason and system.root)
    ]


def _missing(kind: _DriverKind, system: System, library: str) -> tuple[str, str]:
    """Return what a driver lacks, without starting anything, and how to get it; this machine
    may lack a library.
    """
    if system.root is None and library:
        return library, INSTALL
    if kind.on_vulkan and system.manifest(LAVAPIPE) is None:
        return why_missing(LAVAPIPE), LAVAPIPE.install
    return "", ""


def _variables(kind: _DriverKind, system: System) -> Variables:
    more = (*kind.environment, ("LIBGL_ALWAYS_SOFTWARE", "1"))
    if kind.on_vulkan:
        return system.variables(system.manifest(LAVAPIPE), more)
    return tuple(sorted((*system.environment, *more)))


def _target(found: _Found, pixels: str) -> Versioned:
    kind, system, device = found.kind, found.system, found.device
    floats = pixels == "rgba32f"
    series = f"{kind.id}:{pixels}" if floats else kind.id
    number = (
        device.version if device else system.root.version("libegl-mesa0") if system.root else ""
    )
    identifier = with_version(series, number or system.root.name) if system.root else series
    expected = (("told", device.reported),) if device and system.root else ()
    options = (*((("format", pixels),) if floats else ()), ("renderer", kind.renderer), *expected)
    reason = found.reason or failure_of(found.answer, system)
    own = (
        ("float-images",)
        if floats
        else ("opengl", "mesa", *((mesa_group(number),) if number else ()))
    )
    target = Target(
        id=identifier,
        kind="executes",
        languages=LANGUAGES,
        stages=(
            Stage(
                identifier,
                WorkerSpec("opengl", options, found.variables, MEMORY, launch=system.launch),
            ),
        ),
        groups=own,
        family=kind.family,
        version=device.reported if device else "",
        available=not reason,
        reason=reason,
        install=found.install if found.reason else "",
        series=series,
    )
    return Versioned(target, number)


def _missing_library() -> str:
    """Return which library of EGL is in none of the usual folders, or nothing."""
    for name in LIBRARIES:
        if not any(
            found for folder in LIBRARY_FOLDERS for found in Path("/").glob(f"{folder[1:]}/{name}")
        ):
            return f"no {name} was found in {' '.join(LIBRARY_FOLDERS)}"
    return ""
