"""Shader jobs of GraphicsFuzz: what may lie beside a `.frag` or `.comp` that we do not run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from aberration.core.errors import BadInput
from aberration.core.program import without_comments

_DIRECTIVE: Final = re.compile(rb"^[ \t]*#[^\n]*", re.MULTILINE)
_MAIN: Final = re.compile(rb"\bvoid\s+main\s*\(\s*(?:void)?\s*\)\s*\{(?P<body>[^{}]*)\}\s*\Z")
_PASSING: Final = re.compile(
    rb"\s*gl_Position\s*=\s*(?:\w+|vec4\s*\(\s*\w+(?:\.\w+)?(?:\s*,\s*(?:[01]\.?|[01]?\.0))*\s*\))\s*;\s*"
)


def check_job(path: Path) -> tuple[str, ...]:
    """Return notes about what lies beside a shader and is left out.

    Raise `BadInput` for a job that draws with more than its fragment shader: the picture would not
    be its own.
    """
    primitives = path.with_suffix(".primitives")
    if primitives.is_file() and primitives.read_bytes().strip() not in (b"", b"{}"):
        raise BadInput(
            "primitives of its own are not supported: the whole image is drawn",
            where=str(primitives),
        )
    vertex = path.with_name(path.name.replace(".frag", ".vert"))
    if vertex == path or not vertex.is_file():
        return ()
    if not passes_positions(vertex.read_bytes()):
        message = (
            "a vertex shader that does more than to pass a position on (`gl_Position = "
            "vec4(p, 0.0, 1.0);`)"
        )
        raise BadInput(f"{message} is not supported", where=str(vertex))
    return (f"{vertex.name} only passes positions on and is left out: the whole image is drawn",)


def is_left_out(path: Path) -> bool:
    """Return whether a file is the vertex shader of a job, which is run without it."""
    return (
        path.suffix == ".vert"
        and path.with_suffix(".frag").is_file()
        and passes_positions(path.read_bytes())
    )


def passes_positions(source: bytes) -> bool:
    """Return whether a vertex shader does nothing but to hand a position on."""
    found = _MAIN.search(_DIRECTIVE.sub(b"", without_comments(source)))
    return found is not None and _PASSING.fullmatch(found["body"]) is not None
