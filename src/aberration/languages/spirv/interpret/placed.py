"""Points of pairs that lie where they have to without being looked at: where the fragment stage
throws its pixel away, nobody sees at the end where the vertex stage had put it.
"""

from __future__ import annotations

from typing import Final

from aberration.core.attributes import attribute_at
from aberration.core.inputs import Inputs
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import BuiltIn
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.types import pointee_of

from .interface import Interface
from .leaves import Cell, Leaves
from .undefined import Refused
from .vertices import POINT_SIZE, PointPart, is_steady, writes_of

_ENDS: Final = (o.OpKill, o.OpTerminateInvocation, o.OpDemoteToHelperInvocation)
_CHAINS: Final = (o.OpAccessChain, o.OpInBoundsAccessChain)
Part = Cell | tuple[int, int]
"""A number, or a leaf of a variable."""


def need_placed(interface: Interface, inputs: Inputs) -> None:
    """Refuse a pair that throws pixels away, unless the vertex stage stores the middle of the pixel
    as the attribute has it.
    """
    stages, module = interface.stages, interface.module
    if stages is None or not any(module.by_opcode(op) for op in _ENDS):
        return
    steady = is_steady(module, interface.leaves, stages.vertex, interface.point)
    places = (_is_placed(interface, inputs, part) for part in interface.point)
    if not steady or not all(places):
        raise Refused("pixels thrown away whose points are not stored as the attribute has them")


def _is_placed(interface: Interface, inputs: Inputs, part: PointPart) -> bool:
    (write,) = writes_of(interface.module, interface.leaves, part)
    found = _parts(interface.leaves, write.ops[1])
    if part.built_in == BuiltIn.POINT_SIZE:
        return found == [POINT_SIZE]
    places = [
        variable
        for variable in interface.attributes()
        if (known := attribute_at(inputs.attributes, variable.location)) and known.place
    ]
    return any(found == [(one.id, 0), (one.id, 1), 0.0, 1.0] for one in places)


def _parts(leaves: Leaves, value_id: int) -> list[Part]:
    """Return what the leaves of a plain value are."""
    module = leaves.module
    found = module.definition(value_id)
    assert found is not None
    if found.block is None:
        return list(leaves.constant(value_id))
    if found.op == o.OpLoad:
        variable, offset = _place(leaves, found.ops[0])
        return [(variable, offset + k) for k in range(leaves.count(found.type_id))]
    if found.op == o.OpCompositeExtract:
        offset, type_id = leaves.walk(module.type_of(found.ops[0]), found.ops[1:])
        return _parts(leaves, found.ops[0])[offset : offset + leaves.count(type_id)]
    return _made_parts(leaves, found)


def _made_parts(leaves: Leaves, found: Instruction) -> list[Part]:
    if found.op == o.OpCompositeConstruct:
        return [part for each in found.ops for part in _parts(leaves, each)]
    assert found.op == o.OpVectorShuffle
    both = [*_parts(leaves, found.ops[0]), *_parts(leaves, found.ops[1])]
    return [both[k] if k < len(both) else None for k in found.ops[2:]]


def _place(leaves: Leaves, pointer_id: int) -> tuple[int, int]:
    """Return the variable that a pointer leads into by constants, and the leaf where it points."""
    found = leaves.module.definition(pointer_id)
    assert found is not None
    if found.op not in _CHAINS:
        return pointer_id, 0
    variable, offset = _place(leaves, found.ops[0])
    indices = [int(leaves.constant(index)[0] or 0) for index in found.ops[1:]]
    return variable, offset + leaves.walk(pointee_of(leaves.module, found.ops[0]), indices)[0]
