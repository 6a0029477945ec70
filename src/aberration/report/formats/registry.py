"""All formats that a case can be written in, one registration for each."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.program import POINTED
from aberration.core.recipe import TestCase
from aberration.report.formats import (
    amber,
    assembly,
    c,
    html,
    plain,
    shader_test,
    shadertrap,
)
from aberration.report.formats.format import Files, Format, Outcomes, programs_of

_SHADING: Final = ("glsl", "essl", "wgsl")
PLAIN: Final = "plain files"
ASSEMBLY: Final = "SPIR-V assembly"
_TEXTS: Final = (PLAIN, ASSEMBLY)
"""The formats that hold programs alone, or with all their inputs: nothing is lost in them."""
FORMATS: Final = (
    Format("AmberScript", ("spirv", *_SHADING), amber.write, ".amber", "amber {}"),
    Format("ShaderTrap", _SHADING, shadertrap.write, ".shadertrap", "shadertrap {}"),
    Format(
        "shader_test", _SHADING, shader_test.write, ".shader_test", "shader_runner {} -auto -fbo"
    ),
    Format("HTML", _SHADING, html.write, ".html"),
    Format(PLAIN, _SHADING, plain.write),
    Format(ASSEMBLY, ("spirv",), assembly.write),
    Format("C", ("c",), c.write, "/Makefile", f"make -C {c.FOLDER}"),
)
_GIVING: Final = ("AmberScript", "HTML")
"""The formats that give values to specialisation constants."""
_NUMBERED: Final = ("HTML",)
"""The formats that have what is made of a number: textures, and attributes of vertices."""


class Exported(msgspec.Struct, frozen=True):
    """The files of a case in all formats, and why it cannot be written in the others, by the
    format's name; `commands` run the files that something runs.
    """

    files: Files
    refused: dict[str, str]
    commands: tuple[str, ...] = ()


def export(case: TestCase, outcomes: Outcomes) -> Exported:
    """Write a case in every format that knows its language."""
    files: Files = {}
    refused: dict[str, str] = {}
    commands: list[str] = []
    languages = {program.language for program in programs_of(case).values()}
    for one in FORMATS:
        if not languages <= set(one.languages):
            continue
        unsaid = _unsaid(one.name, case)
        if unsaid:
            refused[one.name] = unsaid
            continue
        try:
            written = one.write(case, outcomes)
        except BadInput as error:
            refused[one.name] = " ".join(error.message.split())
            continue
        files |= written
        commands += [one.command.format(name) for name in written if _is_run(one, name)]
    return Exported(files, refused, tuple(commands))


def _is_run(one: Format, name: str) -> bool:
    return bool(one.command) and name.endswith(one.suffix)


def _unsaid(name: str, case: TestCase) -> str:
    """Return what of the inputs a format cannot say, or nothing."""
    programs = programs_of(case).values()
    inputs = [program.inputs for program in programs]
    if name in _TEXTS:
        return ""
    if any(one.ways for one in inputs):
        return "it cannot say in which ways the host drives the program"
    if name not in _GIVING and any(one.constants for one in inputs):
        return "it cannot give values to specialisation constants"
    if any(program.is_pair for program in programs):
        return "it cannot draw with a vertex shader of the test's own"
    if any(one.attachments for one in inputs):
        return "it has one colour attachment"
    if any(one.storage_images for one in inputs):
        return "it has no storage images"
    if name in _NUMBERED or name == "C":
        return ""
    if any(program.stage in POINTED for program in programs):
        return "it cannot draw a point for each pixel"
    if any(one.textures or one.samplers for one in inputs):
        return "it has no textures that are made of a number"
    return ""
