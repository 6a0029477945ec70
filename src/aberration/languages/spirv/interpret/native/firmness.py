"""Which integers and booleans may depend on how floats are rounded, or on what is undefined.

All others are firm: they have one value on every implementation, and are kept as plain numbers.
What turns out not to be firm although nothing here says so (a division by zero, a cell that was
never written) is found by the run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import GlslStd450 as G
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.analysis import CHAINS, Analysis
from aberration.languages.spirv.interpret.images import SAMPLES
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import pointee

from .written import Written

_FROM_FLOATS: Final = frozenset(
    (
        o.OpConvertFToS,
        o.OpConvertFToU,
        o.OpIsNan,
        o.OpIsInf,
        o.OpOrdered,
        o.OpUnordered,
        # The opcodes of comparisons of floats follow each other, without a gap.
        *range(o.OpFOrdEqual, o.OpFUnordGreaterThanEqual + 1),
        # Floats say which texel, and its numbers may be integers.
        *SAMPLES,
    )
)
# Extended instructions with integer results that hang on the last place of a float; of FREXP the
# exponent, at a power of two.
_FROM_FLOATS_EXTENDED: Final = frozenset(
    (
        G.FREXP,
        G.FREXP_STRUCT,
        G.PACK_SNORM4X8,
        G.PACK_UNORM4X8,
        G.PACK_SNORM2X16,
        G.PACK_UNORM2X16,
        G.PACK_HALF2X16,
        G.UNPACK_DOUBLE2X32,
    )
)


class Firmness:
    """`loose` are the ids of values, of variables and parameters that pointers lead into, and of
    functions for what they return, that are not firm.
    """

    def __init__(
        self,
        module: Module,
        leaves: Leaves,
        analysis: Analysis,
        written: Written,
        loose: frozenset[int],
    ) -> None:
        self.module = module
        self.leaves = leaves
        self.analysis = analysis
        self._found: set[int] = set(loose) | written.unset
        self._changed = True
        instructions = [
            found
            for function in analysis.functions
            for block in analysis.blocks[function.id]
            for found in block.instructions
        ]
        self._start(instructions)
        # Memory carries marks backwards in the text (a loop stores what it loads earlier), so one
        # pass is not enough. Marks are only ever added: it ends.
        while self._changed:
            self._changed = False
            for found in instructions:
                self._pass_on(found)
        self.loose: frozenset[int] = frozenset(self._found)

    def _mark(self, value_id: int) -> None:
        if value_id not in self._found:
            self._found.add(value_id)
            self._changed = True

    def _any(self, ids: Iterable[int]) -> bool:
        return not self._found.isdisjoint(ids)

    def _start(self, instructions: list[Instruction]) -> None:
        for found in (*self.module.globals, *instructions):
            if found.op == o.OpUndef or found.op in _FROM_FLOATS or self._reads_bits(found):
                self._mark(found.result_id)
            elif found.op == o.OpExtInst and found.ops[1] in _FROM_FLOATS_EXTENDED:
                self._mark(found.result_id)
                if found.ops[1] == G.FREXP:
                    self._mark(self.analysis.root_of(found.ops[-1]))
        # Globals stand in the order of their definitions: one pass reaches constants inside of
        # others.
        for found in self.module.globals:
            if found.result_id and found.op in _COMPOSITES and self._any(found.ops):
                self._mark(found.result_id)

    def _reads_bits(self, found: Instruction) -> bool:
        if found.op != o.OpBitcast or not self._is_float(found.ops[0]):
            return False
        return not self._is_float(found.result_id)

    def _is_float(self, value_id: int) -> bool:
        type_id = self.module.type_of(value_id)
        if pointee(self.module, type_id):
            return False
        leaves = self.leaves.of(type_id)
        return bool(leaves) and leaves[0].kind == "float"

    def _pass_on(self, found: Instruction) -> None:
        op, ops = found.op, found.ops
        if op in CHAINS or op == o.OpVariable:
            self._chain(found)
        elif op == o.OpStore:
            if self._any((ops[1], ops[0])):
                self._mark(self.analysis.root_of(ops[0]))
        elif op == o.OpCopyMemory:
            # By whole variables, not by parts: an array with one loose element is loose. That costs
            # comparisons, never soundness.
            if self._any((self.analysis.root_of(ops[1]), ops[0], ops[1])):
                self._mark(self.analysis.root_of(ops[0]))
        elif op in (o.OpLoad, o.OpAtomicLoad):
            if self._any((self.analysis.root_of(ops[0]), ops[0])):
                self._mark(found.result_id)
        elif o.OpAtomicLoad < op <= o.OpAtomicXor:
            self._atomic(found)
        elif op == o.OpFunctionCall:
            self._call(found)
        elif op == o.OpReturnValue:
            if found.block is not None and ops[0] in self._found:
                self._mark(found.block.function.id)
        elif found.result_id and self._any(self.module.operand_ids(found)):
            self._mark(found.result_id)

    def _chain(self, found: Instruction) -> None:
        """A pointer is marked where an index is: it may lead to several places."""
        if found.op == o.OpVariable:
            if len(found.ops) > 1 and found.ops[1] in self._found:
                self._mark(found.result_id)
        elif self._any(found.ops[1:]):
            self._mark(found.result_id)
        elif found.ops[0] in self._found:
            base = self.module.definition(found.ops[0])
            if base is not None and (base.op in CHAINS or base.op == o.OpCopyObject):
                self._mark(found.result_id)

    def _atomic(self, found: Instruction) -> None:
        root = self.analysis.root_of(found.ops[0])
        if self._any((root, *found.ops[3:])):
            self._mark(root)
            if found.result_id:
                self._mark(found.result_id)

    def _call(self, found: Instruction) -> None:
        callee = self.module.function(found.ops[0])
        if callee is None:
            return
        for argument, parameter in zip(found.ops[1:], callee.parameters, strict=True):
            if not pointee(self.module, parameter.type_id):
                if argument in self._found:
                    self._mark(parameter.result_id)
                continue
            root = self.analysis.root_of(argument)
            if self._any((root, argument)):
                self._mark(parameter.result_id)
            # And the other way: what the callee stores through a pointer is the caller's variable.
            if parameter.result_id in self._found:
                self._mark(root)
        if callee.id in self._found:
            self._mark(found.result_id)


_COMPOSITES: Final = frozenset((o.OpConstantComposite, o.OpSpecConstantComposite))
