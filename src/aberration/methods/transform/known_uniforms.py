"""What the inputs of a seed program say about its uniforms (catalogue, section 1.1: constant
uniforms).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.core.inputs import Inputs, Uniform
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.floats import float_of_bits, is_zero_or_normal
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.layout import scalars_of
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpVariable
from aberration.languages.spirv.preamble import decorations, entry_points, has_decoration
from aberration.languages.spirv.uniforms import UniformValue

MOST_OF_ONE: Final = 64
"""Values that are learnt of one variable."""
VERSION_1_4: Final = 0x00010400
Place = tuple[int, int]


class BlockBytes:
    """The bytes of a block, as far as the inputs give them."""

    __slots__ = ("_covered", "_data")

    def __init__(self) -> None:
        self._data: bytearray = bytearray()
        self._covered: bytearray = bytearray()

    def put(self, offset: int, data: bytes) -> None:
        missing = bytes(max(0, offset + len(data) - len(self._data)))
        self._data += missing
        self._covered += missing
        self._data[offset : offset + len(data)] = data
        self._covered[offset : offset + len(data)] = b"\1" * len(data)

    def part(self, offset: int, size: int) -> bytes | None:
        """Return some bytes; None if the inputs do not give them all."""
        if self._covered[offset : offset + size] != b"\1" * size:
            return None
        return bytes(self._data[offset : offset + size])

    def word(self, offset: int) -> int | None:
        part = self.part(offset, 4)
        return None if part is None else int.from_bytes(part, "little")


def learn_uniforms(module: Module, inputs: Inputs) -> None:
    """Record the 32-bit values of uniform blocks and push constants that the inputs cover.

    Both are read-only: nothing in the module can change them. A descriptor that two variables share
    is left out, as are floats that are denormal, infinite or no numbers.
    """
    buffers = {(buffer.descriptor_set, buffer.binding) for buffer in inputs.buffers}
    if not any(uniform.place in buffers for uniform in inputs.uniforms):
        module.facts.given_uniforms = inputs.uniforms
    variables = [found for found in module.globals if found.op == OpVariable]
    places = [place_of(module, variable) for variable in variables]
    for variable, place in zip(variables, places, strict=True):
        # A BufferBlock, unlike a Block, can be written.
        type_id = types.pointee(module, variable.type_id)
        if not types.is_struct(module, type_id):
            continue
        if not has_decoration(module, type_id, Decoration.BLOCK):
            continue
        # Entry points list what they use, since SPIR-V 1.4: only then may any function use it.
        if module.version >= VERSION_1_4 and any(
            variable.result_id not in module.operand_ids(entry) for entry in entry_points(module)
        ):
            continue
        if variable.ops[0] == StorageClass.PUSH_CONSTANT:
            _learn(module, variable, _push_constants(inputs))
        elif (
            variable.ops[0] == StorageClass.UNIFORM
            and place is not None
            and places.count(place) == 1
        ):
            _learn(module, variable, _descriptor(inputs, place))


def place_of(module: Module, variable: Instruction) -> Place | None:
    """Return descriptor set and binding of a variable, if it has both."""
    found: dict[int, int] = {}
    for decoration in decorations(module, variable.result_id):
        if decoration.op == OpDecorate and len(decoration.ops) > 2:
            found[decoration.ops[1]] = decoration.ops[2]
    if Decoration.DESCRIPTOR_SET not in found or Decoration.BINDING not in found:
        return None
    return found[Decoration.DESCRIPTOR_SET], found[Decoration.BINDING]


def _push_constants(inputs: Inputs) -> BlockBytes:
    block = BlockBytes()
    for uniform in inputs.uniforms:
        if uniform.push_constant:
            block.put(uniform.offset, uniform.data)
    return block


def _descriptor(inputs: Inputs, place: Place) -> BlockBytes:
    """Return what lies at a descriptor; nothing if a storage buffer is bound there."""
    if any((buffer.descriptor_set, buffer.binding) == place for buffer in inputs.buffers):
        return BlockBytes()
    return bytes_at(inputs.uniforms, place)


def bytes_at(uniforms: Sequence[Uniform], place: Place) -> BlockBytes:
    """Return what uniforms give for the block at a descriptor."""
    block = BlockBytes()
    for uniform in uniforms:
        if not uniform.push_constant and uniform.place == place:
            block.put(uniform.offset, uniform.data)
    return block


def _learn(module: Module, variable: Instruction, block: BlockBytes) -> None:
    for scalar in scalars_of(module, types.pointee(module, variable.type_id), MOST_OF_ONE):
        word = block.word(scalar.offset) if types.width(module, scalar.type_id) == 32 else None
        if word is None:
            continue
        if types.is_int(module, scalar.type_id) or is_zero_or_normal(float_of_bits(word, 32), 32):
            module.facts.uniforms.add(
                UniformValue(variable.result_id, scalar.path, scalar.type_id, word)
            )
