"""Which extensions a shader switches on, and what they change of its language's rules."""

from __future__ import annotations

from typing import Final

from .builtins.legacy_texture import COMPATIBILITY
from .tree import Module

CONVERSIONS: Final = "GL_EXT_shader_implicit_conversions"
"""Brings the implicit conversions of integers to ESSL, from 3.10 on."""


def used_extensions(module: Module) -> frozenset[str]:
    """Return the extensions that a program uses: what was said of each last counts, and a
    profile may be one.
    """
    said = {COMPATIBILITY: "require"} if module.profile == "compatibility" else {}
    said |= {
        args[0]: args[1]
        for d in module.directives
        if d.kind == "extension" and len(args := d.args) == 2
    }
    return frozenset(name for name, behaviour in said.items() if behaviour != "disable")
