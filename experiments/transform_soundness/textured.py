"""Fragment shaders that sample, gather, fetch and ask for sizes, with the textures of the files
beside them, as modules.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from aberration.core.program import Program, load_program
from aberration.targets.front_end import compile_glsl

FOLDER: Final = Path(__file__).with_name("textured")


@cache
def textured_programs() -> tuple[Program, ...]:
    """Return all of them, in the order of their names."""
    return tuple(compile_glsl(load_program(path)) for path in sorted(FOLDER.glob("*.frag")))
