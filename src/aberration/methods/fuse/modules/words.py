"""The loop of a fused module that combines words of both parts' buffers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.errors import InternalError
from aberration.languages.shading.tree import (
    Assign,
    Binary,
    Block,
    Expression,
    If,
    Index,
    Literal,
    Name,
    Statement,
)
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import (
    BuiltIn,
    Decoration,
    MemorySemantics,
    Scope,
    StorageClass,
)
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate
from aberration.languages.spirv.types import pointee

from ..relations.relation import Relation
from ..wrapper import CELLS
from .expressions import statements, unknown
from .writing import Writer, declare_variable, name_id, name_member

_ARITHMETIC: Final[Mapping[str, int]] = MappingProxyType(
    {"+": o.OpIAdd, "-": o.OpISub, "*": o.OpIMul, "^": o.OpBitwiseXor}
)
_COMPARISONS: Final[Mapping[str, int]] = MappingProxyType({">": o.OpUGreaterThan})
_TURN: Final = "k"
_STRIDE: Final = 4


class LinkedCells(msgspec.Struct, frozen=True):
    """An array of integers in the linked module: a member of the block that a variable of this
    storage class points to, and the type of its elements.
    """

    variable: int
    storage: int
    member: int
    element: int


class Combined(msgspec.Struct, frozen=True):
    """What is combined: so many cells of both parts, by so many invocations, in a buffer at a
    `binding` of set 0; `old` where that is one as modules before 1.3 declare it.
    """

    parts: tuple[LinkedCells, LinkedCells]
    count: int
    invocations: int
    binding: int
    old: bool


def combine_words(writer: Writer, relation: Relation, combined: Combined) -> None:
    """Write the loop. Several invocations wait until all have written their cells, and combine some
    each; the first one does all where the relation takes them in order.
    """
    _Loop(writer, relation, combined).write()


class _Loop:
    """Writes the loop, all of whose numbers are unsigned."""

    def __init__(self, writer: Writer, relation: Relation, combined: Combined) -> None:
        self._writer = writer
        self._relation = relation
        self._combined = combined
        self._word = writer.word
        self._cells = self._buffer()
        self._turn = writer.variable(self._word)
        self._values: dict[str, int] = {}

    def write(self) -> None:
        writer, many = self._writer, self._combined.invocations > 1
        begin, step = self._number(0), 1
        if many:
            self._wait()
            begin, step = invocation_index(writer), self._combined.invocations
        if many and self._relation.in_order:
            count = self._number(self._combined.count)
            begin, step = writer.give(o.OpIMul, self._word, begin, count), 1
        writer.put(o.OpStore, self._turn, begin)
        writer.loop(self._goes_on, self._body, lambda: self._advance(step))

    # ---- the loop

    def _goes_on(self) -> int:
        turn = self._writer.give(o.OpLoad, self._word, self._turn)
        count = self._number(self._combined.count)
        return self._writer.give(o.OpULessThan, self._writer.bool, turn, count)

    def _body(self) -> None:
        turn = self._writer.give(o.OpLoad, self._word, self._turn)
        first, second = (self._part(cells, turn) for cells in self._combined.parts)
        self._values = {_TURN: turn, "first": first, "second": second}
        self._statements(statements(self._relation.text))

    def _advance(self, step: int) -> None:
        turn = self._writer.give(o.OpLoad, self._word, self._turn)
        following = self._writer.give(o.OpIAdd, self._word, turn, self._number(step))
        self._writer.put(o.OpStore, self._turn, following)

    def _part(self, cells: LinkedCells, turn: int) -> int:
        """Return a cell of a part as a word."""
        writer = self._writer
        pointer_type = writer.declare(o.OpTypePointer, 0, cells.storage, cells.element)
        member = self._number(cells.member)
        pointer = writer.give(o.OpAccessChain, pointer_type, cells.variable, member, turn)
        return as_word(writer, writer.give(o.OpLoad, cells.element, pointer), cells.element)

    def _wait(self) -> None:
        """Let what each invocation did to buffers come before what the others do from here on."""
        semantics = MemorySemantics.ACQUIRE_RELEASE | MemorySemantics.UNIFORM_MEMORY
        numbers = (Scope.WORKGROUP, Scope.DEVICE, semantics)
        self._writer.put(o.OpControlBarrier, *map(self._number, numbers))

    def _number(self, value: int) -> int:
        return self._writer.declare(o.OpConstant, self._word, value)

    # ---- the relation

    def _statements(self, nodes: Sequence[Statement]) -> None:
        for node in nodes:
            match node:
                case Block():
                    self._statements(node.statements)
                case If(otherwise=None):
                    self._branch(node)
                case Assign(op="=", target=Index(base=Name(name="cells"), index=at)):
                    value = self._value(node.value)
                    self._writer.put(o.OpStore, self._cell(at), value)
                case _:
                    raise unknown(node)

    def _branch(self, node: If) -> None:
        match node.condition:
            case Binary(op=op, left=left, right=right) if op in _COMPARISONS:
                given = (self._value(left), self._value(right))
            case _:
                raise unknown(node.condition)
        condition = self._writer.give(_COMPARISONS[op], self._writer.bool, *given)
        self._writer.branch(condition, lambda: self._statements([node.then]), lambda: None)

    def _value(self, node: Expression) -> int:
        match node:
            case Literal(kind="int", value=int() as value):
                return self._number(value)
            case Name(name=name) if name in self._values:
                return self._values[name]
            case Index(base=Name(name="cells"), index=at):
                return self._writer.give(o.OpLoad, self._word, self._cell(at))
            case Binary(op=op) if op in _ARITHMETIC:
                given = (self._value(node.left), self._value(node.right))
                return self._writer.give(_ARITHMETIC[op], self._word, *given)
        raise unknown(node)

    def _cell(self, at: Expression) -> int:
        pointer = self._writer.declare(o.OpTypePointer, 0, self._storage, self._word)
        index = self._value(at)
        return self._writer.give(o.OpAccessChain, pointer, self._cells, self._number(0), index)

    # ---- the buffer

    @property
    def _storage(self) -> int:
        return StorageClass.UNIFORM if self._combined.old else StorageClass.STORAGE_BUFFER

    def _buffer(self) -> int:
        """Declare the buffer that the loop fills; return the variable."""
        writer, module = self._writer, self._writer.module
        count = self._number(self._combined.count * self._relation.width)
        array = _new(module, o.OpTypeArray, self._word, count)
        decorate(module, array, Decoration.ARRAY_STRIDE, _STRIDE)
        block = _new(module, o.OpTypeStruct, array)
        kind = Decoration.BUFFER_BLOCK if self._combined.old else Decoration.BLOCK
        decorate(module, block, kind)
        offset = Instruction(o.OpMemberDecorate, 0, 0, [block, 0, Decoration.OFFSET, 0])
        module.add_decoration(offset)
        name_id(module, block, "FusedCells")
        name_member(module, block, 0, CELLS)
        made = declare_variable(writer, self._storage, block)
        decorate(module, made, Decoration.DESCRIPTOR_SET, 0)
        decorate(module, made, Decoration.BINDING, self._combined.binding)
        return made


def _new(module: Module, op: int, *ops: int) -> int:
    """Declare a type that nothing else shares, so that it may be decorated."""
    made = Instruction(op, 0, module.fresh_id(), list(ops))
    module.append_global(made)
    return made.result_id


def as_word(writer: Writer, value: int, type_id: int) -> int:
    """Return an integer of 32 bits as an unsigned one."""
    if type_id == writer.word:
        return value
    return writer.give(o.OpBitcast, writer.word, value)


def invocation_index(writer: Writer) -> int:
    """Return the number of the invocation in its workgroup, from the input that parts have, if any
    has it.
    """
    module = writer.module
    known = [
        one.ops[0]
        for one in module.by_opcode(o.OpDecorate)
        if one.ops[1:] == [Decoration.BUILT_IN, BuiltIn.LOCAL_INVOCATION_INDEX]
    ]
    if len(known) > 1:
        raise InternalError("a fused module has two variables for one built-in input")
    variable = known[0] if known else declare_variable(writer, StorageClass.INPUT, writer.word)
    if not known:
        decorate(module, variable, Decoration.BUILT_IN, BuiltIn.LOCAL_INVOCATION_INDEX)
    type_id = pointee(module, module.type_of(variable))
    return as_word(writer, writer.give(o.OpLoad, type_id, variable), type_id)
