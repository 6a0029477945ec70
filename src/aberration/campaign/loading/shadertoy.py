"""Fragment shaders in the manner of shadertoy.com: a function `mainImage`, and no `main`."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.well_known import SHADERTOY

_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_BODY: Final = re.compile(r"\bvoid\s+mainImage\s*\(")
_ENTRY: Final = re.compile(r"\bvoid\s+main\s*\(")
_VERSION: Final = re.compile(r"^[ \t]*#[ \t]*version\b[^\n]*\n", re.MULTILINE)
_DECLARED: Final = re.compile(r"\buniform\b[^;{]*;")
_HEAD: Final = "#version 300 es\n"
_COLOURS: Final = ("pixelColour", "pixelColour_1", "pixelColour_2", "pixelColour_3")
_PRECISIONS: Final = ("precision highp float;", "precision highp int;")
"""For the uniforms; what the text itself says further down counts from there."""


class WholeShader(msgspec.Struct, frozen=True):
    """A shader with all that its page would add to it, and a line that says what that is."""

    text: bytes
    note: str = ""


def is_shadertoy(text: bytes) -> bool:
    """Return whether a text defines `mainImage` and leaves `main` to whoever shows it."""
    code = _COMMENT.sub(" ", text.decode("utf-8", "replace"))
    return _BODY.search(code) is not None and _ENTRY.search(code) is None


def complete_shadertoy(text: bytes, where: str) -> WholeShader:
    """Return a whole shader of one that is in that manner, any other as it is.

    What is added is what the site adds: a version, precisions, the uniforms that are used and not
    declared, and a `main` that calls `mainImage` for each pixel and makes the pixel opaque. Raise
    `BadInput` for a text that is no UTF-8.
    """
    if not is_shadertoy(text):
        return WholeShader(text)
    try:
        body = text.decode()
    except UnicodeDecodeError as error:
        message = f"expected a shader as UTF-8 text, but byte {error.start} is none"
        raise BadInput(message, where=where) from None
    code = _COMMENT.sub(" ", body)
    version = _VERSION.search(body)
    is_essl = version is None or " es" in version[0]
    colour = next((name for name in _COLOURS if name not in _names_in(code)), "")
    if not colour:
        raise BadInput(f"it uses the names {', '.join(_COLOURS)}: rename one", where=where)
    uniforms = _missing_uniforms(code)
    added = [
        *(_PRECISIONS if is_essl else ()),
        *(_declaration(name) for name in uniforms),
        f"layout(location = 0) out vec4 {colour};",
    ]
    head = _HEAD if version is None else body[: version.end()]
    rest = body if version is None else body[version.end() :]
    whole = f"{head}{' '.join(added)}\n{rest.rstrip()}\n\n{_main(colour)}"
    parts = ["#version 300 es"] if version is None else []
    return WholeShader(
        whole.encode(), f"{', '.join([*parts, *uniforms, 'and main'])}: added as Shadertoy does"
    )


def _missing_uniforms(code: str) -> tuple[str, ...]:
    declared = _names_in(" ".join(_DECLARED.findall(code)))
    used = _names_in(code)
    return tuple(name for name in SHADERTOY if name in used and name not in declared)


def _names_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[A-Za-z_]\w*", text))


def _declaration(name: str) -> str:
    kind, bracket, length = SHADERTOY[name].partition("[")
    return f"uniform {kind} {name}{bracket}{length};"


def _main(colour: str) -> str:
    """Return a `main`: an `out` parameter has no value at first, and the site shows no alpha."""
    return (
        f"void main() {{\n"
        f"    vec4 colour = vec4(0.0, 0.0, 0.0, 1.0);\n"
        f"    mainImage(colour, gl_FragCoord.xy);\n"
        f"    {colour} = vec4(colour.rgb, 1.0);\n"
        f"}}\n"
    )
