"""The inputs that a module takes."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.given_constants import numbered_constants
from aberration.languages.spirv.interpret.layout import place_of
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.storage_images import is_storage_image
from aberration.languages.spirv.module import Module

_BOUND: Final = (StorageClass.UNIFORM, StorageClass.STORAGE_BUFFER)


def used_inputs(program: Program) -> Inputs:
    """Return the inputs of a module without uniforms and buffers that no variable takes, and values
    of constants that it does not have.
    """
    module = Module.parse(program.source)
    leaves = Leaves(module)
    variables = [one for one in module.globals if one.op == o.OpVariable]
    places = {place_of(leaves, one.result_id) for one in variables if one.ops[0] in _BOUND}
    pushes = any(one.ops[0] == StorageClass.PUSH_CONSTANT for one in variables)
    inputs = program.inputs
    uniforms = tuple(
        one for one in inputs.uniforms if (pushes if one.push_constant else one.place in places)
    )
    images = {place_of(leaves, one.result_id) for one in variables if is_storage_image(module, one)}
    buffers = tuple(
        one
        for one in inputs.buffers
        if one.place in (images if one.place in inputs.storage_images else places)
    )
    numbers = {number for number, _ in numbered_constants(module)}
    constants = tuple(one for one in inputs.constants if one.number in numbers)
    return replace(inputs, uniforms=uniforms, buffers=buffers, constants=constants)
