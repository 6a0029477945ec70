"""Which values may depend on an undefined one: a branch on such a value is undefined behaviour in
some compilers, and an address made of one may lead anywhere.

Undefined are OpUndef and memory that is read before it is written. A program may well compute with
such values, as long as nothing hangs on the results; a transformation must not let its control flow
or its addresses hang on them, nor mix them with values that matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.call_graph import callers
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import ATOMICS
from aberration.methods.transform.analysis.written import (
    COPIES,
    Write,
    is_written,
    path_of,
    pointers_into,
    writes_to,
)

MOST: Final = 192
MOST_READS: Final = 32
"""Definitions and reads of memory that are looked at; a value that is made of more may be
anything.
"""
UNDEFINED_COMPONENT: Final = 0xFFFFFFFF
GIVEN: Final = frozenset(
    (
        *(
            StorageClass.UNIFORM_CONSTANT,
            StorageClass.INPUT,
            StorageClass.UNIFORM,
            StorageClass.PUSH_CONSTANT,
        ),
        *(StorageClass.STORAGE_BUFFER, StorageClass.IMAGE, StorageClass.ATOMIC_COUNTER),
    )
)
"""Memory that holds something when the program begins."""
POINTERS: Final = frozenset((o.OpVariable, *COPIES))
READS: Final = frozenset((o.OpLoad, *sorted(ATOMICS)))
IDLE_USERS: Final = frozenset(
    (o.OpLoad, o.OpName, o.OpDecorate, o.OpEntryPoint, o.OpAtomicLoad, *COPIES)
)
"""Users of a pointer that write nothing through it, or are looked at by themselves."""


def is_defined_condition(module: Module, value_id: int, before: Instruction) -> bool:
    """Say whether a value is a boolean that is available before an instruction and hangs on
    nothing undefined.
    """
    if not types.is_bool(module, module.type_of(value_id)) or not available_before(
        module, value_id, before
    ):
        return False
    return not may_depend_on_undefined(module, value_id)


def may_depend_on_undefined(module: Module, value_id: int) -> bool:
    """Say whether a value may be computed from an OpUndef, or from memory that was never
    written.
    """
    search = _Search(module)
    search.look_at(value_id)
    return search.may_find()


def is_initialised(module: Module, variable: Instruction, before: Instruction) -> bool:
    """Say whether all of a variable surely holds a defined value before an instruction; behind a
    parameter it does, if that memory does not matter: no call passes another. Of a workgroup's
    memory nobody knows.
    """
    if variable.op == o.OpFunctionParameter:
        return module.facts.is_pointee_irrelevant(variable.result_id)
    # Other invocations write it, at times that are not known here.
    if variable.ops[0] == StorageClass.WORKGROUP:
        return False
    search = _Search(module)
    search.look_at_memory(variable, (), before)
    return not search.may_find()


def is_free_memory(module: Module, pointer_id: int, before: Instruction) -> bool:
    """Say whether an id is a variable or parameter whose memory does not matter, and
    initialised before `before`.
    """
    definition = module.definition(pointer_id)
    if definition is None or definition.op not in (o.OpVariable, o.OpFunctionParameter):
        return False
    return module.facts.is_pointee_irrelevant(pointer_id) and is_initialised(
        module, definition, before
    )


class _Search:
    """All that values are made of: other values, and what is stored in the memory that they are
    read from.

    What is stored anywhere counts for every read of the variable. So a value is defined if all that
    may flow into it is, and cycles need no care.
    """

    __slots__ = ("_found", "_module", "_reads", "_seen", "_waiting", "_writes")

    def __init__(self, module: Module) -> None:
        self._module: Module = module
        self._seen: set[int] = set()
        self._reads: int = 0
        self._writes: dict[int, list[Write]] = {}
        self._waiting: list[int] = []
        self._found: bool = False

    def look_at(self, *values: int) -> None:
        """Take these values into account."""
        for value in values:
            if value not in self._seen:
                self._seen.add(value)
                self._waiting.append(value)

    def may_find(self) -> bool:
        """Say whether anything undefined flows into what is to be looked at."""
        while self._waiting and not self._found:
            definition = self._module.definition(self._waiting.pop())
            # Too much to look at counts as undefined: a transformation is refused then, and nothing
            # wrong is made.
            if definition is None or len(self._seen) > MOST:
                return True
            LOOKS.get(definition.op, _Search._operands)(self, definition)
        return self._found

    def look_at_memory(self, root: Instruction, path: tuple[int, ...], before: Instruction) -> None:
        """Take into account what a read of part `path` of a variable or parameter gives before
        an instruction.
        """
        if root.op == o.OpFunctionParameter:
            self._parameter_memory(root, path, before)
        elif root.ops[0] in GIVEN:
            return
        # An initialiser is written before anything is read.
        elif len(root.ops) > 1:
            self.look_at(root.ops[1])
        elif not self._is_written(root, path, before):
            self._found = True
        self._contents(root.result_id)

    def _is_written(self, root: Instruction, path: tuple[int, ...], before: Instruction) -> bool:
        self._reads += 1
        if self._reads > MOST_READS:
            return False
        return is_written(self._module, root, path, before, self._contents(root.result_id))

    def _parameter_memory(
        self, parameter: Instruction, path: tuple[int, ...], before: Instruction
    ) -> None:
        """Behind a parameter is what the caller passes; calls in dead blocks are never made."""
        if self._module.facts.is_pointee_irrelevant(parameter.result_id):
            return
        if self._is_written(parameter, path, before):
            return
        for call, argument in self._arguments(parameter):
            self._reading(argument, path, call)

    def _arguments(self, parameter: Instruction) -> list[tuple[Instruction, int]]:
        """Return the calls of a parameter's function with the argument for it."""
        module = self._module
        function = next((one for one in module.functions if parameter in one.parameters), None)
        if function is None:
            return []
        place = function.parameters.index(parameter) + 1
        calls = [
            call
            for call in callers(module, function.id)
            if call.block is not None and not call.block.dead
        ]
        return [(call, call.ops[place]) for call in calls]

    def _reading(self, pointer: int, rest: tuple[int, ...], before: Instruction) -> None:
        """Take into account what is read through a pointer, of which part `rest`."""
        root, path, whole = path_of(self._module, pointer)
        definition = self._module.definition(root)
        if definition is None:
            self._found = True
            return
        self.look_at(pointer)
        self.look_at_memory(definition, (*path, *rest) if whole else path, before)

    def _contents(self, root: int) -> list[Write]:
        """Take into account all that is written into a variable or parameter, by functions that are
        called, too; return what surely is.
        """
        known = self._writes.get(root)
        if known is not None:
            return known
        pointers = pointers_into(self._module, root)
        found = self._writes[root] = writes_to(self._module, pointers)
        for pointer in pointers:
            for user in self._module.users(pointer):
                if user.op not in IDLE_USERS:
                    self._writing(pointer, user)
        return found

    def _writing(self, pointer: int, user: Instruction) -> None:
        if user.op == o.OpStore and user.ops[0] == pointer:
            self.look_at(user.ops[1])
        elif user.op == o.OpCopyMemory:
            if user.ops[0] == pointer:
                self._reading(user.ops[1], (), user)
        elif user.op == o.OpFunctionCall:
            self._argument(pointer, user)
        elif user.op == o.OpExtInst or user.op in ATOMICS:
            self.look_at(*[used for used in self._module.operand_ids(user) if used != pointer])
        else:
            self._found = True

    def _argument(self, pointer: int, call: Instruction) -> None:
        function = self._module.function(call.ops[0])
        if function is None:
            self._found = True
            return
        for argument, parameter in zip(call.ops[1:], function.parameters, strict=True):
            if argument == pointer:
                self._contents(parameter.result_id)

    # ---- by opcode

    def _operands(self, definition: Instruction) -> None:
        self.look_at(*self._module.operand_ids(definition))

    def _note_undefined(self, _definition: Instruction) -> None:
        self._found = True

    def _pointer(self, definition: Instruction) -> None:
        """A pointer is defined if its indexes are."""
        if definition.op != o.OpVariable:
            self.look_at(*definition.ops)

    def _load(self, definition: Instruction) -> None:
        self._reading(definition.ops[0], (), definition)

    def _phi(self, definition: Instruction) -> None:
        self.look_at(*definition.ops[::2])

    def _shuffle(self, definition: Instruction) -> None:
        self._found = self._found or UNDEFINED_COMPONENT in definition.ops[2:]
        self.look_at(*definition.ops[:2])

    def _call(self, definition: Instruction) -> None:
        """What a function returns; its parameters are looked at where they flow into that."""
        function = self._module.function(definition.ops[0])
        if function is None or not function.blocks:
            self._found = True
            return
        terminators = [block.terminator for block in function.blocks if not block.dead]
        self.look_at(*[each.ops[0] for each in terminators if each.op == o.OpReturnValue])

    def _parameter(self, definition: Instruction) -> None:
        """A pointer counts as defined; other parameters are what callers pass, outside of dead
        blocks.
        """
        self.look_at(*[argument for _, argument in self._arguments(definition)])


LOOKS: Final[dict[int, Callable[[_Search, Instruction], None]]] = {
    **dict.fromkeys(READS, _Search._load),
    **dict.fromkeys(POINTERS, _Search._pointer),
    o.OpFunctionCall: _Search._call,
    o.OpFunctionParameter: _Search._parameter,
    o.OpPhi: _Search._phi,
    o.OpUndef: _Search._note_undefined,
    o.OpVectorShuffle: _Search._shuffle,
}
