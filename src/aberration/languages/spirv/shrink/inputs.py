"""The inputs that a module takes."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.given_constants import numbered_constants
from aberration.languages.spirv.interpret.block_arrays import block_count
from aberration.languages.spirv.interpret.layout import place_of
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.storage_images import is_storage_image
from aberration.languages.spirv.module import Module

_BOUND: Final = (StorageClass.UNIFORM, StorageClass.STORAGE_BUFFER)


class _Taken(msgspec.Struct, frozen=True):
    """What a module takes: places of blocks and of storage images, push constants, and numbers of
    constants.
    """

    blocks: frozenset[tuple[int, int]]
    images: frozenset[tuple[int, int]]
    numbers: frozenset[int]
    pushes: bool


def used_inputs(program: Program) -> Inputs:
    """Return the inputs of a module, of a pair those of both, without uniforms and buffers that no
    variable takes, and values of constants that it does not have.
    """
    sources = [source for _, source in program.stages()] if program.is_pair else [program.source]
    taken = [_taken_by(Module.parse(source)) for source in sources]
    places = {place for one in taken for place in one.blocks}
    images = {place for one in taken for place in one.images}
    numbers = {number for one in taken for number in one.numbers}
    pushes = any(one.pushes for one in taken)
    inputs = program.inputs
    uniforms = tuple(
        one for one in inputs.uniforms if (pushes if one.push_constant else one.place in places)
    )
    buffers = tuple(
        one
        for one in inputs.buffers
        if one.place in (images if one.place in inputs.storage_images else places)
    )
    constants = tuple(one for one in inputs.constants if one.number in numbers)
    return replace(inputs, uniforms=uniforms, buffers=buffers, constants=constants)


def _taken_by(module: Module) -> _Taken:
    leaves = Leaves(module)
    variables = [one for one in module.globals if one.op == o.OpVariable]
    bound = (
        (group, binding + number)
        for one in variables
        if one.ops[0] in _BOUND
        for group, binding in (place_of(leaves, one.result_id),)
        for number in range(block_count(module, one))
    )
    stored = (one for one in variables if is_storage_image(module, one))
    return _Taken(
        frozenset(bound),
        frozenset(place_of(leaves, one.result_id) for one in stored),
        frozenset(number for number, _ in numbered_constants(module)),
        any(one.ops[0] == StorageClass.PUSH_CONSTANT for one in variables),
    )
