"""Images that no textures are given for: a sampled image becomes a number, and sampling it
arithmetic.

What a sampler gives depends on the image and on the components of the coordinate that its dimension
has, on no others. Any function of these will do to compare two shaders; here each component moves
the result by another amount.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Dim, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

SAMPLES: Final = (
    o.OpImageSampleImplicitLod,
    o.OpImageSampleExplicitLod,
    o.OpImageSampleDrefImplicitLod,
    o.OpImageSampleDrefExplicitLod,
)
DIMENSIONS: Final = {Dim.DIM_1D: 1, Dim.DIM_2D: 2, Dim.DIM_3D: 3, Dim.CUBE: 3}
WEIGHT: Final = 0x40400000
"""Three, as a float's bits: what is there of the sum counts so often when the next component is
added.
"""
FIRST_HANDLE: Final = 0x41200000
"""Ten, as a float's bits: the number of the first image; those of the others follow."""


def without_images(source: bytes) -> bytes:
    """Return a module that computes what it would sample; `source` itself, if nothing is sampled in
    it.

    The result is for the interpreter alone: it declares types twice.
    """
    module = Module.parse(source)
    if not module.by_opcode(o.OpTypeSampledImage):
        return source
    for sample in [each for op in SAMPLES for each in module.by_opcode(op)]:
        _compute(module, sample)
    _number(module)
    return module.to_bytes()


def _compute(module: Module, sample: Instruction) -> None:
    """Turn one sampling into a weighted sum of the image's number and the components that count."""
    handle, coordinate = sample.ops[:2]
    number = types.component_type(module, sample.type_id) or sample.type_id
    weight = _constant(module, number, WEIGHT)
    total = handle
    for component in _components(module, handle, coordinate, sample):
        product = _inserted(module, sample, o.OpFMul, number, total, weight)
        total = _inserted(module, sample, o.OpFAdd, number, product, component)
    count = types.component_count(module, sample.type_id)
    sample.op = o.OpCompositeConstruct if count else o.OpCopyObject
    sample.ops = [total] * max(1, count)


def _components(module: Module, handle: int, coordinate: int, sample: Instruction) -> list[int]:
    image = module.definition(_operand(module, module.type_of(handle)))
    assert image is not None
    read = DIMENSIONS[image.ops[1]] + image.ops[3]
    vector = module.type_of(coordinate)
    number = types.component_type(module, vector)
    if not number:
        return [coordinate]
    return [
        _inserted(module, sample, o.OpCompositeExtract, number, coordinate, k) for k in range(read)
    ]


def _number(module: Module) -> None:
    """Make sampled images floats, and the variables that hold them private ones with different
    values.
    """
    pointers = [
        each
        for each in module.by_opcode(o.OpTypePointer)
        if each.ops[0] == StorageClass.UNIFORM_CONSTANT
    ]
    for pointer in pointers:
        pointer.ops[0] = StorageClass.PRIVATE
    variables = [each for each in module.globals if each.op == o.OpVariable]
    held = [each for each in variables if each.ops[0] == StorageClass.UNIFORM_CONSTANT]
    for k, variable in enumerate(held):
        value = _constant(module, types.pointee(module, variable.type_id), FIRST_HANDLE + (k << 20))
        variable.ops = [StorageClass.PRIVATE, value]
    for op in (o.OpTypeImage, o.OpTypeSampledImage):
        for found in list(module.by_opcode(op)):
            found.op, found.ops = o.OpTypeFloat, [32]


def _operand(module: Module, type_id: int) -> int:
    found = module.definition(type_id)
    return 0 if found is None else found.ops[0]


def _constant(module: Module, type_id: int, word: int) -> int:
    fresh = module.fresh_id()
    module.append_global(Instruction(o.OpConstant, type_id, fresh, [word]))
    return fresh


def _inserted(module: Module, anchor: Instruction, op: int, type_id: int, *operands: int) -> int:
    fresh = module.fresh_id()
    module.insert_before(anchor, Instruction(op, type_id, fresh, list(operands)))
    return fresh
