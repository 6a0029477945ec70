"""Operations of subgroups: what each gives whichever invocations form a subgroup, and where that
is not known.

How large a subgroup is, which invocations of a workgroup or a draw are in it, and which of these
are active after a branch is the implementation's choice (Vulkan 1.3, 9.25, Scope; SPIR-V
specification, 3.49.24, Non-Uniform Instructions). An operation is looked at as one on any set of
invocations that execute it and that the invocation itself is one of. Its result is known if the
operand is the invocation's own in any case, or if all invocations that may be in the set give the
same value and the operation keeps that (`Rule`).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal

import msgspec

from aberration.core.inputs import Inputs
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import BuiltIn, GroupOperation, Scope, StorageClass
from aberration.languages.spirv.instruction import Instruction

from .analysis import Analysis
from .interface import Interface
from .leaves import Leaves
from .subgroup_inputs import SUBGROUP_BUILT_INS
from .undefined import Refused, refuse

Known = Literal["always", "alike", "never"]
Answer = Literal["operand", "true", "identity", "ballot", "bit", "count", "zero"]
ARITHMETIC: Final[MappingProxyType[int, tuple[int, tuple[int, ...] | None]]] = MappingProxyType(
    {
        o.OpGroupNonUniformIAdd: (0, (0,)),
        o.OpGroupNonUniformIMul: (1, (0, 1)),
        o.OpGroupNonUniformSMin: (-1, None),
        o.OpGroupNonUniformUMin: (-2, None),
        o.OpGroupNonUniformSMax: (-3, None),
        o.OpGroupNonUniformUMax: (0, None),
        o.OpGroupNonUniformBitwiseAnd: (-2, None),
        o.OpGroupNonUniformBitwiseOr: (0, None),
        o.OpGroupNonUniformBitwiseXor: (0, (0,)),
        o.OpGroupNonUniformLogicalAnd: (1, None),
        o.OpGroupNonUniformLogicalOr: (0, None),
        o.OpGroupNonUniformLogicalXor: (0, (0,)),
    }
)
"""Of an operation on integers or booleans its identity (-1 the largest integer with a sign, -2 all
bits, -3 the least with a sign), and the values that it keeps, however many it takes; None for all.
"""
_FLOATS: Final = frozenset(
    (
        o.OpGroupNonUniformFAdd,
        o.OpGroupNonUniformFMul,
        o.OpGroupNonUniformFMin,
        o.OpGroupNonUniformFMax,
    )
)
_KEEPING_FLOATS: Final = frozenset((o.OpGroupNonUniformFMin, o.OpGroupNonUniformFMax))
_VOTES: Final = frozenset((o.OpGroupNonUniformAll, o.OpGroupNonUniformAny))
_SHIFTED: Final = frozenset(
    (o.OpGroupNonUniformShuffleXor, o.OpGroupNonUniformShuffleUp, o.OpGroupNonUniformShuffleDown)
)
_CHOSEN: Final = frozenset((o.OpGroupNonUniformBroadcast, o.OpGroupNonUniformQuadBroadcast))
_QUADS: Final = frozenset((o.OpGroupNonUniformQuadBroadcast, o.OpGroupNonUniformQuadSwap))
_LOWEST: Final = frozenset((o.OpGroupNonUniformBallotFindLSB, o.OpGroupNonUniformBallotFindMSB))
_PARTING: Final = (o.OpFunctionCall, o.OpDemoteToHelperInvocation)
OPERATIONS: Final = frozenset(
    (
        *ARITHMETIC,
        *_FLOATS,
        *_VOTES,
        *_SHIFTED,
        *_CHOSEN,
        *_QUADS,
        *_LOWEST,
        o.OpGroupNonUniformElect,
        o.OpGroupNonUniformAllEqual,
        o.OpGroupNonUniformBroadcastFirst,
        o.OpGroupNonUniformBallot,
        o.OpGroupNonUniformInverseBallot,
        o.OpGroupNonUniformBallotBitExtract,
        o.OpGroupNonUniformBallotBitCount,
        o.OpGroupNonUniformShuffle,
    )
)
"""What is known here of the group operations."""


class Rule(msgspec.Struct, frozen=True):
    """What an operation gives. `answer` is the result in a subgroup of one invocation, made of
    `value`, an id (0 for none); it is the result of all others `always`, where the operand is
    `alike` in all invocations and one of `kept` (None: whatever it is), or `never` for sure.
    `identity` is that of an exclusive scan. `exact`: floats that rounding leaves open are not
    alike.
    """

    known: Known
    answer: Answer
    value: int = 0
    kept: tuple[int, ...] | None = None
    identity: int = 0
    exact: bool = False


class Subgroups:
    """The operations of a module with its inputs, for what `analysis` reaches."""

    def __init__(
        self, leaves: Leaves, analysis: Analysis, interface: Interface, inputs: Inputs
    ) -> None:
        self._leaves: Final = leaves
        self._module: Final = leaves.module
        self._interface: Final = interface
        size = interface.local_size
        self._alone: Final = interface.stage == "compute" and size == (1, 1, 1)
        self._whole: Final = interface.stage == "compute" or draws_whole_quads(inputs)
        self.operations: Final = tuple(
            found
            for function in analysis.functions
            for block in analysis.blocks[function.id]
            for found in block.instructions
            if found.op in OPERATIONS
        )
        self._refuse_derivatives(analysis)
        self._rules: Final = {found.result_id: self._rule(found) for found in self.operations}

    def _refuse_derivatives(self, analysis: Analysis) -> None:
        # A helper invocation need not be active in a group operation, and what one gives to it then
        # nobody knows; its neighbours would derive it.
        takes = self._interface.entry_id in analysis.pausing
        if self.operations and takes and self._interface.stage == "fragment":
            raise Refused("derivatives beside operations of subgroups")

    def rule(self, found: Instruction) -> Rule:
        """Return the rule of one of `operations`."""
        return self._rules[found.result_id]

    def open_ids(self) -> frozenset[int]:
        """Return the results that are never known, and the built-in variables that tell of the
        grouping.
        """
        variables = (
            variable.id
            for variable in self._interface.of_storage(StorageClass.INPUT)
            if variable.built_in in SUBGROUP_BUILT_INS
        )
        results = (key for key, rule in self._rules.items() if rule.known == "never")
        return frozenset((*variables, *results))

    def alike_ids(self) -> frozenset[int]:
        """Return the results that are known where their operands are alike."""
        return frozenset(key for key, rule in self._rules.items() if rule.known == "alike")

    # ---- rules

    def _rule(self, found: Instruction) -> Rule:
        """Return the rule of an operation; raise `Refused` for what may be undefined."""
        op, ops = found.op, found.ops
        if self._interface.stage == "vertex":
            raise refuse("a group operation in a vertex shader", found)
        if not self._is_constant(ops[0], Scope.SUBGROUP):
            raise refuse("a group operation of another scope than that of subgroups", found)
        if op in ARITHMETIC or op in _FLOATS:
            return self._arithmetic(found)
        if op == o.OpGroupNonUniformElect:
            return Rule("always" if self._alone else "never", "true")
        if op in _VOTES or op == o.OpGroupNonUniformBroadcastFirst:
            return self._alike("operand", ops[1])
        if op == o.OpGroupNonUniformAllEqual:
            return self._alike("true", ops[1], exact=True)
        if op in _SHIFTED:
            known: Known = "always" if self._is_constant(ops[2], 0) else "never"
            return Rule(known, "operand", ops[1])
        if op == o.OpGroupNonUniformShuffle:
            known = "always" if self._is_own_number(ops[2]) else "never"
            return Rule(known, "operand", ops[1])
        if op in _CHOSEN or op in _QUADS:
            return self._rule_of_choice(found)
        return self._ballot(found)

    def _alike(
        self,
        answer: Answer,
        value: int,
        kept: tuple[int, ...] | None = None,
        identity: int = 0,
        exact: bool = False,
    ) -> Rule:
        known: Known = "alike" if self._whole else "never"
        return Rule(known, answer, value, kept, identity, exact)

    def _arithmetic(self, found: Instruction) -> Rule:
        operation, value = found.ops[1], found.ops[2]
        if operation == GroupOperation.CLUSTERED_REDUCE:
            if not self._is_constant(found.ops[3], 1):
                # Undefined where subgroups are smaller, and nobody tells how small they are.
                raise refuse("a cluster of more than one invocation", found)
            # What is added to an identity may lose the sign of a zero.
            is_sum = found.op == o.OpGroupNonUniformFAdd
            return Rule("never" if is_sum else "always", "operand", value)
        if operation > GroupOperation.CLUSTERED_REDUCE:
            raise refuse(f"the group operation {operation}", found)
        is_exclusive = operation == GroupOperation.EXCLUSIVE_SCAN
        if found.op in _FLOATS:
            if is_exclusive:
                raise refuse("an exclusive scan of floats", found)
            # The sign of a sum of zeros, and of what order it is added up, is open.
            keeps = found.op in _KEEPING_FLOATS
            return self._alike("operand", value) if keeps else Rule("never", "operand", value)
        identity, kept = ARITHMETIC[found.op]
        identity = self._pattern(found, identity)
        if is_exclusive:
            answer: Answer = "identity"
            if self._alone:
                return Rule("always", answer, value, None, identity)
            return self._alike(answer, value, (identity,), identity)
        if self._alone:
            return Rule("always", "operand", value)
        return self._alike("operand", value, kept)

    def _pattern(self, found: Instruction, identity: int) -> int:
        """Return an identity as the pattern of its type."""
        width = self._leaves.of(found.type_id)[0].width
        everything = (1 << width) - 1
        patterns = {-1: everything >> 1, -2: everything, -3: everything - (everything >> 1)}
        return patterns.get(identity, identity)

    def _rule_of_choice(self, found: Instruction) -> Rule:
        chosen = found.ops[2]
        # Undefined unless it is the same in all of the subgroup. The value of an invocation that is
        # not active is undefined, and which ones are is not known.
        if not self._leaves.is_constant(chosen):
            raise refuse("an invocation of a subgroup that no constant says", found)
        return Rule("never", "operand", found.ops[1])

    def _ballot(self, found: Instruction) -> Rule:
        op, ops = found.op, found.ops
        if op == o.OpGroupNonUniformBallot:
            # Nobody's bit is set, or somebody's, and nobody knows at which place it lies.
            return self._alike("ballot", ops[1], (0,))
        if op == o.OpGroupNonUniformInverseBallot:
            return self._inverse_ballot(found)
        if op == o.OpGroupNonUniformBallotBitCount:
            if ops[1] > GroupOperation.EXCLUSIVE_SCAN:
                raise refuse(f"the group operation {ops[1]}", found)
            is_exclusive = ops[1] == GroupOperation.EXCLUSIVE_SCAN
            return self._alike("zero" if is_exclusive else "count", ops[2], (0,))
        if op == o.OpGroupNonUniformBallotBitExtract:
            return Rule("never", "bit", ops[1])
        return Rule("never", "zero", ops[1])

    def _inverse_ballot(self, found: Instruction) -> Rule:
        ballot = self._module.definition(found.ops[1])
        # Undefined unless it is the same in all invocations that come along: those that took part
        # in the ballot surely are, if nothing between could part them.
        if ballot is None or not self._stand_together(ballot, found):
            raise refuse("an inverse ballot that does not follow its ballot in one block", found)
        return Rule("always", "operand", ballot.ops[1])

    def _stand_together(self, ballot: Instruction, found: Instruction) -> bool:
        if ballot.op != o.OpGroupNonUniformBallot or ballot.block is not found.block:
            return False
        assert found.block is not None
        first, last = self._module.position(ballot), self._module.position(found)
        between = found.block.instructions[first:last]
        return first < last and not any(one.op in _PARTING for one in between)

    def _is_constant(self, value_id: int, value: int) -> bool:
        return self._leaves.is_constant(value_id) and self._leaves.constant(value_id) == (value,)

    def _is_own_number(self, value_id: int) -> bool:
        """Say whether a value is the number of the invocation in its subgroup, as it is loaded."""
        load = self._module.definition(value_id)
        if load is None or load.op != o.OpLoad:
            return False
        variable = self._interface.variables.get(load.ops[0])
        return variable is not None and variable.built_in == BuiltIn.SUBGROUP_LOCAL_INVOCATION_ID


def draws_whole_quads(inputs: Inputs) -> bool:
    """Say whether no quad of a draw reaches out of it: the invocations are those of its pixels."""
    sides = [inputs.width, inputs.height]
    for tile in inputs.tiles:
        sides += [tile.x, tile.y, tile.width, tile.height]
    return not any(side & 1 for side in sides)


def refuse_quads_of_pixels(operations: tuple[Instruction, ...], stage: str) -> None:
    """Raise `Refused` for an operation on a quad of pixels: it tells what a neighbour has, and no
    invocation is looked at alone then.
    """
    for found in operations:
        if stage == "fragment" and found.op in _QUADS:
            raise refuse("an operation on a quad of pixels", found)


def is_of_subgroup(leaves: Leaves, barrier: Instruction) -> bool:
    """Say whether the first operand of a barrier is the scope of subgroups: nobody else waits for
    it, or has its memory ordered.
    """
    return leaves.constant(barrier.ops[0]) == (Scope.SUBGROUP,)


def refuse_subgroup_barrier(leaves: Leaves, barrier: Instruction) -> None:
    """Raise `Refused` for a barrier at which a subgroup waits."""
    if is_of_subgroup(leaves, barrier):
        raise refuse("a barrier of subgroups", barrier)
