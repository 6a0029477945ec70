"""Compute an integer, or a condition, that differs between invocations."""

from __future__ import annotations

from typing import ClassVar, Final

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import BuiltIn, Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBitcast,
    OpBitwiseAnd,
    OpCompositeExtract,
    OpConstant,
    OpConvertFToS,
    OpConvertFToU,
    OpINotEqual,
    OpLoad,
    OpTypeBool,
    OpTypeInt,
    OpVariable,
)
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.preamble import decorations, entry_points
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.reading import may_read
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation, all_fresh

DIVERGENT: Final = frozenset(
    (
        *(BuiltIn.FRAG_COORD, BuiltIn.LOCAL_INVOCATION_ID, BuiltIn.GLOBAL_INVOCATION_ID),
        *(BuiltIn.LOCAL_INVOCATION_INDEX, BuiltIn.VERTEX_INDEX, BuiltIn.INSTANCE_INDEX),
    )
)
"""Built-in inputs that are defined in every invocation, and differ."""
WIDTH: Final = 32
NO_BIT: Final = -1


class AddInvocationValue(Transformation, frozen=True, gc=False):
    """Precondition: `variable` is a built-in input of DIVERGENT, in the interface of every entry
    point; its components have 32 bits. `component` is one of them, 0 for a scalar. `before` is in a
    live block and takes an insertion. The integer type of this sign exists; if `bit` is not -1, so
    do the boolean type and constants of the bit and of zero. One fresh id for each instruction.
    Effect: inserts instructions that load the input, extract the component if there are several,
    and make an integer of the type of it: by its bits, or, if `converts`, the value of FragCoord,
    which is small and not negative. With a `bit`, whether it is set.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True

    variable: int
    component: int
    signed: bool
    converts: bool
    bit: int
    fresh_ids: tuple[int, ...]
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not all_fresh(module, *self.fresh_ids) or not self.fresh_ids:
            return False
        anchor = insertion_at(module, self.before, OpLoad)
        if anchor is None or anchor.block is None or anchor.block.dead:
            return False
        return may_read(module, self.variable, anchor) and len(self._instructions(module)) == len(
            self.fresh_ids
        )

    def apply(self, module: Module) -> None:
        anchor = self.before.get(module)
        module.insert_before(anchor, *self._instructions(module))

    def _instructions(self, module: Module) -> list[Instruction]:
        """Return the instructions, their ids in order as far as they reach; none if something
        is missing.
        """
        integer = module.find(OpTypeInt, 0, WIDTH, int(self.signed))
        if not integer or not is_divergent(module, self.variable) or not NO_BIT <= self.bit < WIDTH:
            return []
        ids = [*self.fresh_ids, *[0] * len(_STEPS)]
        loaded = types.pointee_of(module, self.variable)
        lines = [Instruction(OpLoad, loaded, ids[0], [self.variable])]
        current = loaded
        if types.is_vector(module, loaded):
            current = types.walk(module, loaded, self.component)
            lines.append(Instruction(OpCompositeExtract, current, ids[1], [ids[0], self.component]))
        if types.width(module, current) != WIDTH or (current == loaded and self.component):
            return []
        if self.converts and not types.is_float(module, current):
            return []
        if current != integer:
            of_value = OpConvertFToS if self.signed else OpConvertFToU
            opcode = of_value if self.converts else OpBitcast
            lines.append(Instruction(opcode, integer, ids[len(lines)], [lines[-1].result_id]))
        return lines if self.bit == NO_BIT else self._test(module, lines, integer, ids)

    def _test(
        self, module: Module, lines: list[Instruction], integer: int, ids: list[int]
    ) -> list[Instruction]:
        boolean = module.find(OpTypeBool, 0)
        mask = find_constant(module, False, OpConstant, integer, 1 << self.bit)
        zero = find_constant(module, False, OpConstant, integer, 0)
        if not boolean or not mask or not zero:
            return []
        count = len(lines)
        lines.append(Instruction(OpBitwiseAnd, integer, ids[count], [lines[-1].result_id, mask]))
        lines.append(Instruction(OpINotEqual, boolean, ids[count + 1], [ids[count], zero]))
        return lines


_STEPS: Final = (OpLoad, OpCompositeExtract, OpBitcast, OpBitwiseAnd, OpINotEqual)


def is_divergent(module: Module, variable_id: int) -> bool:
    """Say whether an id is an input that differs between invocations, and that every entry
    point may read.
    """
    variable = module.definition(variable_id)
    if variable is None or variable.op != OpVariable or variable.ops[0] != StorageClass.INPUT:
        return False
    found = decorations(module, variable_id)
    if not any(each.ops[1] == Decoration.BUILT_IN and each.ops[2] in DIVERGENT for each in found):
        return False
    return all(variable_id in module.operand_ids(entry) for entry in entry_points(module))


def ids_needed(module: Module, variable_id: int, signed: bool, bit: int) -> int:
    """Return the number of instructions that are inserted."""
    loaded = types.pointee_of(module, variable_id)
    is_vector = types.is_vector(module, loaded)
    part = types.component_type(module, loaded) if is_vector else loaded
    is_other = part != module.find(OpTypeInt, 0, WIDTH, int(signed))
    return 1 + is_vector + is_other + (2 if bit != NO_BIT else 0)
