"""Which values no implementation may choose: those that depend on nothing but integers, logic and exact floats.

Floating-point arithmetic may be rounded one way or another, fused, or approximated. What depends on such a result,
by data, through memory or by control flow, is unsteady; so is what depends on an OpUndef, on an atomic operation,
on an input that is interpolated, on a denormal or the sign of a zero. All else is the same on every implementation.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from . import opcodes as o
from . import types
from .enums import BuiltIn, Decoration, StorageClass
from .instruction import Block, Function, Instruction
from .module import Module
from .operands import decode_string
from .place import ACCESS_CHAINS, ATOMICS
from .steady_opcodes import EXACT, EXACT_EXTENDED, POINTER_EXTENDED

UNDEFINED_COMPONENT: Final = 0xFFFFFFFF
SHARED: Final = -1
"""The root that stands for all buffers that can be written: several variables may name the same one."""
STEADY_INPUTS: Final = frozenset(
    (
        BuiltIn.FRAG_COORD,
        BuiltIn.NUM_WORKGROUPS,
        BuiltIn.WORKGROUP_SIZE,
        BuiltIn.WORKGROUP_ID,
        BuiltIn.LOCAL_INVOCATION_ID,
        BuiltIn.GLOBAL_INVOCATION_ID,
        BuiltIn.LOCAL_INVOCATION_INDEX,
    )
)
EXPONENT: Final = 0x7F800000
MANTISSA: Final = 0x007FFFFF
_COMPOSITES: Final = frozenset((o.OpConstantComposite, o.OpSpecConstantComposite))
_STORES: Final = frozenset((o.OpStore, o.OpCopyMemory))
_KILLS: Final = frozenset((o.OpKill, o.OpTerminateInvocation))
_BRANCHES: Final = frozenset((o.OpBranchConditional, o.OpSwitch))


def steady_scalars(module: Module, doubtful: Collection[int] = ()) -> list[int]:
    """Return the ids of 32-bit integers and booleans that the entry point's functions compute, each time the same on
    every implementation, ascending. What lies in the variables `doubtful` is taken as unsteady.
    """
    if _has_relaxed_members(module) or not module.entry_points():
        return []
    found = _Steadiness(module, doubtful)
    return found.scalars() if found.settle() else []


def _has_relaxed_members(module: Module) -> bool:
    """Say whether precision is given in a way that is not looked at: for members or by groups."""
    relaxed = Decoration.RELAXED_PRECISION
    if any(found.ops[2] == relaxed for found in module.by_opcode(o.OpMemberDecorate)):
        return True
    return bool(module.by_opcode(o.OpGroupDecorate) or module.by_opcode(o.OpGroupMemberDecorate))


def _unsteady_constants(module: Module) -> set[int]:
    """Return undefs, denormals, what is computed when a module is specialised, and what is made of these."""
    found: set[int] = set()
    for each in module.globals:
        unsteady = each.op in (o.OpUndef, o.OpSpecConstantOp) or _is_denormal(module, each)
        if unsteady or (each.op in _COMPOSITES and not found.isdisjoint(each.ops)):
            found.add(each.result_id)
    return found


def _is_denormal(module: Module, found: Instruction) -> bool:
    if found.op not in (o.OpConstant, o.OpSpecConstant) or not types.is_float(module, found.type_id):
        return False
    return types.width(module, found.type_id) != 32 or (not found.ops[0] & EXPONENT and bool(found.ops[0] & MANTISSA))


class _Steadiness:
    """What is known to be unsteady so far: ids, memory by its root, blocks by their execution, results of calls."""

    def __init__(self, module: Module, doubtful: Collection[int]) -> None:
        self.module = module
        self.functions = self._reached(module.entry_points()[0].ops[1])
        self.entry = module.entry_points()[0].ops[1]
        self.ids: set[int] = _unsteady_constants(module)
        self.roots: set[int] = {root for root in map(self._own_root, doubtful) if root is not None}
        self.blocks: set[int] = set()
        self.results: set[int] = set()
        self.called: set[int] = set()
        self.same: dict[int, int] = {}
        self.changed = False
        self.lost = False
        for found in module.globals:
            if found.op == o.OpVariable and self._is_unsteady_variable(found):
                self.roots.add(self._find(self._own_root(found.result_id) or found.result_id))

    def _reached(self, entry_id: int) -> list[Function]:
        found: dict[int, Function] = {}
        waiting = [entry_id]
        while waiting:
            function = self.module.function(waiting.pop())
            if function is not None and function.id not in found:
                found[function.id] = function
                waiting.extend(self.module.calls(function.id))
        return list(found.values())

    def _is_unsteady_variable(self, variable: Instruction) -> bool:
        storage = variable.ops[0]
        if storage == StorageClass.UNIFORM_CONSTANT or self._is_relaxed(variable.result_id):
            return True
        if storage != StorageClass.INPUT:
            return len(variable.ops) > 1 and variable.ops[1] in self.ids
        marks = self.module.decorations(variable.result_id)
        return not any(mark.ops[1] == Decoration.BUILT_IN and mark.ops[2] in STEADY_INPUTS for mark in marks)

    def _is_relaxed(self, value_id: int) -> bool:
        return self.module.has_decoration(value_id, Decoration.RELAXED_PRECISION)

    # ---- the outcome

    def settle(self) -> bool:
        """Find all that is unsteady; false if it cannot be told."""
        while True:
            self.changed = False
            for function in self.functions:
                self._function(function)
            if self.lost or not self.changed:
                return not self.lost

    def scalars(self) -> list[int]:
        """Return what is left."""
        found = []
        for function in self.functions:
            for block in function.blocks:
                if block.id in self.blocks or not self.module.reachable(block):
                    continue
                found += [each.result_id for each in block.instructions if self._is_steady_scalar(each)]
        return sorted(found)

    def _is_steady_scalar(self, found: Instruction) -> bool:
        if not found.result_id or found.result_id in self.ids:
            return False
        if types.is_bool(self.module, found.type_id):
            return True
        return types.is_int(self.module, found.type_id) and types.width(self.module, found.type_id) == 32

    # ---- marks

    def _mark(self, known: set[int], value: int) -> None:
        if value not in known:
            known.add(value)
            self.changed = True

    def _find(self, root: int) -> int:
        while root in self.same:
            root = self.same[root]
        return root

    def _join(self, a: int, b: int) -> None:
        """Take the memory behind two roots as one."""
        a, b = self._find(a), self._find(b)
        if a != b:
            self.same[a] = b
            self.changed = True
            if a in self.roots:
                self.roots.add(b)

    def _own_root(self, variable_id: int) -> int | None:
        variable = self.module.definition(variable_id)
        if variable is None:
            return None
        if variable.op == o.OpVariable and variable.ops[0] == StorageClass.STORAGE_BUFFER:
            return SHARED
        block = self.module.pointee(variable.type_id)
        if variable.op == o.OpVariable and variable.ops[0] == StorageClass.UNIFORM:
            return SHARED if self.module.has_decoration(block, Decoration.BUFFER_BLOCK) else variable_id
        return variable_id if variable.op in (o.OpVariable, o.OpFunctionParameter) else None

    def _root(self, pointer_id: int) -> int | None:
        """Return the root of the memory that a pointer leads to; None if there may be several."""
        found = self.module.definition(pointer_id)
        while found is not None and (found.op in ACCESS_CHAINS or found.op == o.OpCopyObject):
            found = self.module.definition(found.ops[0])
        own = None if found is None else self._own_root(found.result_id)
        return None if own is None else self._find(own)

    # ---- blocks

    def _function(self, function: Function) -> None:
        blocks = [block for block in function.blocks if self.module.reachable(block)]
        for block in blocks:
            if function.id in self.called:
                self._mark(self.blocks, block.id)
            for found in block.instructions:
                self._instruction(block, found)
            terminator = block.terminator
            if terminator.op in _BRANCHES and terminator.ops[0] in self.ids:
                self._mark_controlled(block)
            if block.id in self.blocks and terminator.op in _KILLS and function.id != self.entry:
                self.lost = True

    def _mark_controlled(self, branch: Block) -> None:
        """Mark what is executed more or less often with the choice that a block makes."""
        seen: set[int] = set()
        waiting = self.module.successors(branch)
        while waiting:
            block = waiting.pop()
            if block.id in seen:
                continue
            seen.add(block.id)
            waiting.extend(self.module.successors(block))
            if not self.module.strictly_post_dominates(block, branch):
                self._mark(self.blocks, block.id)

    def _comes_unsteadily(self, label_id: int) -> bool:
        """Say whether it is unsteady that control leaves a block, or where to."""
        block = self.module.block(label_id)
        if block is None or label_id in self.blocks:
            return True
        return block.terminator.op in _BRANCHES and block.terminator.ops[0] in self.ids

    # ---- instructions

    def _instruction(self, block: Block, found: Instruction) -> None:
        if found.op in _STORES:
            self._store(block, found)
        elif found.op in ATOMICS:
            self._spoil(found.ops[0])
        elif found.op == o.OpFunctionCall:
            self._call(block, found)
        elif found.op == o.OpReturnValue:
            if found.ops[0] in self.ids or block.id in self.blocks:
                self._mark(self.results, block.function.id)
        elif found.op == o.OpExtInst and self._extended(found) in POINTER_EXTENDED:
            self._spoil(found.ops[-1])
        if found.result_id and found.result_id not in self.ids and self._is_unsteady(found):
            self._mark(self.ids, found.result_id)

    def _spoil(self, pointer_id: int) -> None:
        root = self._root(pointer_id)
        if root is None:
            self.lost = True
        else:
            self._mark(self.roots, root)

    def _store(self, block: Block, found: Instruction) -> None:
        pointer, value = found.ops[:2]
        unsteady = block.id in self.blocks or value in self.ids or pointer in self.ids
        if found.op == o.OpCopyMemory:
            root = self._root(value)
            unsteady = unsteady or root is None or root in self.roots
        if unsteady or self._root(pointer) is None:
            self._spoil(pointer)

    def _call(self, block: Block, found: Instruction) -> None:
        callee = self.module.function(found.ops[0])
        if callee is None:
            self.lost = True
            return
        if block.id in self.blocks:
            self._mark(self.called, callee.id)
        for argument, parameter in zip(found.ops[1:], callee.parameters, strict=False):
            if argument in self.ids:
                self._mark(self.ids, parameter.result_id)
            if self.module.pointee(parameter.type_id):
                root = self._root(argument)
                if root is None:
                    self.lost = True
                else:
                    self._join(parameter.result_id, root)

    # ---- results

    def _is_unsteady(self, found: Instruction) -> bool:
        op = found.op
        if self._is_relaxed(found.result_id):
            return True
        if op == o.OpPhi:
            return any(used in self.ids for used in found.ops[::2]) or any(map(self._comes_unsteadily, found.ops[1::2]))
        if op == o.OpFunctionCall:
            return found.ops[0] in self.results
        if op == o.OpVariable:
            return len(found.ops) > 1 and found.ops[1] in self.ids
        if op == o.OpVectorShuffle and UNDEFINED_COMPONENT in found.ops[2:]:
            return True
        if op == o.OpBitcast and self._bits_of_float(found):
            return True
        if op == o.OpExtInst:
            if self._extended(found) not in EXACT_EXTENDED:
                return True
        elif op not in EXACT and op not in ACCESS_CHAINS:
            return True
        if any(used in self.ids for used in self.module.operand_ids(found)):
            return True
        return op == o.OpLoad and self._loads_unsteadily(found)

    def _bits_of_float(self, found: Instruction) -> bool:
        """Say whether a bitcast reads or makes floats: denormals may be flushed, the sign of a zero lost."""
        kinds = (found.type_id, self.module.type_of(found.ops[0]))
        return any(types.is_float(self.module, types.component_type(self.module, kind) or kind) for kind in kinds)

    def _loads_unsteadily(self, found: Instruction) -> bool:
        root = self._root(found.ops[0])
        if root is None or root in self.roots:
            return True
        return root == self._find(SHARED) and not types.is_int(self.module, found.type_id)

    def _extended(self, found: Instruction) -> int:
        """Return the number of an instruction of GLSL.std.450; 0 for one of another set."""
        imported = self.module.definition(found.ops[0])
        known = imported is not None and decode_string(imported.ops) == "GLSL.std.450"
        return found.ops[1] if known else 0
