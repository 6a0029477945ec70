"""Fragment shaders as modules whose colour has less than four components: the colour becomes a
private variable, and each return of the entry point stores one of four floats.
"""

from __future__ import annotations

from typing import Final

from aberration.core.errors import BadInput
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.declaring import declare, declare_global
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate, entry_points, is_entry_function
from aberration.languages.spirv.private_interface import make_private, stage_variables

_ONE: Final = 0x3F800000
_SIZE: Final = 4


def with_one_colour(module: Module) -> None:
    """Let a fragment shader whose only output is one to three floats give four: zeros for green and
    blue, and one for alpha, where it has none.

    Raise `BadInput` for a module with other outputs, or several entry points.
    """
    variable = _only_output(module)
    type_id = types.pointee(module, variable.type_id)
    number = types.scalar_of(module, type_id)
    if not types.is_float(module, number) or types.width(module, number) != 32:
        raise BadInput("expected a colour of floats of 32 bits, but one of another kind came")
    make_private(module, variable, declare(module, o.OpConstantNull, type_id))
    four = declare(module, o.OpTypeVector, 0, number, _SIZE)
    pointer = declare(module, o.OpTypePointer, 0, StorageClass.OUTPUT, four)
    colour = module.fresh_id()
    declare_global(module, colour, pointer, StorageClass.OUTPUT)
    decorate(module, colour, Decoration.LOCATION, 0)
    module.add_input(colour)
    size = types.component_count(module, type_id) or 1
    missing = [0] * (_SIZE - 1 - size) + [_ONE]
    rest = [declare(module, o.OpConstant, number, word) for word in missing]
    for end in _returns(module):
        given = Instruction(o.OpLoad, type_id, module.fresh_id(), [variable.result_id])
        whole = [given.result_id, *rest]
        made = Instruction(o.OpCompositeConstruct, four, module.fresh_id(), whole)
        store = Instruction(o.OpStore, 0, 0, [colour, made.result_id])
        module.insert_before(end, given, made, store)


def _returns(module: Module) -> list[Instruction]:
    """Return where the entry point ends."""
    return [
        block.terminator
        for function in module.functions
        if is_entry_function(module, function.id)
        for block in function.blocks
        if block.terminator.op == o.OpReturn
    ]


def _only_output(module: Module) -> Instruction:
    found = stage_variables(module, StorageClass.OUTPUT)
    if len(entry_points(module)) != 1 or len(found) != 1:
        raise BadInput("expected a module with one entry point and one output")
    return found[0]
