"""Precisions that nobody wrote: the defaults of integers in fragment shaders of ESSL, and of its
samplers.
"""

from __future__ import annotations

from .builtins.row import Stage
from .tree import Module, Node, Param, Precision, TypeName, Variable
from .tree.walk import find


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


def has_coarse_samplers(module: Module) -> bool:
    """Whether samples may have fewer bits though nobody wrote so: in ESSL a `sampler2D` is `lowp`
    as long as the program does not say otherwise (ESSL 3.20, 4.7.4). Other samplers that give
    floats have no default.
    """
    if module.language != "essl":
        return False
    levels = [one for one in module.decls if isinstance(one, Precision)]
    if any(_names_sampler(one.type) for one in levels):
        return False
    bare = [one.type for one in find(module, Variable) if not one.precision]
    bare += [one.type for one in find(module, Param) if not one.precision]
    return any(map(_names_sampler, bare))


def _names_sampler(type: Node | None) -> bool:
    return type is not None and any(one.name == "sampler2D" for one in find(type, TypeName))
