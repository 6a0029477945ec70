"""Blocks of inputs in GLSL and ESSL, as variables: one with an instance becomes a structure of that
name, the members of one without it stand alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from aberration.core.errors import BadInput

from ..block_variables import block_as_variables
from ..read import Shader, read
from ..tree import (
    Declaration,
    Interface,
    Module,
)
from ..write import write
from .sampling import PREFIX

# Members that are integers have to be flat; a structure with one, too.
_FLAT: Final = ("flat",)


def without_input_blocks(shader: Shader) -> Shader:
    """Return a fragment shader without blocks of inputs, for which variables of inputs stand; one
    that has none as it came. Raise `BadInput` for an array of blocks.
    """
    if not any(map(is_input_block, shader.module.decls)):
        return shader
    decls = tuple(made for decl in shader.module.decls for made in _declarations(decl))
    text = write(replace(shader.module, decls=decls))
    return read(text, shader.module.language, shader.source.where)


def is_input_block(decl: Declaration) -> bool:
    """Say whether a declaration is a block of inputs."""
    return isinstance(decl, Interface) and decl.storage == "in"


def input_block_names(module: Module) -> tuple[str, ...]:
    """Return what blocks of inputs are called: by their own names those that have an instance, by
    their members' the others.
    """
    return tuple(
        name
        for decl in module.decls
        if isinstance(decl, Interface) and is_input_block(decl)
        for name in ((decl.name,) if decl.instance else (one.name for one in decl.members))
        if not name.startswith("gl_")
    )


def _declarations(decl: Declaration) -> Iterator[Declaration]:
    if not isinstance(decl, Interface) or not is_input_block(decl):
        yield decl
        return
    if decl.array:
        raise BadInput(f"expected blocks of inputs that stand alone, but {decl.name} is an array")
    name = f"{PREFIX}_{decl.name}"
    yield from block_as_variables(decl, name, "in", lambda _: _FLAT, _FLAT)
