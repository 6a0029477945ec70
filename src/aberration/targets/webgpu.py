"""What the targets of WebGPU have in common: the drivers below them, and how a compiler finds those."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from aberration.targets.drivers import LAVAPIPE, SWIFTSHADER, Driver, find_manifest, manifest_folders, why_missing
from aberration.targets.systems import only

INSTALL: Final = "make setup"
EGL_FOLDERS: Final = ("/usr/share/glvnd/egl_vendor.d", "/etc/glvnd/egl_vendor.d")
EGL_INSTALL: Final = "Install Debian's libegl1, libegl-mesa0 and libgl1-mesa-dri."
FLOATS: Final = (("format", "rgba32f"),)

Variables = tuple[tuple[str, str], ...]


class Below(msgspec.Struct, frozen=True):
    """A driver that executes what a compiler of WGSL makes: the API it has, a part of its name, its variables.

    `reason` why it is not here, and `install` how to get it; both are empty if it is.
    """

    name: str
    api: str
    device: str
    environment: Variables = ()
    reason: str = ""
    install: str = ""


def drivers_below(environment: Mapping[str, str] = os.environ) -> dict[str, Below]:
    """Return the drivers by name, those that are missing here too."""
    folders = manifest_folders(environment)
    found = [_vulkan(driver, find_manifest(driver, folders)) for driver in (LAVAPIPE, SWIFTSHADER)]
    return {below.name: below for below in (*found, _opengl(EGL_FOLDERS))}


def _vulkan(driver: Driver, manifest: Path | None) -> Below:
    if manifest is None:
        return Below(driver.name, "vulkan", driver.device, (), why_missing(driver), driver.install)
    return Below(driver.name, "vulkan", driver.device, only(manifest))


def _opengl(folders: tuple[str, ...]) -> Below:
    """Return Mesa's OpenGL on the CPU; no Vulkan driver shall be there to fall back on."""
    variables = (("EGL_PLATFORM", "surfaceless"), ("GALLIUM_DRIVER", "llvmpipe"), *only(None))
    if any(any(Path(folder).glob("*mesa*.json")) for folder in folders):
        return Below("gl-llvmpipe", "opengl", "llvmpipe", variables)
    reason = f"no EGL of Mesa was found in {' '.join(folders)}"
    return Below("gl-llvmpipe", "opengl", "llvmpipe", variables, reason, EGL_INSTALL)
