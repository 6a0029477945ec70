"""Change a cell of workgroup memory atomically that no other invocation looks at."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.declaring import declare_global
from aberration.languages.spirv.enums import BuiltIn, MemorySemantics, Scope, StorageClass
from aberration.languages.spirv.equations import Equation
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpAtomicAnd,
    OpAtomicCompareExchange,
    OpAtomicExchange,
    OpAtomicIAdd,
    OpAtomicISub,
    OpAtomicLoad,
    OpAtomicOr,
    OpAtomicSMax,
    OpAtomicSMin,
    OpAtomicStore,
    OpAtomicUMax,
    OpAtomicUMin,
    OpAtomicXor,
    OpIAdd,
    OpISub,
    OpLoad,
    OpStore,
    OpTypeArray,
    OpTypePointer,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.calls import is_executed_alone
from aberration.methods.transform.analysis.convergence import is_compute, may_have_effects
from aberration.methods.transform.analysis.memory import has_layout, may_be_undefined
from aberration.methods.transform.analysis.memory_operands import has_vulkan_memory_model
from aberration.methods.transform.analysis.synonymy import can_be_operand
from aberration.methods.transform.analysis.workgroup_shape import built_in_variable, shape_of
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.add_idle_barrier import find_uint

EXCHANGES: Final = (OpAtomicExchange, OpAtomicCompareExchange)
SUMS: Final = {OpAtomicIAdd: OpIAdd, OpAtomicISub: OpISub}
IDEMPOTENT: Final = (
    OpAtomicAnd,
    OpAtomicOr,
    OpAtomicSMin,
    OpAtomicUMin,
    OpAtomicSMax,
    OpAtomicUMax,
)
"""Of a value with itself, they give this value."""
CHANGES: Final = (*EXCHANGES, *SUMS, *IDEMPOTENT, OpAtomicXor)
SCOPES: Final = (Scope.DEVICE, Scope.WORKGROUP, Scope.INVOCATION)
ORDERED: Final = MemorySemantics.ACQUIRE_RELEASE | MemorySemantics.WORKGROUP_MEMORY


class AddPrivateCellAtomic(Transformation, frozen=True, gc=False):
    """Precondition: the module is a compute shader with one entry point, a known size of the
    workgroup, and the built-in LocalInvocationIndex. `array` is an array type without layout, of at
    least as many 32-bit integers as there are invocations in a workgroup; pointer types of class
    Workgroup to it and its element exist. `value` and `operand` are of the element type, can be
    synonyms (relevant, defined, undecorated), and are available at `before`, which takes an
    insertion, in a function that does not promise to have no effects, and is never executed in the
    midst of itself. The scope is Device (where it needs no capability), Workgroup, or Invocation,
    which is never ordered. Relevant constants exist for scope, semantics and 0.
    Effect: declares a workgroup variable of this type. At `before`, the invocation stores `value`
    to the cell with its own index, changes it atomically by `opcode` and `operand`
    (compare-exchange: if it is `value`), and loads it again; store and load are atomic, too, unless
    `plain`.
    Facts: the result of the change equals `value`. The value that is loaded equals `operand` after
    an exchange, and `value` after an idempotent change by itself; after a sum or difference, the
    equation. None in a dead block.
    """

    variable: int
    index: int
    cell: int
    result: int
    loaded: int
    before: Place
    array: int
    opcode: int
    value: int
    operand: int
    scope: int
    ordered: bool
    plain: bool

    def is_applicable(self, module: Module) -> bool:
        if (
            not is_compute(module)
            or not self._has_own_cells(module)
            or not self._has_legal_scope(module)
        ):
            return False
        if not all_fresh(module, self.variable, self.index, self.cell, self.result, self.loaded):
            return False
        anchor = insertion_at(module, self.before, self.opcode)
        if anchor is None or anchor.block is None or not may_have_effects(anchor.block):
            return False
        if not is_executed_alone(module, anchor.block.function):
            return False
        return all(self._is_operand(module, each, anchor) for each in (self.value, self.operand))

    def _has_legal_scope(self, module: Module) -> bool:
        if self.scope not in SCOPES or (self.scope == Scope.INVOCATION and self.ordered):
            return False
        if self.scope == Scope.DEVICE and has_vulkan_memory_model(module):
            return False
        return all(find_uint(module, value) for value in (0, self.scope, self._semantics()))

    def _semantics(self) -> int:
        return ORDERED if self.ordered else MemorySemantics.RELAXED

    def _has_own_cells(self, module: Module) -> bool:
        """Say whether each invocation has a cell of its own."""
        shape, index = shape_of(module), built_in_variable(module, BuiltIn.LOCAL_INVOCATION_INDEX)
        array = module.definition(self.array)
        if (
            self.opcode not in CHANGES
            or shape is None
            or index is None
            or array is None
            or array.op != OpTypeArray
        ):
            return False
        element, length = array.ops
        if (
            not types.is_int(module, element)
            or types.width(module, element) != 32
            or has_layout(module, self.array)
        ):
            return False
        if (
            module.facts.is_declared_irrelevant(length)
            or types.constant_int(module, length) < shape[0] * shape[1] * shape[2]
        ):
            return False
        index_type = types.pointee(module, index.type_id)
        if not types.is_int(module, index_type) or types.width(module, index_type) != 32:
            return False
        return _shared_pointer(module, self.array) != 0 and _shared_pointer(module, element) != 0

    def _is_operand(self, module: Module, value_id: int, anchor: Instruction) -> bool:
        array = module.definition(self.array)
        if (
            array is None
            or module.type_of(value_id) != array.ops[0]
            or may_be_undefined(module, value_id)
        ):
            return False
        return can_be_operand(module, value_id) and available_before(module, value_id, anchor)

    def apply(self, module: Module) -> None:
        anchor = self.before.get(module)
        element = module.type_of(self.value)
        index = must_exist(built_in_variable(module, BuiltIn.LOCAL_INVOCATION_INDEX))
        shared = _shared_pointer(module, self.array)
        declare_global(module, self.variable, shared, StorageClass.WORKGROUP)
        chain = [self.variable, self.index]
        for made in (
            Instruction(
                OpLoad, types.pointee(module, index.type_id), self.index, [index.result_id]
            ),
            Instruction(OpAccessChain, _shared_pointer(module, element), self.cell, chain),
            self._store(module),
            self._change(module, element),
            self._load(module, element),
        ):
            module.insert_before(anchor, made)
        if not module.facts.is_irrelevant(module, self.result):
            self._add_facts(module, element)

    def _store(self, module: Module) -> Instruction:
        if self.plain:
            return Instruction(OpStore, 0, 0, [self.cell, self.value])
        return Instruction(
            OpAtomicStore,
            0,
            0,
            [self.cell, find_uint(module, self.scope), find_uint(module, 0), self.value],
        )

    def _change(self, module: Module, element: int) -> Instruction:
        ops = [self.cell, find_uint(module, self.scope), find_uint(module, self._semantics())]
        compares = self.opcode == OpAtomicCompareExchange
        ops += [find_uint(module, 0), self.operand, self.value] if compares else [self.operand]
        return Instruction(self.opcode, element, self.result, ops)

    def _load(self, module: Module, element: int) -> Instruction:
        if self.plain:
            return Instruction(OpLoad, element, self.loaded, [self.cell])
        ops = [self.cell, find_uint(module, self.scope), find_uint(module, 0)]
        return Instruction(OpAtomicLoad, element, self.loaded, ops)

    def _add_facts(self, module: Module, element: int) -> None:
        facts = module.facts
        facts.add_synonym(self.result, self.value)
        if self.opcode in EXCHANGES:
            facts.add_synonym(self.loaded, self.operand)
        elif self.opcode in SUMS:
            facts.add_equation(
                Equation(self.loaded, SUMS[self.opcode], (self.value, self.operand), element)
            )
        elif self.opcode in IDEMPOTENT and self.value == self.operand:
            facts.add_synonym(self.loaded, self.value)


def _shared_pointer(module: Module, type_id: int) -> int:
    return module.find(OpTypePointer, 0, StorageClass.WORKGROUP, type_id)
