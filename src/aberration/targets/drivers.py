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
_BROWSERS: Final = ("/usr/lib/chromium", "/usr/lib/chromium-browser", "/opt/google/chrome")
FOLDERS_VARIABLE: Final = "ABERRATION_ICD_FOLDERS"
_MESA_HINT: Final = (
    "Install Debian's mesa-vulkan-drivers and libvulkan1, or name a folder in " + FOLDERS_VARIABLE
)


class Driver(msgspec.Struct, frozen=True):
    """One driver: its manifest's file name pattern, a part of its device's name, and how to get
    it.
    """

    name: str
    manifest: str
    device: str
    install: str


LAVAPIPE: Final = Driver("lavapipe", "lvp_icd*.json", "llvmpipe", f"{_MESA_HINT}.")
SWIFTSHADER: Final = Driver(
    "swiftshader",
    "vk_swiftshader_icd.json",
    "SwiftShader",
    (
        f"Install Debian's chromium (it brings SwiftShader) and libvulkan1, or name a "
        f"folder in {FOLDERS_VARIABLE}."
    ),
)
RADV: Final = Driver("radv", "radeon_icd*.json", "RADV", f"{_MESA_HINT}.")


def manifest_folders(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the folders to look in, those that the environment names first."""
    named = environment.get(FOLDERS_VARIABLE, "")
    return (*(folder for folder in named.split(os.pathsep) if folder), *MANIFEST_FOLDERS)


def loader_manifests(environment: Mapping[str, str]) -> list[Path]:
    """Return the manifests that the Vulkan loader finds, each once, in its order.

    Source: Vulkan-Loader, docs/LoaderDriverInterface.md, "Driver Discovery on Linux". Chromium's is
    looked for as well.
    """
    home = Path(environment.get("HOME") or Path.home())
    configured = environment.get("XDG_CONFIG_DIRS") or "/etc/xdg"
    shared = environment.get("XDG_DATA_DIRS") or os.pathsep.join(("/usr/local/share", "/usr/share"))
    places = [
        environment.get("XDG_CONFIG_HOME") or str(home / ".config"),
        *configured.split(os.pathsep),
        *("/usr/local/etc", "/etc"),
        environment.get("XDG_DATA_HOME") or str(home / ".local" / "share"),
        *shared.split(os.pathsep),
    ]
    found = [
        path
        for place in places
        if place
        for path in sorted(Path(place, "vulkan", "icd.d").glob("*.json"))
    ]
    found += [
        path for place in _BROWSERS for path in sorted(Path(place).glob("vk_swiftshader_icd.json"))
    ]
    return _each_once([*named_manifests(environment), *found])


def named_manifests(environment: Mapping[str, str]) -> list[Path]:
    """Return the manifests that the user's variables name for the loader: files, or all in a
    folder.
    """
    variables = ("VK_ADD_DRIVER_FILES", "VK_DRIVER_FILES", "VK_ICD_FILENAMES")
    words = [
        word for name in variables for word in environment.get(name, "").split(os.pathsep) if word
    ]
    found = [
        sorted(Path(word).glob("*.json")) if os.path.isdir(word) else [Path(word)] for word in words
    ]
    return _each_once([path for paths in found for path in paths if path.is_file()])


def _each_once(paths: Sequence[Path]) -> list[Path]:
    return list({path.resolve(): path for path in reversed(paths)}.values())[::-1]


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
