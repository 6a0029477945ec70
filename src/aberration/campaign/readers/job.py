"""Shader jobs of GraphicsFuzz: a `.frag` or `.comp` with its `.json`, and what may lie beside it that we do not run."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import BadInput

_GRID: Final = "$grid"


def check_job(path: Path) -> None:
    """Raise `BadInput` for a job that draws with more than its fragment shader: the picture would not be its own."""
    vertex = path.with_suffix(".vert")
    if vertex.is_file():
        raise BadInput("a vertex shader of its own is not supported", where=str(vertex))
    primitives = path.with_suffix(".primitives")
    if primitives.is_file() and primitives.read_bytes().strip() not in (b"", b"{}"):
        raise BadInput("primitives of its own are not supported: the whole image is drawn", where=str(primitives))
    beside = path.with_suffix(".json")
    if beside.is_file() and _GRID.encode() in beside.read_bytes() and _GRID in _keys(beside):
        raise BadInput("$grid is not supported: the whole image is drawn", where=str(beside))


def _keys(path: Path) -> frozenset[str]:
    try:
        return frozenset(msgspec.json.decode(path.read_bytes(), type=dict[str, object]))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return frozenset()
