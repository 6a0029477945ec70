"""The targets behind OpenGL: Mesa's software drivers, which take GLSL and ESSL."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.drivers import LAVAPIPE, find_manifest, manifest_folders, why_missing
from aberration.targets.vulkan import MEMORY

LANGUAGES: Final = ("glsl", "essl")
INSTALL: Final = "sudo apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri"
LIBRARIES: Final = ("libEGL.so.1", "libEGL_mesa.so.0")
LIBRARY_FOLDERS: Final = ("/usr/lib/*", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib/*")

Variables = tuple[tuple[str, str], ...]


class _Kind(msgspec.Struct, frozen=True):
    """One driver: the begin of its renderer's name, its variables, whether it lies upon lavapipe."""

    id: str
    renderer: str
    family: str
    environment: Variables
    on_vulkan: bool = False


_KINDS: Final = (
    _Kind("llvmpipe", "llvmpipe", "llvmpipe", (("GALLIUM_DRIVER", "llvmpipe"),)),
    _Kind("llvmpipe-nopt", "llvmpipe", "llvmpipe", (("GALLIUM_DRIVER", "llvmpipe"), ("GALLIVM_PERF", "nopt"))),
    _Kind("softpipe", "softpipe", "softpipe", (("GALLIUM_DRIVER", "softpipe"),)),
    _Kind("zink-lavapipe", "zink (llvmpipe", "llvmpipe", (("GALLIUM_DRIVER", "zink"),), on_vulkan=True),
)


def providers() -> list[Target]:
    """Return all OpenGL targets, each for 8-bit images and for float ones."""
    kinds = [(kind, pixels) for pixels in ("rgba8", "rgba32f") for kind in _KINDS]
    manifest = find_manifest(LAVAPIPE, manifest_folders(os.environ))
    reason = _missing_library()
    return [_target(kind, pixels, str(manifest or ""), reason) for kind, pixels in kinds]


def _target(kind: _Kind, pixels: str, manifest: str, reason: str) -> Target:
    floats = pixels == "rgba32f"
    identifier = f"{kind.id}:{pixels}" if floats else kind.id
    variables = [*kind.environment, ("LIBGL_ALWAYS_SOFTWARE", "1")]
    if kind.on_vulkan:
        variables.append(("VK_ICD_FILENAMES", manifest))
    options = (*((("format", pixels),) if floats else ()), ("renderer", kind.renderer))
    no_driver = why_missing(LAVAPIPE) if kind.on_vulkan and not manifest else ""
    return Target(
        id=identifier,
        kind="executes",
        languages=LANGUAGES,
        stages=(Stage(identifier, WorkerSpec("opengl", options, tuple(sorted(variables)), MEMORY)),),
        groups=("float-images",) if floats else ("opengl", "mesa"),
        family=kind.family,
        available=not (reason or no_driver),
        reason=reason or no_driver,
        install=INSTALL if reason else LAVAPIPE.install if no_driver else "",
    )


def _missing_library() -> str:
    """Return which library of EGL is in none of the usual folders, or nothing."""
    for name in LIBRARIES:
        if not any(found for folder in LIBRARY_FOLDERS for found in Path("/").glob(f"{folder[1:]}/{name}")):
            return f"no {name} was found in {' '.join(LIBRARY_FOLDERS)}"
    return ""
