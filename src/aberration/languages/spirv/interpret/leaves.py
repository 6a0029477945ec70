"""Types flattened to scalar leaves, and constants as tuples of them.

A value of any type is its leaves in order: matrices column by column, arrays and structs part by
part. Integers are unsigned whatever their type says (0 .. 2**width - 1), floats are Python floats
that the width can hold exactly, booleans are Python booleans. A leaf that was never written is
None.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from aberration.core.rng import Rng
from aberration.core.sizes import size_fault
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.floats import FLOAT_WIDTHS, float_of_bits
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

from .operations import evaluate
from .undefined import Refused, refuse

Cell = bool | int | float | None
LeafKind = Literal["bool", "int", "float"]


class Leaf(msgspec.Struct, frozen=True):
    """A scalar type."""

    kind: LeafKind
    width: int
    signed: bool = False


BOOL: Final = Leaf("bool", 1)
_FLAT: Final = frozenset(
    (
        opcodes.OpTypeBool,
        opcodes.OpTypeInt,
        opcodes.OpTypeFloat,
        opcodes.OpTypeVector,
        opcodes.OpTypeMatrix,
    )
)

HANDLES: Final = (opcodes.OpTypeImage, opcodes.OpTypeSampler, opcodes.OpTypeSampledImage)
"""Types of what stands for a texture, or for how it is sampled."""


class Leaves:
    """Answers about the types and constants of one module; `seed` decides what undefs give."""

    def __init__(self, module: Module, rng_seed: int = 0) -> None:
        self.module = module
        self.rng_seed = rng_seed
        self._types: dict[int, tuple[Leaf, ...]] = {}
        self._constants: dict[int, tuple[Cell, ...]] = {}

    # ---- types

    def type(self, type_id: int) -> Instruction:
        """Return the declaration of a type."""
        found = self.module.definition(type_id)
        if found is None:
            raise Refused(f"type %{type_id}, which is not declared")
        return found

    def of(self, type_id: int) -> tuple[Leaf, ...]:
        """Return the leaves of a type; a runtime array at the end of a struct counts as nothing."""
        known = self._types.get(type_id)
        if known is None:
            known = self._types[type_id] = self._flatten(self.type(type_id))
        return known

    def _flatten(self, found: Instruction) -> tuple[Leaf, ...]:
        op, ops = found.op, found.ops
        if op == opcodes.OpTypeBool:
            return (BOOL,)
        if op == opcodes.OpTypeInt:
            return (Leaf("int", ops[0], ops[1] == 1),)
        if op == opcodes.OpTypeFloat and len(ops) == 1 and ops[0] in FLOAT_WIDTHS:
            return (Leaf("float", ops[0]),)
        if op in (opcodes.OpTypeVector, opcodes.OpTypeMatrix):
            return self.of(ops[0]) * ops[1]
        if op == opcodes.OpTypeArray:
            return self._repeat(self.of(ops[0]), self.length(found.result_id))
        if op == opcodes.OpTypeStruct:
            return tuple(leaf for part in ops for leaf in self.of(part))
        # Which texture an image or sampler is, is known before anything runs: it has no value.
        # A runtime array is only ever a block's last member: the leaves of the block go on by its
        # layout.
        if op in (opcodes.OpTypeRuntimeArray, opcodes.OpTypeVoid, *HANDLES):
            return ()
        raise refuse(type_name(found), found)

    def _repeat(self, leaves: tuple[Leaf, ...], length: int) -> tuple[Leaf, ...]:
        fault = size_fault(len(leaves) * length)
        if fault:
            raise Refused(fault)
        return leaves * length

    def count(self, type_id: int) -> int:
        """Return the number of leaves."""
        return len(self.of(type_id))

    def length(self, type_id: int) -> int:
        """Return the number of parts of a composite; 0 for a runtime array."""
        found = self.type(type_id)
        if found.op == opcodes.OpTypeArray:
            length = self.constant(found.ops[1])[0]
            return length if isinstance(length, int) else 0
        if found.op == opcodes.OpTypeStruct:
            return len(found.ops)
        return found.ops[1] if found.op in (opcodes.OpTypeVector, opcodes.OpTypeMatrix) else 0

    def part(self, type_id: int, index: int) -> tuple[int, int]:
        """Return the offset in leaves and the type of part `index` of a composite."""
        found = self.type(type_id)
        if found.op == opcodes.OpTypeStruct:
            return sum(self.count(part) for part in found.ops[:index]), found.ops[index]
        return index * self.count(found.ops[0]), found.ops[0]

    def part_type(self, type_id: int) -> int:
        """Return the type of all parts of a vector, matrix or array."""
        return self.type(type_id).ops[0]

    def walk(self, type_id: int, path: list[int]) -> tuple[int, int]:
        """Return the offset in leaves and the type that literal indices reach."""
        offset = 0
        for index in path:
            step, type_id = self.part(type_id, index)
            offset += step
        return offset, type_id

    def is_flat(self, type_id: int) -> bool:
        """Say whether the engines keep a value of the type as one local for each leaf: no
        array, no struct.
        """
        return self.type(type_id).op in _FLAT

    # ---- constants

    def is_constant(self, value_id: int) -> bool:
        """Say whether `constant` knows the id: declared outside of functions, or an OpUndef."""
        found = self.module.definition(value_id)
        return found is not None and (
            found.op == opcodes.OpUndef or (found.op in _CONSTANTS and found.block is None)
        )

    def constant(self, value_id: int) -> tuple[Cell, ...]:
        """Return the leaves of a constant (spec constants by default) or of an undef
        (arbitrary, by the seed).
        """
        known = self._constants.get(value_id)
        if known is None:
            found = self.module.definition(value_id)
            if found is None:
                raise Refused(f"constant %{value_id}, which is not declared")
            known = self._constants[value_id] = self._evaluate(found)
        return known

    def _evaluate(self, found: Instruction) -> tuple[Cell, ...]:
        op = found.op
        if op in (opcodes.OpConstantTrue, opcodes.OpSpecConstantTrue):
            return (True,)
        if op in (opcodes.OpConstantFalse, opcodes.OpSpecConstantFalse):
            return (False,)
        leaves = self.of(found.type_id)
        if op in (opcodes.OpConstant, opcodes.OpSpecConstant):
            return (cell_of_words(leaves[0], found.ops),)
        if op in (opcodes.OpConstantComposite, opcodes.OpSpecConstantComposite):
            return tuple(cell for part in found.ops for cell in self.constant(part))
        if op == opcodes.OpConstantNull:
            return tuple(null_cell(leaf) for leaf in leaves)
        if op == opcodes.OpUndef:
            rng = Rng.of(self.rng_seed, "undef", found.result_id)
            return tuple(arbitrary_cell(leaf, rng) for leaf in leaves)
        if op == opcodes.OpSpecConstantOp:
            return self._operate(found, leaves)
        raise refuse("a constant of this kind", found)

    def _operate(self, found: Instruction, leaves: tuple[Leaf, ...]) -> tuple[Cell, ...]:
        inner, ops = found.ops[0], found.ops[1:]
        if inner == opcodes.OpCompositeExtract:
            offset, part = self.walk(self.module.type_of(ops[0]), ops[1:])
            return self.constant(ops[0])[offset : offset + self.count(part)]
        if inner == opcodes.OpCompositeInsert:
            offset, part = self.walk(found.type_id, ops[2:])
            whole = self.constant(ops[1])
            return whole[:offset] + self.constant(ops[0]) + whole[offset + self.count(part) :]
        if inner == opcodes.OpVectorShuffle:
            both = self.constant(ops[0]) + self.constant(ops[1])
            # 0xFFFFFFFF stands for a component that may be anything: the last one is as good as
            # any.
            return tuple(both[min(index, len(both) - 1)] for index in ops[2:])
        operands = [self.constant(value_id) for value_id in ops]
        kinds = [self.of(self.module.type_of(value_id))[0] for value_id in ops]
        # Component by component; an operand that is a scalar (the condition of a select) serves
        # all.
        rows = [tuple(cells[k % len(cells)] for cells in operands) for k in range(len(leaves))]
        return tuple(
            evaluate(inner, leaves[0].width, [kind.width for kind in kinds], row) for row in rows
        )


_CONSTANTS: Final = frozenset(
    (
        opcodes.OpConstantTrue,
        opcodes.OpConstantFalse,
        opcodes.OpConstant,
        opcodes.OpConstantComposite,
        opcodes.OpConstantNull,
        opcodes.OpSpecConstantTrue,
        opcodes.OpSpecConstantFalse,
        opcodes.OpSpecConstant,
        opcodes.OpSpecConstantComposite,
        opcodes.OpSpecConstantOp,
    )
)


def cell_of_words(leaf: Leaf, words: list[int]) -> Cell:
    """Return the value of a literal."""
    # Literals take whole words, the low one first (SPIR-V 2.2.1); a narrow one is sign-extended,
    # which the mask takes away again.
    bits = words[0] if leaf.width <= 32 else words[0] | words[1] << 32
    return cell_of_bits(leaf, bits & ((1 << leaf.width) - 1))


def cell_of_bits(leaf: Leaf, bits: int) -> Cell:
    """Return the value that has these bits."""
    if leaf.kind == "float":
        return float_of_bits(bits, leaf.width)
    return bool(bits) if leaf.kind == "bool" else bits


def null_cell(leaf: Leaf) -> Cell:
    """Return zero or false."""
    if leaf.kind == "float":
        return 0.0
    return False if leaf.kind == "bool" else 0


def arbitrary_cell(leaf: Leaf, rng: Rng) -> Cell:
    """Return some value; floats are of middling size, so that nothing overflows by chance."""
    if leaf.kind == "float":
        # Eighths: exact in 16 bits too.
        return (rng.below(1 << 11) - (1 << 10)) / 8.0
    if leaf.kind == "bool":
        return rng.chance(0.5)
    return (rng.bits() << 32 | rng.bits()) & ((1 << leaf.width) - 1)


def type_name(found: Instruction) -> str:
    """Return what to call a type that is refused."""
    return {
        opcodes.OpTypeImage: "images",
        opcodes.OpTypeSampler: "samplers",
        opcodes.OpTypeSampledImage: "sampled images",
        opcodes.OpTypePointer: "pointers as values",
        opcodes.OpTypeFloat: "a float of this format",
    }.get(found.op, f"a type of opcode {found.op}")
