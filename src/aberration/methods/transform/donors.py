"""Take functions over from donor modules (catalogue, section 4.4).

A donated function need not mean what it meant in its donor: what cannot be taken over becomes a zero, what was
undefined or not initialised gets a zero. The record that is made carries the whole function.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import ExecutionModel, StorageClass
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.module import Module

from .composites import can_be_member
from .donated_globals import Globals
from .draw import Draw
from .function_text import Detached, Line, build
from .guarding import guards_for
from .livesafe_rules import GLSL_END, HARMLESS, SHIFTS, WITH_POINTER
from .transformations.add_function import AddFunction

LONGEST: Final = 300
"""Instructions of a function that is donated at most."""
MOST_FUNCTIONS: Final = 16
"""A module with so many functions takes no more."""
TAKEN: Final = (
    HARMLESS
    | SHIFTS
    | {
        *(o.OpVariable, o.OpLoad, o.OpStore, o.OpCopyMemory, o.OpAccessChain, o.OpInBoundsAccessChain),
        *(o.OpFunctionCall, o.OpVectorExtractDynamic, o.OpVectorInsertDynamic, o.OpVectorShuffle, o.OpExtInst),
        *(o.OpUDiv, o.OpSDiv, o.OpUMod, o.OpSRem, o.OpSMod, o.OpConvertFToS, o.OpConvertFToU),
        *(o.OpBitFieldInsert, o.OpBitFieldSExtract, o.OpBitFieldUExtract),
    }
)
"""Opcodes that need nothing but types, values and the blocks around them."""
FRAGMENT_ONLY: Final = (o.OpKill, o.OpTerminateInvocation)
CONTROL: Final = frozenset(
    (o.OpBranch, o.OpBranchConditional, o.OpSwitch, o.OpReturn, o.OpReturnValue, o.OpLoopMerge, o.OpSelectionMerge)
)


def donate(draw: Draw, donor: Module, livesafe: bool) -> AddFunction | None:
    """Return the record that adds a random function of the donor; what it needs is added at once.

    Functions that it calls are, too. The function is livesafe if that was asked for and can be had.
    """
    if not donor.functions or len(draw.module.functions) >= MOST_FUNCTIONS or not _is_supported(draw.module, donor):
        return None
    function = draw.rng.choose(donor.functions)
    wanted = callees_first(donor, function)
    if sum(len(block.instructions) for each in wanted for block in each.blocks) > LONGEST:
        return None
    donation = Donation(draw, donor)
    for callee in wanted[:-1]:
        record = donation.record(callee, livesafe)
        if record is None or not draw.apply(record):
            return None
    return donation.record(function, livesafe)


def callees_first(donor: Module, function: Function) -> list[Function]:
    """Return a function after all that it may call, each once."""
    found: list[Function] = []

    def visit(current: Function) -> None:
        for callee_id in donor.calls(current.id):
            callee = donor.function(callee_id)
            if callee is not None and callee not in found:
                visit(callee)
        found.append(current)

    visit(function)
    return found


def _is_supported(module: Module, donor: Module) -> bool:
    return all(module.has_capability(each.ops[0]) for each in donor.by_opcode(o.OpCapability))


class Donation:
    """What was taken over from one donor so far."""

    def __init__(self, draw: Draw, donor: Module) -> None:
        self.draw = draw
        self.donor = donor
        self.globals = Globals(draw, donor)
        self.functions: dict[int, int] = {}
        self.kills = all(entry.ops[0] == ExecutionModel.FRAGMENT for entry in draw.module.entry_points())

    def record(self, function: Function, livesafe: bool) -> AddFunction | None:
        """Return the record that adds a function of the donor; None if it cannot be taken over."""
        lines = _Translation(self, function).lines()
        if lines is None:
            return None
        self.functions[function.id] = lines[0].result_id
        built = build(lines) if livesafe else None
        guards = None if built is None else guards_for(self.draw, Detached(self.draw.module, built))
        return AddFunction(lines, guards)


class _Translation:
    """The translation of one function."""

    def __init__(self, donation: Donation, function: Function) -> None:
        self.donation = donation
        self.draw = donation.draw
        self.donor = donation.donor
        self.function = function
        self.own: dict[int, int] = {}
        self.made: list[Line] = []

    def lines(self) -> tuple[Line, ...] | None:
        function = self.function
        for each in [function.definition, *function.parameters]:
            self.own[each.result_id] = self.draw.fresh()
        for block in function.blocks:
            self.own[block.id] = self.draw.fresh()
            self.own.update((each.result_id, self.draw.fresh()) for each in block.instructions if each.result_id)
        for each in [function.definition, *function.parameters]:
            if not self._take(each):
                return None
        for block in function.blocks:
            self.made.append(Line(o.OpLabel, 0, self.own[block.id], ()))
            if not all(self._instruction(each) for each in block.instructions):
                return None
        return tuple(self.made)

    def _instruction(self, instruction: Instruction) -> bool:
        """Translate an instruction, or put a zero in its place, or leave it out; false if none will do."""
        op = instruction.op
        if op == o.OpVariable:
            return self._variable(instruction)
        if op in FRAGMENT_ONLY and not self.donation.kills:
            return False
        if op in SHIFTS and self._masked_shift(instruction):
            return True
        if op in TAKEN and not self._needs_import(instruction) and self._take(instruction):
            return True
        if op in CONTROL:
            return False
        return self._zero(instruction) if instruction.result_id else True

    def _needs_import(self, instruction: Instruction) -> bool:
        return instruction.op == o.OpExtInst and (
            instruction.ops[1] in WITH_POINTER or instruction.ops[1] >= GLSL_END or not self._id(instruction.ops[0])
        )

    def _take(self, instruction: Instruction) -> bool:
        type_id = self.donation.globals.type(instruction.type_id) if instruction.type_id else 0
        if instruction.type_id and not type_id:
            return False
        ops = list(instruction.ops)
        for k in self.donor.id_positions(instruction):
            ops[k] = self._id(ops[k])
            if not ops[k]:
                return False
        self.made.append(Line(instruction.op, type_id, self.own.get(instruction.result_id, 0), tuple(ops)))
        return True

    def _id(self, old: int) -> int:
        return self.own.get(old) or self.donation.functions.get(old) or self.donation.globals.id(old)

    def _zero(self, instruction: Instruction) -> bool:
        """Give the result a zero; a void result is left out."""
        if types.is_void(self.donor, instruction.type_id):
            return True
        type_id = self.donation.globals.type(instruction.type_id)
        zero = self.draw.null_constant(type_id) if type_id and can_be_member(self.draw.module, type_id) else 0
        if not zero:
            return False
        self.made.append(Line(o.OpCopyObject, type_id, self.own[instruction.result_id], (zero,)))
        return True

    def _variable(self, instruction: Instruction) -> bool:
        pointer = self.donation.globals.type(instruction.type_id)
        pointee = self.draw.module.pointee(pointer)
        if not pointee or not can_be_member(self.draw.module, pointee):
            return False
        given = self.donation.globals.id(instruction.ops[1]) if len(instruction.ops) > 1 else 0
        initializer = given or self.draw.null_constant(pointee)
        ops = (StorageClass.FUNCTION, initializer)
        self.made.append(Line(o.OpVariable, pointer, self.own[instruction.result_id], ops))
        return initializer != 0

    def _masked_shift(self, instruction: Instruction) -> bool:
        """Take a shift by a 32-bit scalar that is no constant, its amount cut to what is defined."""
        amount = self.donor.definition(instruction.ops[1])
        if amount is None or amount.block is None or types.width(self.donor, instruction.type_id) != 32:
            return False
        type_id = self.donation.globals.type(amount.type_id)
        if not types.is_int(self.draw.module, type_id) or types.width(self.draw.module, type_id) != 32:
            return False
        mask, masked = self.draw.int_constant(type_id, 31), self.draw.fresh()
        self.made.append(Line(o.OpBitwiseAnd, type_id, masked, (self.own[amount.result_id], mask)))
        if not self._take(instruction):
            return False
        last = self.made[-1]
        self.made[-1] = Line(last.op, last.type_id, last.result_id, (last.ops[0], masked))
        return True
