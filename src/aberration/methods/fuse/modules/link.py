"""Two modules become one: every id gets a new number, what both declare alike is declared once, and
outputs become variables of the module.

The result has no entry point yet: the wrapper adds one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.grammar import CONSTANTS, TYPES
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.operands import decode_string, encode_string
from aberration.languages.spirv.preamble import decorations

_AGGREGATES: Final = frozenset((o.OpTypeArray, o.OpTypeRuntimeArray, o.OpTypeStruct))
_PLAIN_CONSTANTS: Final = frozenset(
    (o.OpConstantTrue, o.OpConstantFalse, o.OpConstant, o.OpConstantComposite, o.OpConstantNull)
)
_UNITED: Final = (TYPES - _AGGREGATES) | _PLAIN_CONSTANTS
"""What may be declared once only, or need not be declared twice."""
_ONCE: Final = (o.OpCapability, o.OpExtension, o.OpExtInstImport, o.OpMemoryModel)
"""The parts of a preamble that both may share, in their order."""
_DECORATIONS: Final = frozenset(
    (o.OpDecorate, o.OpDecorateId, o.OpDecorateString, o.OpMemberDecorate, o.OpMemberDecorateString)
)
_NAMES: Final = frozenset((o.OpName, o.OpMemberName))
_DROPPED: Final = frozenset((o.OpLine, o.OpNoLine, o.OpNop))
_POINTERS: Final = frozenset((o.OpTypePointer, o.OpVariable))
"""Declarations whose first operand is a storage class."""

_BUILT_INS: Final = CONSTANTS | {o.OpVariable}

Bindings = Mapping[tuple[int, int], int]
"""The new binding of each descriptor set and binding."""


class PartToLink(msgspec.Struct, frozen=True):
    """A module, what the debug names of what it declares begin with, and its new bindings."""

    module: Module
    prefix: str
    bindings: Bindings


class Linked(msgspec.Struct, frozen=True):
    """A module without an entry point, and for each part the new ids by the old ones."""

    module: Module
    ids: tuple[Mapping[int, int], ...]


def link(parts: Sequence[PartToLink]) -> Linked:
    """Return one module of several; raise `BadInput` where they do not fit each other."""
    linker = Linker(max(part.module.version for part in parts))
    return Linked(linker.module, tuple(linker.add(part) for part in parts))


class Linker:
    """Adds one module after the other to an empty one."""

    def __init__(self, version: int) -> None:
        self.module: Final = Module(version, 0, 1, 0)
        self._built_ins: dict[int, tuple[tuple[int, ...], int]] = {}

    def add(self, part: PartToLink) -> Mapping[int, int]:
        """Add a module; return its new ids by the old ones."""
        return _Addition(self.module, self._built_ins, part).make()


class _Addition:
    """One module on its way into another. `own` are the new ids of what is declared for it; all
    others stand for what was there before.
    """

    def __init__(
        self,
        module: Module,
        built_ins: dict[int, tuple[tuple[int, ...], int]],
        part: PartToLink,
    ) -> None:
        self._module = module
        self._built_ins = built_ins
        self._part = part
        self._ids: dict[int, int] = {}
        self._own: set[int] = set()
        self._outputs: set[int] = set()

    def make(self) -> Mapping[int, int]:
        given = self._part.module
        for found in given.preamble:
            if found.op in _ONCE:
                self._share(found)
        for found in given.globals:
            if found.op not in _DROPPED:
                self._declare(found)
        for function in given.functions:
            self._module.add_function(self._function(function))
        for found in given.preamble:
            if found.op in _NAMES:
                self._name(found)
        for found in given.preamble:
            if found.op in _DECORATIONS:
                self._decorate(found)
        return self._ids

    # ---- ids

    def _new(self, old: int) -> int:
        """Return the id that stands for one of the part."""
        known = self._ids.get(old)
        if known is None:
            known = self._ids[old] = self._module.fresh_id()
            self._own.add(known)
        return known

    def _copy(self, found: Instruction) -> Instruction:
        ops = list(found.ops)
        for k in self._part.module.id_positions(found):
            ops[k] = self._new(ops[k])
        type_id = self._new(found.type_id) if found.type_id else 0
        result_id = self._new(found.result_id) if found.result_id else 0
        return Instruction(found.op, type_id, result_id, ops)

    # ---- the preamble

    def _share(self, found: Instruction) -> None:
        """Add what the module has not yet, behind all of its kind and those before."""
        preamble = self._module.preamble
        same = next((one for one in preamble if (one.op, one.ops) == (found.op, found.ops)), None)
        if same is not None and found.result_id:
            self._ids[found.result_id] = same.result_id
        if same is not None:
            return
        if found.op == o.OpMemoryModel and any(one.op == found.op for one in preamble):
            raise BadInput("expected parts of one memory model, but two came")
        rank = _ONCE.index(found.op)
        before = [one for one in preamble if one.op in _ONCE and _ONCE.index(one.op) <= rank]
        self._module.insert_preamble(len(before), self._copy(found))

    def _name(self, found: Instruction) -> None:
        made = self._copy(found)
        if made.ops[0] not in self._own:
            return
        start = 1 if found.op == o.OpName else 2
        text = decode_string(made.ops[start:])
        if text:
            ops = [*made.ops[:start], *encode_string(self._part.prefix + text)]
            self._module.insert_preamble(self._end_of_names(), Instruction(found.op, 0, 0, ops))

    def _end_of_names(self) -> int:
        preamble = self._module.preamble
        return next(
            (at for at, one in enumerate(preamble) if one.op in _DECORATIONS), len(preamble)
        )

    def _decorate(self, found: Instruction) -> None:
        target = self._new(found.ops[0])
        if target not in self._own:
            return
        # What they say of an output is how it leaves the shader, and it stays inside.
        if found.ops[0] in self._outputs or _relaxes(found):
            return
        made = self._copy(found)
        if found.op == o.OpDecorate and found.ops[1] == Decoration.BINDING:
            made.ops[2] = self._part.bindings[place_of(self._part.module, found.ops[0])]
        self._module.add_decoration(made)

    # ---- declarations

    def _declare(self, found: Instruction) -> None:
        """Add a global, unless the module has what stands for it."""
        if found.op in _POINTERS and found.ops[0] == StorageClass.OUTPUT:
            inside = [StorageClass.PRIVATE, *found.ops[1:]]
            if found.op == o.OpVariable:
                self._outputs.add(found.result_id)
            found = Instruction(found.op, found.type_id, found.result_id, inside)
        if not self._is_declared(found):
            self._module.append_global(self._copy(found))

    def _is_declared(self, found: Instruction) -> bool:
        """Whether the module has what a global declares; that stands for it then."""
        given = self._part.module
        if found.op in _UNITED and not given.is_decorated(found.result_id):
            same = self._same(found)
            if same:
                self._ids[found.result_id] = same
            return bool(same)
        built_in = built_in_of(given, found.result_id)
        if built_in is None or found.op not in _BUILT_INS:
            return False
        return self._is_known_built_in(found, built_in)

    def _same(self, found: Instruction) -> int:
        """Return what the module declares of this shape, without decorations; 0 for nothing."""
        ops = list(found.ops)
        for k in self._part.module.id_positions(found):
            ops[k] = self._new(ops[k])
        type_id = self._new(found.type_id) if found.type_id else 0
        return find_undecorated(self._module, found.op, type_id, *ops)

    def _is_known_built_in(self, found: Instruction, built_in: int) -> bool:
        """Whether the module has this input, or size of a workgroup, which then stands for it."""
        # Two variables with one BuiltIn are invalid (Vulkan, VUID-StandaloneSpirv-OpEntryPoint).
        copy = self._copy(found)
        given = decorations(self._part.module, found.result_id)
        marks = [one.ops[1:] for one in given if not _relaxes(one)]
        shape = (copy.op, copy.type_id, *copy.ops, *(word for row in sorted(marks) for word in row))
        known = self._built_ins.setdefault(built_in, (shape, copy.result_id))
        if known[1] == copy.result_id:
            return False
        if known[0] != shape:
            raise BadInput(f"expected one declaration of the built-in {built_in}, but two came")
        self._own.discard(copy.result_id)
        self._ids[found.result_id] = known[1]
        return True

    # ---- functions

    def _function(self, given: Function) -> Function:
        made = Function(self._copy(given.definition), [self._copy(p) for p in given.parameters], [])
        for block in given.blocks:
            inner = [self._copy(one) for one in block.instructions if one.op not in _DROPPED]
            made.blocks.append(Block(self._copy(block.label), inner, made))
        return made


def find_undecorated(module: Module, op: int, type_id: int, *ops: int) -> int:
    """Return the first type or constant of this shape that has no decorations; 0 for none."""
    alike = module.find_all(op, type_id, *ops)
    return next((one for one in alike if not module.is_decorated(one)), 0)


def _relaxes(decoration: Instruction) -> bool:
    """Whether a decoration lets values be coarser than our interpreter computes them: without it
    they may not.
    """
    number = decoration.ops[2 if decoration.op == o.OpMemberDecorate else 1]
    plain = decoration.op in (o.OpDecorate, o.OpMemberDecorate)
    return plain and number == Decoration.RELAXED_PRECISION


def place_of(module: Module, variable_id: int) -> tuple[int, int]:
    """Return descriptor set and binding of a variable; raise `BadInput` where it lacks one."""
    found = {one.ops[1]: one.ops[2:] for one in decorations(module, variable_id)}
    group, binding = found.get(Decoration.DESCRIPTOR_SET), found.get(Decoration.BINDING)
    if not group or not binding:
        raise BadInput(f"it cannot be fused: its variable {variable_id} has no set and binding")
    return group[0], binding[0]


def built_in_of(module: Module, value_id: int) -> int | None:
    """Return which built-in value an id is; None for others."""
    for one in decorations(module, value_id):
        if one.ops[1] == Decoration.BUILT_IN:
            return one.ops[2]
    return None
