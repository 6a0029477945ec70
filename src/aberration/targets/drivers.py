"""Where this machine keeps its Vulkan drivers: the loader's manifests (ICDs)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

MANIFEST_FOLDERS: Final = (
    "/usr/share/vulkan/icd.d",
    "/usr/local/share/vulkan/icd.d",
    "/etc/vulkan/icd.d",
    "/usr/lib/chromium",
    "/usr/lib/chromium-browser",
    "/opt/google/chrome",
)
FOLDERS_VARIABLE: Final = "ABERRATION_ICD_FOLDERS"
_MESA_HINT: Final = "Install Debian's mesa-vulkan-drivers and libvulkan1, or name a folder in " + FOLDERS_VARIABLE


class Driver(msgspec.Struct, frozen=True):
    """One driver: its manifest's file name pattern, a part of its device's name, and how to get it."""

    name: str
    manifest: str
    device: str
    install: str


LAVAPIPE: Final = Driver("lavapipe", "lvp_icd*.json", "llvmpipe", f"{_MESA_HINT}.")
SWIFTSHADER: Final = Driver(
    "swiftshader",
    "vk_swiftshader_icd.json",
    "SwiftShader",
    f"Install Debian's chromium (it brings SwiftShader) and libvulkan1, or name a folder in {FOLDERS_VARIABLE}.",
)
RADV: Final = Driver("radv", "radeon_icd*.json", "RADV", f"{_MESA_HINT}.")


def manifest_folders(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the folders to look in, those that the environment names first."""
    named = environment.get(FOLDERS_VARIABLE, "")
    return (*(folder for folder in named.split(os.pathsep) if folder), *MANIFEST_FOLDERS)


def find_manifest(driver: Driver, folders: Sequence[str]) -> Path | None:
    """Return the first manifest of a driver, or None."""
    for folder in folders:
        found = sorted(Path(folder).glob(driver.manifest))
        if found:
            return found[0]
    return None


def why_missing(driver: Driver) -> str:
    """Return the reason to give when no manifest was found."""
    return f"no Vulkan driver manifest {driver.manifest} was found in {' '.join(MANIFEST_FOLDERS)}"
