"""What the SPIR-V grammar says about each opcode, as lists indexed by opcode.

Everything comes from the generated `tables.py`, except the few sets that the grammar does not mark.
Operand positions count the words after result type and result id.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from . import opcodes
from .tables import BIT_KINDS, INSTRUCTIONS, PARAMETERS, SPECIAL

SIZE: Final = 8192

NAME: Final[list[str | None]] = [None] * SIZE
OPCODE: Final[dict[str, int]] = {}
HAS_TYPE: Final[list[bool]] = [False] * SIZE
HAS_RESULT: Final[list[bool]] = [False] * SIZE
ID_MASK: Final[list[int]] = [0] * SIZE
"""Bit i set: operand i is an id; a negative mask has an endless tail. Exact up to EXACT[op]
operand words.
"""
EXACT: Final[list[int]] = [1 << 16] * SIZE
LEAST_WORDS: Final[list[int]] = [1 << 17] * SIZE
"""Words of an instruction at least; more than there can be for unknown opcodes."""


def _fill() -> None:
    for op, name, has_type, has_result, least_operands, mask in INSTRUCTIONS:
        NAME[op] = name
        OPCODE[name] = op
        HAS_TYPE[op] = has_type
        HAS_RESULT[op] = has_result
        LEAST_WORDS[op] = 1 + has_type + has_result + least_operands
        ID_MASK[op] = mask
    for op, (exact, _, _) in SPECIAL.items():
        EXACT[op] = exact


_fill()

TYPES: Final = frozenset(
    op for op, name in enumerate(NAME) if HAS_RESULT[op] and name and name.startswith("OpType")
)
CONSTANTS: Final = frozenset(
    op
    for op, name in enumerate(NAME)
    if HAS_RESULT[op] and name and name.startswith(("OpConstant", "OpSpecConstant"))
)
BRANCHES: Final = frozenset((opcodes.OpBranch, opcodes.OpBranchConditional, opcodes.OpSwitch))
TERMINATORS: Final = BRANCHES | {
    opcodes.OpReturn,
    opcodes.OpReturnValue,
    opcodes.OpKill,
    opcodes.OpUnreachable,
    opcodes.OpTerminateInvocation,
    opcodes.OpIgnoreIntersectionKHR,
    opcodes.OpTerminateRayKHR,
    opcodes.OpEmitMeshTasksEXT,
}
COMMUTATIVE: Final = frozenset(
    (
        opcodes.OpPtrEqual,
        opcodes.OpPtrNotEqual,
        opcodes.OpIAdd,
        opcodes.OpFAdd,
        opcodes.OpIMul,
        opcodes.OpFMul,
        opcodes.OpDot,
        opcodes.OpIAddCarry,
        opcodes.OpUMulExtended,
        opcodes.OpSMulExtended,
        opcodes.OpBitwiseOr,
        opcodes.OpBitwiseXor,
        opcodes.OpBitwiseAnd,
        opcodes.OpOrdered,
        opcodes.OpUnordered,
        opcodes.OpLogicalEqual,
        opcodes.OpLogicalNotEqual,
        opcodes.OpLogicalOr,
        opcodes.OpLogicalAnd,
        opcodes.OpIEqual,
        opcodes.OpINotEqual,
        opcodes.OpFOrdEqual,
        opcodes.OpFUnordEqual,
        opcodes.OpFOrdNotEqual,
        opcodes.OpFUnordNotEqual,
    )
)
"""Opcodes whose operands 0 and 1 may change places."""


DERIVATIVES: Final = frozenset(range(opcodes.OpDPdx, opcodes.OpFwidthCoarse + 1))
HASHED: Final = TYPES | CONSTANTS | {opcodes.OpUndef}
"""Opcodes that `find` looks up when they stand outside of functions."""
DECORATIONS: Final = frozenset(
    (
        opcodes.OpDecorate,
        opcodes.OpDecorateId,
        opcodes.OpDecorateString,
        opcodes.OpMemberDecorate,
        opcodes.OpMemberDecorateString,
        opcodes.OpGroupDecorate,
        opcodes.OpGroupMemberDecorate,
    )
)
FIRST_ID_ONLY: Final = frozenset(
    (opcodes.OpDecorate, opcodes.OpMemberDecorate, opcodes.OpExecutionMode)
)
"""Special opcodes of which only operand 0 is an id, whatever follows."""

ALL_IDS: Final = 1 << 16


def _leading_ids(op: int) -> int:
    """Return n if exactly the first n operands are ids, ALL_IDS if all always are, -1 if ids and
    literals alternate.
    """
    mask = ID_MASK[op]
    if mask == -1:
        return ALL_IDS if EXACT[op] >= ALL_IDS else ALL_IDS - 1
    return mask.bit_length() if mask & (mask + 1) == 0 else -1


LEADING_IDS: Final[list[int]] = [_leading_ids(op) for op in range(SIZE)]
"""The first operands that are ids, by opcode: how many, `ALL_IDS` or -1."""


def may_be_label(op: int, k: int) -> bool:
    """Say whether operand `k` of a terminator or merge instruction may name a block."""
    if op == opcodes.OpBranchConditional or op == opcodes.OpSwitch:
        return k > 0
    return op == opcodes.OpBranch or op == opcodes.OpSelectionMerge or op == opcodes.OpLoopMerge


def id_positions(op: int, ops: list[int], literal_words: int = 1) -> list[int]:
    """Return the positions in `ops` of the operands that are ids.

    `literal_words` is the width of an OpSwitch selector in words. The operands of OpExtInst are
    taken as ids, which holds for all sets but the old debug information ones.
    """
    if len(ops) <= EXACT[op]:
        return list(_positions(ID_MASK[op] & ((1 << len(ops)) - 1)))
    if op == opcodes.OpSpecConstantOp:
        inner = ops[0]
        return [i + 1 for i in id_positions(inner, ops[1:])] if inner < SIZE else []
    return _Walk(ops, literal_words).run(op)


@lru_cache(maxsize=4096)
def _positions(mask: int) -> tuple[int, ...]:
    return tuple(i for i in range(mask.bit_length()) if (mask >> i) & 1)


def string_words(ops: list[int], start: int) -> int:
    """Return the number of words of the string that starts at `start`."""
    for end in range(start, len(ops)):
        if ops[end] >> 24 == 0:
            return end - start + 1
    return len(ops) - start


class _Walk:
    """Walks the operands of one instruction by their kinds and collects the ids."""

    __slots__ = ("found", "literal_words", "ops", "position")

    def __init__(self, ops: list[int], literal_words: int) -> None:
        self.ops = ops
        self.literal_words = literal_words
        self.position = 0
        self.found: list[int] = []

    def run(self, op: int) -> list[int]:
        _, head, tail = SPECIAL[op]
        for kind in head:
            self.operand(kind)
        while tail and self.position < len(self.ops):
            for kind in tail:
                self.operand(kind)
        return self.found

    def operand(self, kind: str) -> None:
        if self.position >= len(self.ops):
            return
        if kind == "LiteralString":
            self.position += string_words(self.ops, self.position)
            return
        if kind == "LiteralContextDependentNumber":
            self.position += self.literal_words
            return
        if kind.startswith("Id"):
            self.found.append(self.position)
        word = self.ops[self.position]
        self.position += 1
        for parameter in enumerant_parameters(kind, word):
            self.operand(parameter)


def enumerant_parameters(kind: str, word: int) -> list[str]:
    """Return the kinds of the operands that the enumerants in `word` bring with them."""
    rows = PARAMETERS.get(kind)
    if rows is None:
        return []
    if kind in BIT_KINDS:
        return [parameter for value, parameters in rows if value & word for parameter in parameters]
    return [parameter for value, parameters in rows if value == word for parameter in parameters]
