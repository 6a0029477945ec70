"""A module to take functions from, with what is found out about each of its functions once per
process.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.call_graph import calls
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_capability
from aberration.methods.transform.analysis.opcode_sets import (
    BIT_FIELDS,
    DIVISIONS,
    GLSL_END,
    HARMLESS,
    SHIFTS,
    WITH_POINTER,
)

LONGEST: Final = 300
"""Instructions of a function that is donated at most, its callees counted."""
TAKEN: Final = (
    HARMLESS
    | SHIFTS
    | DIVISIONS
    | frozenset(BIT_FIELDS)
    | {
        o.OpVariable,
        o.OpLoad,
        o.OpStore,
        o.OpCopyMemory,
        o.OpAccessChain,
        o.OpInBoundsAccessChain,
        o.OpFunctionCall,
        o.OpVectorExtractDynamic,
        o.OpVectorInsertDynamic,
        o.OpVectorShuffle,
        o.OpExtInst,
        o.OpConvertFToS,
        o.OpConvertFToU,
    }
)
"""Opcodes that need nothing but types, values and the blocks around them."""


FRAGMENT_ONLY: Final = frozenset((o.OpKill, o.OpTerminateInvocation))
SPECIAL: Final = FRAGMENT_ONLY | SHIFTS | {o.OpVariable}
"""Opcodes that are not just taken over."""


class Part(msgspec.Struct, frozen=True, gc=False):
    """An instruction of a donor: whether it can be taken at all, and as it is; which operands
    are ids (None: all).
    """

    instruction: Instruction
    can_be_taken: bool
    is_plain: bool
    positions: tuple[int, ...] | None


class DonorFunction(msgspec.Struct, frozen=True):
    """A function of a donor: the ids it defines, its head, its blocks, and what has to be taken
    before it.
    """

    function: Function
    own_ids: tuple[int, ...]
    head: tuple[Part, ...]
    blocks: tuple[tuple[int, tuple[Part, ...]], ...]
    callees_first: tuple[Function, ...]
    is_short: bool


class Donor:
    """A module that is only read, and the plans of its functions."""

    __slots__ = ("_plans", "module")

    def __init__(self, module: Module) -> None:
        self.module: Module = module
        self._plans: dict[int, DonorFunction] = {}

    @classmethod
    def parse(cls, data: bytes) -> Donor:
        """Read a binary."""
        return cls(Module.parse(data))

    def fits(self, module: Module) -> bool:
        """Say whether a module allows all that the donor may use: its version, capabilities and
        extensions.
        """
        if self.module.version > module.version:
            return False
        extensions = [each.ops for each in module.by_opcode(o.OpExtension)]
        if not all(each.ops in extensions for each in self.module.by_opcode(o.OpExtension)):
            return False
        return all(
            has_capability(module, each.ops[0]) for each in self.module.by_opcode(o.OpCapability)
        )

    def plan(self, function: Function) -> DonorFunction:
        """Return the plan of a function of the donor."""
        found = self._plans.get(function.id)
        if found is None:
            found = self._plans[function.id] = self._plan_of(function)
        return found

    def _plan_of(self, function: Function) -> DonorFunction:
        head = [function.definition, *function.parameters]
        own = [each.result_id for each in head]
        for block in function.blocks:
            own.append(block.id)
            own.extend([each.result_id for each in block.instructions if each.result_id])
        wanted = callees_first(self.module, function)
        size = sum(len(block.instructions) for each in wanted for block in each.blocks)
        blocks = tuple(
            (block.id, tuple(map(self._part, block.instructions))) for block in function.blocks
        )
        return DonorFunction(
            function,
            tuple(own),
            tuple(map(self._part, head)),
            blocks,
            tuple(wanted),
            size <= LONGEST,
        )

    def _part(self, instruction: Instruction) -> Part:
        positions = tuple(self.module.id_positions(instruction))
        everything = len(positions) == len(instruction.ops)
        number = instruction.ops[1] if instruction.op == o.OpExtInst else 0
        # An extended instruction may write through a pointer, or be one that we do not know.
        is_plain = number not in WITH_POINTER and number < GLSL_END
        taken = instruction.op in TAKEN and is_plain
        return Part(
            instruction,
            taken,
            taken and instruction.op not in SPECIAL,
            None if everything else positions,
        )


def callees_first(donor: Module, function: Function) -> list[Function]:
    """Return a function after all that it may call, each once."""
    found: list[Function] = []

    def visit(current: Function) -> None:
        for callee_id in calls(donor, current.id):
            callee = donor.function(callee_id)
            # SPIR-V forbids recursion in shaders: the walk ends.
            if callee is not None and callee not in found:
                visit(callee)
        found.append(current)

    visit(function)
    return found
