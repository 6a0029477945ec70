"""Writes a function of SPIR-V that computes with floats, vectors of these, words, and truth
values.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

import msgspec

from aberration.core.errors import InternalError
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import LoopControl, SelectionControl, StorageClass
from aberration.languages.spirv.glsl_functions import import_of_functions
from aberration.languages.spirv.instruction import Function, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.operands import encode_string

from .link import find_undecorated

_BEFORE_NAMES: Final = (o.OpMemoryModel, o.OpEntryPoint, o.OpExecutionMode)
COLOUR: Final = 4
"""Components of a colour."""


class Value(msgspec.Struct, frozen=True):
    """A float or a vector of so many, by id; a truth value has no components."""

    id: int
    size: int


class Writer:
    """Writes the blocks of one function, from the first to the last, one after the other."""

    def __init__(self, module: Module) -> None:
        self.module: Final = module
        self.float: Final = self.declare(o.OpTypeFloat, 0, 32)
        self.bool: Final = self.declare(o.OpTypeBool, 0)
        self.void: Final = self.declare(o.OpTypeVoid, 0)
        self.word: Final = self.declare(o.OpTypeInt, 0, 32, 0)
        self.vector: Final = self.declare(o.OpTypeVector, 0, self.float, COLOUR)
        self._set: Final = import_of_functions(module)
        type_id = self.declare(o.OpTypeFunction, 0, self.void)
        definition = Instruction(o.OpFunction, self.void, module.fresh_id(), [0, type_id])
        self.function: Final = Function(definition, [], [])
        self._variables: Final[list[Instruction]] = []
        self._body: list[Instruction] = []
        self._label = module.fresh_id()

    # ---- declarations

    def declare(self, op: int, type_id: int, *ops: int) -> int:
        """Return a type or constant without decorations, a new one where there is none."""
        known = find_undecorated(self.module, op, type_id, *ops)
        if known:
            return known
        made = Instruction(op, type_id, self.module.fresh_id(), list(ops))
        self.module.append_global(made)
        return made.result_id

    def number(self, value: float) -> Value:
        """Return a float as a constant."""
        (word,) = struct.unpack("<I", struct.pack("<f", value))
        return Value(self.declare(o.OpConstant, self.float, word), 1)

    def variable(self, type_id: int) -> int:
        """Return a new variable of the function."""
        pointer = self.declare(o.OpTypePointer, 0, StorageClass.FUNCTION, type_id)
        made = Instruction(o.OpVariable, pointer, self.module.fresh_id(), [StorageClass.FUNCTION])
        self._variables.append(made)
        return made.result_id

    # ---- instructions and blocks

    def put(self, op: int, *ops: int) -> None:
        """Append an instruction without a result."""
        self._body.append(Instruction(op, 0, 0, list(ops)))

    def give(self, op: int, type_id: int, *ops: int) -> int:
        """Append an instruction; return its result."""
        made = Instruction(op, type_id, self.module.fresh_id(), list(ops))
        self._body.append(made)
        return made.result_id

    def call(self, function_id: int) -> None:
        """Call a function that takes and returns nothing."""
        self.give(o.OpFunctionCall, self.void, function_id)

    def branch(
        self, condition: int, then: Callable[[], None], otherwise: Callable[[], None]
    ) -> None:
        """Write a branch; both arms write what is in them."""
        one, other, after = (self.module.fresh_id() for _ in range(3))
        self.put(o.OpSelectionMerge, after, SelectionControl.NONE)
        self.put(o.OpBranchConditional, condition, one, other)
        for label, arm in ((one, then), (other, otherwise)):
            self._begin(label)
            arm()
            self.put(o.OpBranch, after)
        self._begin(after)

    def loop(
        self, goes_on: Callable[[], int], body: Callable[[], None], advance: Callable[[], None]
    ) -> None:
        """Write a loop: its condition, what is in it, and what follows each turn."""
        header, test, inner, following, after = (self.module.fresh_id() for _ in range(5))
        self.put(o.OpBranch, header)
        self._begin(header)
        self.put(o.OpLoopMerge, after, following, LoopControl.NONE)
        self.put(o.OpBranch, test)
        self._begin(test)
        self.put(o.OpBranchConditional, goes_on(), inner, after)
        for label, part, target in ((inner, body, following), (following, advance, header)):
            self._begin(label)
            part()
            self.put(o.OpBranch, target)
        self._begin(after)

    def end(self) -> Function:
        """Return the function, which ends here."""
        self.put(o.OpReturn)
        self._begin(0)
        self.function.blocks[0].instructions[:0] = self._variables
        self.module.add_function(self.function)
        return self.function

    def _begin(self, label: int) -> None:
        """End the block, which has its terminator, and begin another one."""
        self.function.blocks.append(new_block(self.function, self._label, self._body))
        self._label, self._body = label, []

    # ---- expressions

    def load(self, variable: int, size: int) -> Value:
        """Return the value of a variable that holds a float, or a vector of so many."""
        return Value(self.give(o.OpLoad, self._type(size), variable), size)

    def library_call(self, number: int, *args: Value) -> Value:
        """Return what a function of GLSL gives of values, all of the size of the largest."""
        size = max(one.size for one in args)
        ids = [self.widen(one, size).id for one in args]
        return Value(self.give(o.OpExtInst, self._type(size), self._set, number, *ids), size)

    def arithmetic(self, op: int, left: Value, right: Value) -> Value:
        """Return what an operation gives of two values, a vector where one of them is."""
        size = max(left.size, right.size)
        ids = (self.widen(left, size).id, self.widen(right, size).id)
        return Value(self.give(op, self._type(size), *ids), size)

    def widen(self, value: Value, size: int) -> Value:
        """Return a float as a vector of this size; a vector of it as it is."""
        if value.size == size:
            return value
        if value.size != 1:
            raise InternalError(f"a relation mixes vectors of {value.size} and {size}")
        type_id = self._type(size)
        return Value(self.give(o.OpCompositeConstruct, type_id, *[value.id] * size), size)

    def component(self, value: Value, number: int) -> Value:
        """Return one component of a vector."""
        return Value(self.give(o.OpCompositeExtract, self.float, value.id, number), 1)

    def compare(self, op: int, left: Value, right: Value) -> int:
        """Return the truth value of a comparison of two floats."""
        if (left.size, right.size) != (1, 1):
            raise InternalError("a relation compares vectors")
        return self.give(op, self.bool, left.id, right.id)

    def _type(self, size: int) -> int:
        if size == 1:
            return self.float
        return self.declare(o.OpTypeVector, 0, self.float, size)


# ---- what stands outside of functions


def declare_variable(writer: Writer, storage: int, type_id: int, name: str = "") -> int:
    """Declare a variable of the module; return it."""
    module = writer.module
    pointer = writer.declare(o.OpTypePointer, 0, storage, type_id)
    made = Instruction(o.OpVariable, pointer, module.fresh_id(), [storage])
    module.append_global(made)
    if name:
        name_id(module, made.result_id, name)
    return made.result_id


def name_id(module: Module, value_id: int, name: str) -> None:
    """Give an id a debug name."""
    _name(module, o.OpName, value_id, text=name)


def name_member(module: Module, struct: int, member: int, name: str) -> None:
    """Give a member of a structure a debug name."""
    _name(module, o.OpMemberName, struct, member, text=name)


def _name(module: Module, op: int, *words: int, text: str) -> None:
    before = (at for at, one in enumerate(module.preamble) if one.op in _BEFORE_NAMES)
    made = Instruction(op, 0, 0, [*words, *encode_string(text)])
    module.insert_preamble(max(before, default=-1) + 1, made)
