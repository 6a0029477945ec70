"""Take functions over from donor modules (catalogue, section 4.4).

A donated function need not mean what it meant in its donor: what cannot be taken over becomes a
zero, what was undefined or not initialised gets a zero. The record that is made carries the whole
function.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import ExecutionModel, StorageClass
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.analysis.composites import can_be_member
from aberration.methods.transform.analysis.opcode_sets import SHIFTS
from aberration.methods.transform.donation.donor import FRAGMENT_ONLY, Donor, DonorFunction, Part
from aberration.methods.transform.donation.function_text import Detached, Line, build
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.donated_globals import Globals
from aberration.methods.transform.drawing.guarding import guards_for
from aberration.methods.transform.transformations.add_function import AddFunction

MOST_FUNCTIONS: Final = 16
"""A module with so many functions takes no more."""
CONTROL: Final = frozenset(
    (
        o.OpBranch,
        o.OpBranchConditional,
        o.OpSwitch,
        o.OpReturn,
        o.OpReturnValue,
        o.OpLoopMerge,
        o.OpSelectionMerge,
    )
)


def donate(draw: Draw, donor: Donor, livesafe: bool) -> AddFunction | None:
    """Return the record that adds a random function of the donor; what it needs is added at once.

    Functions that it calls are, too. The function is livesafe if that was asked for and can be had.
    """
    functions = donor.module.functions
    if not functions or len(draw.module.functions) >= MOST_FUNCTIONS or not donor.fits(draw.module):
        return None
    plan = donor.plan(draw.rng.choose(functions))
    if not plan.is_short:
        return None
    donation = Donation(draw, donor)
    for callee in plan.callees_first[:-1]:
        record = donation.record(callee, livesafe)
        if record is None or not draw.apply(record):
            return None
    return donation.record(plan.function, livesafe)


class _Counterparts(dict[int, int]):
    """A map from ids of the donor to ids of the recipient; 0 where there is no counterpart."""

    def __init__(self, known: Globals) -> None:
        super().__init__()
        self.globals = known

    def __missing__(self, old: int) -> int:
        found = self[old] = self.globals.id(old)
        return found


class Donation:
    """What was taken over from one donor so far."""

    def __init__(self, draw: Draw, donor: Donor) -> None:
        self.draw = draw
        self.donor = donor
        self.globals = Globals(draw, donor.module)
        self.ids = _Counterparts(self.globals)
        self.kills = all(
            entry.ops[0] == ExecutionModel.FRAGMENT for entry in entry_points(draw.module)
        )

    def record(self, function: Function, livesafe: bool) -> AddFunction | None:
        """Return the record that adds a function of the donor; None if it cannot be taken over."""
        lines = _Translation(self).lines(self.donor.plan(function))
        if lines is None:
            return None
        built = build(lines) if livesafe else None
        if built is None:
            return AddFunction(lines)
        text = Detached(self.draw.module, built)
        record = AddFunction(lines, guards_for(self.draw, text))
        self.draw.prepare(record, partial(record.apply_text, text=text))
        return record


class _Translation:
    """The translation of one function."""

    def __init__(self, donation: Donation) -> None:
        self.donation = donation
        self.draw = donation.draw
        self.donor = donation.donor.module
        self.ids = donation.ids
        self.made: list[Line] = []

    def lines(self, plan: DonorFunction) -> tuple[Line, ...] | None:
        first = self.draw.fresh_range(len(plan.own_ids))
        self.ids.update(zip(plan.own_ids, range(first, first + len(plan.own_ids)), strict=True))
        if not all(map(self._take, plan.head)):
            return None
        for label_id, parts in plan.blocks:
            self.made.append(Line(o.OpLabel, 0, self.ids[label_id], ()))
            for part in parts:
                if not (part.is_plain and self._take(part)) and not self._instruction(part):
                    return None
        return tuple(self.made)

    def _instruction(self, part: Part) -> bool:
        """Translate an instruction, or put a zero in its place, or leave it out; false if none
        will do.
        """
        instruction = part.instruction
        op = instruction.op
        if op == o.OpVariable:
            return self._variable(instruction)
        if op in FRAGMENT_ONLY and not self.donation.kills:
            return False
        if op in SHIFTS and self._masked_shift(part):
            return True
        if part.can_be_taken and self._take(part):
            return True
        if op in CONTROL:
            return False
        return self._zero(instruction) if instruction.result_id else True

    def _take(self, part: Part) -> bool:
        ids, instruction = self.ids, part.instruction
        type_id = result_id = 0
        if instruction.type_id:
            type_id = ids[instruction.type_id]
            if not type_id:
                return False
        if instruction.result_id:
            result_id = ids[instruction.result_id]
        if part.positions is None:
            ops = [ids[word] for word in instruction.ops]
            if 0 in ops:
                return False
        else:
            ops = list(instruction.ops)
            for k in part.positions:
                ops[k] = ids[ops[k]]
                if not ops[k]:
                    return False
        self.made.append(Line(instruction.op, type_id, result_id, tuple(ops)))
        return True

    def _zero(self, instruction: Instruction) -> bool:
        """Give the result a zero; a void result is left out."""
        if types.is_void(self.donor, instruction.type_id):
            return True
        type_id = self.donation.globals.type(instruction.type_id)
        zero = (
            self.draw.null_constant(type_id)
            if type_id and can_be_member(self.draw.module, type_id)
            else 0
        )
        if not zero:
            return False
        self.made.append(Line(o.OpCopyObject, type_id, self.ids[instruction.result_id], (zero,)))
        return True

    def _variable(self, instruction: Instruction) -> bool:
        pointer = self.donation.globals.type(instruction.type_id)
        pointee = types.pointee(self.draw.module, pointer)
        if not pointee or not can_be_member(self.draw.module, pointee):
            return False
        given = self.donation.globals.id(instruction.ops[1]) if len(instruction.ops) > 1 else 0
        initializer = given or self.draw.null_constant(pointee)
        ops = (StorageClass.FUNCTION, initializer)
        self.made.append(Line(o.OpVariable, pointer, self.ids[instruction.result_id], ops))
        return initializer != 0

    def _masked_shift(self, part: Part) -> bool:
        """Take a shift by a 32-bit scalar that is no constant, its amount cut to what is
        defined.
        """
        instruction = part.instruction
        amount = self.donor.definition(instruction.ops[1])
        if (
            amount is None
            or amount.block is None
            or types.width(self.donor, instruction.type_id) != 32
        ):
            return False
        type_id = self.donation.globals.type(amount.type_id)
        if (
            not types.is_int(self.draw.module, type_id)
            or types.width(self.draw.module, type_id) != 32
        ):
            return False
        mask, masked = self.draw.int_constant(type_id, 31), self.draw.fresh()
        self.made.append(Line(o.OpBitwiseAnd, type_id, masked, (self.ids[amount.result_id], mask)))
        if not self._take(part):
            return False
        last = self.made[-1]
        self.made[-1] = Line(last.op, last.type_id, last.result_id, (last.ops[0], masked))
        return True
