"""What the targets of WebGPU have in common: the drivers below them, and how a compiler finds
those.

These are this machine's software drivers, the newest Mesa of a root (`lavapipe@26.2.6`), and every
Vulkan device that `devices` finds (`nvidia-h200@580.159.03`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import BY_REQUEST, OLDER
from aberration.targets import devices, opengl, vulkan
from aberration.targets.drivers import (
    LAVAPIPE,
    SWIFTSHADER,
    Driver,
    find_manifest,
    manifest_folders,
    why_missing,
)
from aberration.targets.roots import numbers
from aberration.targets.systems import only

EGL_FOLDERS: Final = ("/usr/share/glvnd/egl_vendor.d", "/etc/glvnd/egl_vendor.d")
EGL_INSTALL: Final = "Install Debian's libegl1, libegl-mesa0 and libgl1-mesa-dri."
FLOATS: Final = (("format", "rgba32f"),)
_ON_OPENGL: Final = (("EGL_PLATFORM", "surfaceless"), ("GALLIUM_DRIVER", "llvmpipe"))

Variables = tuple[tuple[str, str], ...]


class Below(msgspec.Struct, frozen=True):
    """A driver that executes what a compiler of WGSL makes: the API it has, a part of its name, its
    variables.

    `launch` are the words that start a program with it. `reason` why it is not here, and `install`
    how to get it; both are empty if it is. `outdone`: a newer version of it is here. `asked`: it is
    for those who ask for it.
    """

    name: str
    api: str
    device: str
    environment: Variables = ()
    reason: str = ""
    install: str = ""
    launch: tuple[str, ...] = ()
    hardware: bool = False
    outdone: bool = False
    asked: bool = False

    @property
    def memory(self) -> int:
        """Return the MiB of address space of a worker."""
        return 0 if self.hardware else vulkan.MEMORY

    @property
    def resident(self) -> int:
        """Return the MiB of resident memory of a worker."""
        return devices.RESIDENT if self.hardware else 0

    @property
    def driver(self) -> str:
        """Return the name that all its versions have, with the API by which it is asked."""
        return driver_name(self.device, self.api)

    @property
    def groups(self) -> tuple[str, ...]:
        """Return the groups that a target has for its driver."""
        return (OLDER, BY_REQUEST) if self.outdone else (BY_REQUEST,) if self.asked else ()


def driver_name(device: str, api: str) -> str:
    """Return what targets share that have a driver below them, as `Target.driver` says it."""
    return f"{device} by {api}"


def drivers_below(environment: Mapping[str, str] = os.environ) -> dict[str, Below]:
    """Return the drivers of this machine's processor by name, those that are missing here too."""
    folders = manifest_folders(environment)
    found = [_vulkan(driver, find_manifest(driver, folders)) for driver in (LAVAPIPE, SWIFTSHADER)]
    return {below.name: below for below in (*found, _opengl(EGL_FOLDERS))}


def all_below() -> dict[str, Below]:
    """Return the drivers of this machine's processor, the newer ones of a root, and those of
    its devices, by name.
    """
    mine = drivers_below()
    # Mesa's drivers of the newest root stand for this machine's where they are newer.
    newest = {"lavapipe": _newest_lavapipe(), "gl-llvmpipe": _newest_llvmpipe()}
    newer = {name: below for name, below in newest.items() if below is not None}
    marked = {
        name: msgspec.structs.replace(below, outdone=name in newer) for name, below in mine.items()
    }
    return marked | {below.name: below for below in (*newer.values(), *_of_devices())}


def _newest_lavapipe() -> Below | None:
    found = [
        (each, each.answer.devices[0])
        for each in vulkan.drivers_here((LAVAPIPE,))
        if each.answer and each.answer.devices
    ]
    if not found:
        return None
    newest, device = max(found, key=lambda pair: numbers(pair[1].version))
    if newest.system.root is None:
        return None
    name = f"lavapipe@{device.version}"
    return Below(name, "vulkan", LAVAPIPE.device, newest.variables, launch=newest.system.launch)


def _newest_llvmpipe() -> Below | None:
    newest = opengl.newest_llvmpipe()
    if newest is None or newest.root is None:
        return None
    variables = tuple(
        sorted((dict(newest.environment) | dict(_ON_OPENGL) | dict(only(None))).items())
    )
    name = f"gl-llvmpipe@{newest.root.version('libegl-mesa0')}"
    return Below(name, "opengl", "llvmpipe", variables, launch=newest.launch)


def _of_devices() -> Iterable[Below]:
    """Return the Vulkan devices that no other driver here is."""
    for found in devices.new_devices(devices.answers()):
        device, question = found.device, found.source.question
        if found.source.api == devices.VULKAN:
            yield Below(
                found.name,
                "vulkan",
                device.name,
                question.environment,
                launch=question.launch,
                hardware=not device.software,
                asked=found.known,
            )


def _vulkan(driver: Driver, manifest: Path | None) -> Below:
    if manifest is None:
        return Below(driver.name, "vulkan", driver.device, (), why_missing(driver), driver.install)
    return Below(driver.name, "vulkan", driver.device, only(manifest))


def _opengl(folders: tuple[str, ...]) -> Below:
    """Return Mesa's OpenGL on the CPU; no Vulkan driver shall be there to fall back on."""
    variables = (*_ON_OPENGL, *only(None))
    if any(any(Path(folder).glob("*mesa*.json")) for folder in folders):
        return Below("gl-llvmpipe", "opengl", "llvmpipe", variables)
    reason = f"no EGL of Mesa was found in {' '.join(folders)}"
    return Below("gl-llvmpipe", "opengl", "llvmpipe", variables, reason, EGL_INSTALL)
