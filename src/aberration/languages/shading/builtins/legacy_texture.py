"""The texture functions of ESSL 1.00, which name the shape."""

from __future__ import annotations

from typing import Final

from .row import FRAGMENT, Builtin, Form, Stage

_VERTEX: Final[tuple[Stage, ...]] = ("vertex",)
_UNTIL: Final = 300


def _extended(name: str, signature: str) -> Form:
    return Form("essl", signature, "", 100, _UNTIL, FRAGMENT, name, "GL_EXT_shader_texture_lod")


def _row(name: str, sampler: str, *coordinates: str) -> Builtin:
    forms = []
    gradient = "vec3" if sampler == "samplerCube" else "vec2"
    for given in coordinates:
        signature = f"vec4: {sampler} {given}"
        forms.append(Form("essl", signature, "", 100, _UNTIL))
        forms.append(Form("essl", f"{signature} float", "", 100, _UNTIL, FRAGMENT))
        forms.append(Form("essl", f"{signature} float", "", 100, _UNTIL, _VERTEX, f"{name}Lod"))
        forms.append(_extended(f"{name}LodEXT", f"{signature} float"))
        forms.append(_extended(f"{name}GradEXT", f"{signature} {gradient} {gradient}"))
    return Builtin(name, "texture", tuple(forms), constant=False)


ROWS: Final = (
    _row("texture2D", "sampler2D", "vec2"),
    _row("texture2DProj", "sampler2D", "vec3", "vec4"),
    _row("textureCube", "samplerCube", "vec3"),
)
