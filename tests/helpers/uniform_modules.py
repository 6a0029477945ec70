"""Modules with a uniform block at set 1, binding 2, whose bytes the inputs give."""

from __future__ import annotations

from typing import Final

from helpers.transform import HEAD, INPUTS, MAIN, TAIL, assert_sound, numbered

from aberration.core.inputs import Inputs, Uniform
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.module import Module
from aberration.methods.transform.known_uniforms import learn_uniforms

PLACE: Final = """
    OpDecorate %block Block
    OpDecorate %known DescriptorSet 1
    OpDecorate %known Binding 2
"""
VARIABLE: Final = """
    %pointer = OpTypePointer Uniform %block
    %known = OpVariable %pointer Uniform
"""


def uniform_module(decorations: str, types: str, *uniforms: Uniform, valid: bool = True) -> Module:
    """Return a module with `%block` among its types, that knows these uniforms."""
    head, own_types = HEAD.split("%void = OpTypeVoid", 1)
    body = f"{own_types}{types}{VARIABLE}{MAIN}{INPUTS}{TAIL}"
    text = f"{head}{decorations}{PLACE}\n%void = OpTypeVoid{body}"
    module = Module.parse(assemble(numbered(text), (1, 3)))
    if valid:
        assert_sound(module)
    learn_uniforms(module, Inputs(uniforms))
    return module


def at(data: bytes, offset: int = 0, descriptor_set: int = 1, binding: int = 2) -> Uniform:
    """Return a uniform of the block, or of another place."""
    return Uniform(f"u{offset}", data, binding, descriptor_set, offset=offset)
