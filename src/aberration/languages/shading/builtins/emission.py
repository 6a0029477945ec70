"""What a geometry shader emits (GLSL 4.60, 8.15 "Geometry Shader Functions")."""

from __future__ import annotations

from typing import Final

from .row import GEOMETRY, Builtin, Form, both, glsl

EMITS: Final = "EmitVertex"
ENDS: Final = "EndPrimitive"


def _row(name: str, *forms: Form) -> Builtin:
    return Builtin(name, "emission", forms, constant=False, must_use=False)


ROWS: Final = (
    _row(EMITS, *both("void:", "", 150, 320, stages=GEOMETRY)),
    _row(ENDS, *both("void:", "", 150, 320, stages=GEOMETRY)),
    _row("EmitStreamVertex", glsl("void: int", since=400, stages=GEOMETRY)),
    _row("EndStreamPrimitive", glsl("void: int", since=400, stages=GEOMETRY)),
)
