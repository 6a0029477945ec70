"""Precisions that nobody wrote: the default of integers in fragment shaders of ESSL."""

from __future__ import annotations

from .builtins.row import Stage
from .tree import Module, Precision, TypeName


def has_coarse_integers(module: Module, stage: Stage) -> bool:
    """Whether integers without a precision may have 16 bits: in a fragment shader of ESSL they are
    `mediump` as long as the program does not say otherwise (ESSL 3.20, 4.7.4).
    """
    if module.language != "essl" or stage != "fragment":
        return False
    levels = [
        one.level
        for one in module.decls
        if isinstance(one, Precision) and isinstance(one.type, TypeName) and one.type.name == "int"
    ]
    return not levels or levels[0] != "highp"
