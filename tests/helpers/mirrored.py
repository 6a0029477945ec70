"""A root that holds the drivers of this very machine: what works with roots can be tried without
another system.

RADV is left out: to ask it for its chips takes ten seconds.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from aberration.targets.places import TOOLS_VARIABLE
from aberration.targets.roots import library_folders, prepare

MANIFESTS = Path("usr/share/vulkan/icd.d")
VENDORS = Path("usr/share/glvnd/egl_vendor.d")
PACKAGES = {"mesa-vulkan-drivers": "1.0-1", "libegl-mesa0": "1.0-1", "spirv-tools": "2099.1~rc1-1"}


def unpacked(folder: Path) -> Path:
    """Lay a root of links and manifests out, as one that was unpacked and is not prepared yet."""
    (mine,) = [part for part in library_folders(Path("/")) if part.parts[1] == "usr"]
    for part in ("usr/lib", MANIFESTS, VENDORS, "usr/bin"):
        (folder / part).mkdir(parents=True)
    (folder / mine.relative_to("/")).symlink_to(mine)
    for kind in (MANIFESTS, VENDORS):
        for manifest in (
            path for name in ("lvp", "50_mesa") for path in (Path("/") / kind).glob(f"{name}*.json")
        ):
            shutil.copy(manifest, folder / kind / manifest.name)
    (folder / "usr" / "bin" / "spirv-opt").symlink_to("/usr/bin/spirv-opt")
    return folder


def mirrored_root(tools: Path, monkeypatch: pytest.MonkeyPatch, name: str = "mirror") -> Path:
    """Make a prepared root in a folder of compilers, which is the only one from now on; return
    the root's folder.
    """
    folder = unpacked(tools / "roots" / name)
    prepare(folder, PACKAGES)
    monkeypatch.setenv(TOOLS_VARIABLE, str(tools))
    return folder
