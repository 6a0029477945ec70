"""Which textures a runner binds; programs that want others are refused, unasked."""

from __future__ import annotations

from typing import Final, get_args

from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.core.textures import Shape
from aberration.targets.runner import Runner

ALL_SHAPES: Final[frozenset[str]] = frozenset(get_args(Shape))
"""What a runner says that binds all textures, or passes them on."""
_NONE: Final[frozenset[str]] = frozenset()


def unknown_textures(runner: Runner, program: Program) -> Rejected | None:
    """Return the refusal of a program with a texture of a shape that a runner does not bind: those
    that it does are in its attribute `texture_shapes`, and without one it binds none.
    """
    known: frozenset[str] = getattr(runner, "texture_shapes", _NONE)
    for texture in program.inputs.textures:
        if texture.shape not in known:
            kind = f"textures of shape {texture.shape}"
            return Rejected(f"{kind} are not bound here: {texture.name}", unasked=True)
    return None
