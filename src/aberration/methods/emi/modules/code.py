"""Instructions under way: expressions become arithmetic, values take the type of a variable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

from ..shading.expressions import Apply, Kind, Number, Tree, kind_of

_SAME: Final = {
    "+": o.OpIAdd,
    "-": o.OpISub,
    "*": o.OpIMul,
    "&": o.OpBitwiseAnd,
    "|": o.OpBitwiseOr,
    "^": o.OpBitwiseXor,
    "<<": o.OpShiftLeftLogical,
    "==": o.OpIEqual,
    "!=": o.OpINotEqual,
}
_BINARY: Final[Mapping[Kind, Mapping[str, int]]] = {
    "int": {
        **_SAME,
        # Both operands are positive wherever there is a remainder.
        "/": o.OpSDiv,
        "%": o.OpSRem,
        ">>": o.OpShiftRightArithmetic,
        "<": o.OpSLessThan,
        "<=": o.OpSLessThanEqual,
        ">": o.OpSGreaterThan,
        ">=": o.OpSGreaterThanEqual,
    },
    "uint": {
        **_SAME,
        "/": o.OpUDiv,
        "%": o.OpUMod,
        ">>": o.OpShiftRightLogical,
        "<": o.OpULessThan,
        "<=": o.OpULessThanEqual,
        ">": o.OpUGreaterThan,
        ">=": o.OpUGreaterThanEqual,
    },
    "bool": {
        "&&": o.OpLogicalAnd,
        "||": o.OpLogicalOr,
        "==": o.OpLogicalEqual,
        "!=": o.OpLogicalNotEqual,
    },
}
_UNARY: Final = {"-": o.OpSNegate, "~": o.OpNot, "!": o.OpLogicalNot}


class Supply(Protocol):
    """Where code gets its ids, types and constants from."""

    @property
    def module(self) -> Module:
        """Return the module that is edited."""

    def fresh(self) -> int:
        """Return a new id."""

    def type_of(self, kind: Kind) -> int:
        """Return the type of a kind."""

    def number(self, value: int, kind: Kind) -> int:
        """Return a constant."""


class Code:
    """A list of instructions that grows. `names` are the ids of the places that it reads."""

    def __init__(self, supply: Supply, names: Callable[[str], int]) -> None:
        self._supply: Final = supply
        self._names: Final = names
        self.instructions: Final[list[Instruction]] = []

    def put(self, op: int, type_id: int, *ops: int) -> int:
        """Add an instruction with a result; return its id."""
        result = self._supply.fresh()
        self.instructions.append(Instruction(op, type_id, result, list(ops)))
        return result

    def load(self, pointer: int) -> int:
        """Return what a pointer leads to."""
        return self.put(o.OpLoad, types.pointee_of(self._supply.module, pointer), pointer)

    def store(self, pointer: int, value: int) -> None:
        """Add a store."""
        self.instructions.append(Instruction(o.OpStore, 0, 0, [pointer, value]))

    def value(self, tree: Tree) -> int:
        """Return the value of an expression."""
        if isinstance(tree, Number):
            return self._supply.number(tree.value, tree.kind)
        if not isinstance(tree, Apply):
            return self._names(tree.place)
        operands = [self.value(one) for one in tree.operands]
        kind, result = kind_of(tree.operands[0]), self._supply.type_of(kind_of(tree))
        if len(operands) == 2:
            return self.put(_BINARY[kind][tree.op], result, *operands)
        return self.put(_UNARY.get(tree.op, o.OpBitcast), result, *operands)

    def store_tree(self, pointer: int, tree: Tree) -> None:
        """Store an expression in the type of what the pointer leads to."""
        type_id = types.pointee_of(self._supply.module, pointer)
        self.store(pointer, self.as_type(self.value(tree), kind_of(tree), type_id))

    def as_type(self, value: int, kind: Kind, type_id: int) -> int:
        """Return a number or boolean as a value of a scalar or vector type."""
        module = self._supply.module
        if types.is_vector(module, type_id):
            part = self.as_type(value, kind, types.component_type(module, type_id))
            count = types.component_count(module, type_id)
            return self.put(o.OpCompositeConstruct, type_id, *[part] * count)
        if types.is_bool(module, type_id):
            if kind == "bool":
                return value
            return self.put(o.OpINotEqual, type_id, value, self._supply.number(0, kind))
        if kind == "bool":
            ends = [self._supply.number(number, "int") for number in (1, 0)]
            value, kind = self.put(o.OpSelect, self._supply.type_of("int"), value, *ends), "int"
        if types.is_float(module, type_id):
            return self.put(o.OpConvertSToF if kind == "int" else o.OpConvertUToF, type_id, value)
        if self._supply.type_of(kind) == type_id:
            return value
        return self.put(o.OpBitcast, type_id, value)


def has_plain_type(module: Module, type_id: int) -> bool:
    """Say whether `as_type` gives values of a type: scalars of 32 bits, booleans, vectors of
    them.
    """
    scalar = types.scalar_of(module, type_id)
    if types.is_bool(module, scalar):
        return True
    return types.is_numeric_scalar(module, scalar) and types.width(module, scalar) == 32
