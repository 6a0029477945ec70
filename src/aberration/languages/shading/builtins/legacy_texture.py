"""The texture functions that name the shape: those of ESSL 1.00, of GLSL before 1.40, and of its
compatibility profile.

Source for the latter: GLSL 4.60, 8.9.5 "Compatibility Profile Texture Functions". A program has
them where its `#version` says `compatibility`, which is the same as the extension
GL_ARB_compatibility.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .row import ALL_STAGES, FRAGMENT, NEVER, Builtin, Form, Stage

COMPATIBILITY: Final = "GL_ARB_compatibility"
_LOD: Final = "GL_EXT_shader_texture_lod"
_VERTEX: Final[tuple[Stage, ...]] = ("vertex",)
_UNTIL: Final = 300
"""ESSL 3.00 and the core profile of GLSL 1.40 removed the functions named by sampler type."""
_CORE_UNTIL: Final = 140


def _essl(sampler: str, given: str, name: str) -> Iterator[Form]:
    gradient = "vec3" if sampler == "samplerCube" else "vec2"
    signature = f"vec4: {sampler} {given}"
    yield Form("essl", signature, "", 100, _UNTIL)
    yield Form("essl", f"{signature} float", "", 100, _UNTIL, FRAGMENT)
    yield Form("essl", f"{signature} float", "", 100, _UNTIL, _VERTEX, f"{name}Lod")
    yield Form("essl", f"{signature} float", "", 100, _UNTIL, FRAGMENT, f"{name}LodEXT", _LOD)
    yield Form(
        "essl",
        f"{signature} {gradient} {gradient}",
        "",
        100,
        _UNTIL,
        FRAGMENT,
        f"{name}GradEXT",
        _LOD,
    )


def _glsl(sampler: str, given: str, name: str) -> Iterator[Form]:
    signature = f"vec4: {sampler} {given}"
    for since, until, extension in ((0, _CORE_UNTIL, ""), (_CORE_UNTIL, NEVER, COMPATIBILITY)):
        yield Form("glsl", signature, "", since, until, extension=extension)
        yield Form("glsl", f"{signature} float", "", since, until, FRAGMENT, "", extension)
        stages = ALL_STAGES if extension else _VERTEX
        yield Form("glsl", f"{signature} float", "", since, until, stages, f"{name}Lod", extension)


def _row(name: str, sampler: str, *coordinates: str, es: bool = False) -> Builtin:
    forms: list[Form] = []
    for given in coordinates:
        forms.extend(_essl(sampler, given, name) if es else ())
        forms.extend(_glsl(sampler, given, name))
    return Builtin(name, "texture", tuple(forms), constant=False)


ROWS: Final = (
    _row("texture1D", "sampler1D", "float"),
    _row("texture1DProj", "sampler1D", "vec2", "vec4"),
    _row("texture2D", "sampler2D", "vec2", es=True),
    _row("texture2DProj", "sampler2D", "vec3", "vec4", es=True),
    _row("texture3D", "sampler3D", "vec3"),
    _row("texture3DProj", "sampler3D", "vec4"),
    _row("textureCube", "samplerCube", "vec3", es=True),
    _row("shadow1D", "sampler1DShadow", "vec3"),
    _row("shadow1DProj", "sampler1DShadow", "vec4"),
    _row("shadow2D", "sampler2DShadow", "vec3"),
    _row("shadow2DProj", "sampler2DShadow", "vec4"),
)
