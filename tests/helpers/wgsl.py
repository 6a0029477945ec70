"""Shaders in WGSL for tests, with their inputs; all implementations give the same bits for
`EXACT`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from aberration.core.program import Program, load_program

FOLDER: Final = Path(__file__).resolve().parent.parent / "drivers" / "shaders" / "wgsl"
EXACT: Final = ("dyadic", "floats", "lattice", "shared")


@cache
def shader(name: str) -> Program:
    """Return a shader by its file's name."""
    return load_program(FOLDER / f"{name}.wgsl")
