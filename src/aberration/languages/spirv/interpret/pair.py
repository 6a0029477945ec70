"""A pair of a vertex and a fragment shader as one module: both stages of a pixel are one
invocation, which runs the one, copies what that hands on to where the other takes it, and runs the
other.

What stands in the module under test keeps its ids, and that of the other stage gets new ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import ExecutionModel, StorageClass
from aberration.languages.spirv.grammar import DERIVATIVES
from aberration.languages.spirv.instruction import Function, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import entry_points
from aberration.languages.spirv.types import (
    component_count,
    is_composite,
    is_vector,
    walk,
    walk_path,
)
from aberration.languages.spirv.varyings import Match, Unmatched, Varying, matches, varyings

from .undefined import Refused

_ORDER: Final = (
    (o.OpCapability,),
    (o.OpExtension,),
    (o.OpExtInstImport,),
    (o.OpMemoryModel,),
    (o.OpEntryPoint,),
    (o.OpExecutionMode, o.OpExecutionModeId),
    (o.OpString, o.OpSourceExtension, o.OpSource, o.OpSourceContinued),
    (o.OpName, o.OpMemberName),
    (o.OpModuleProcessed,),
)
"""The sections of a module's head, before its decorations (SPIR-V, 2.4 "Logical Layout of a
Module").
"""
_SECTION: Final = {op: k for k, ops in enumerate(_ORDER) for op in ops}
_LAST: Final = len(_ORDER)
_REFUSED: Final = {
    **dict.fromkeys(DERIVATIVES, "derivatives"),
    o.OpTypeImage: "textures and images",
    o.OpTypeSampler: "textures and images",
}
_SUBGROUPS: Final = range(o.OpGroupNonUniformElect, o.OpGroupNonUniformQuadSwap + 1)
_POINTERS: Final = (o.OpAccessChain, o.OpInBoundsAccessChain, o.OpCopyObject)


class JoinedStages(msgspec.Struct, frozen=True):
    """Ids of a pair that is one module: the functions that both stages begin with, and the one that
    calls them; all variables of the vertex stage; those between the stages, which are private to an
    invocation. `bound` is that of the module under test.
    """

    entry: int
    vertex: int
    fragment: int
    of_vertex: frozenset[int]
    between: frozenset[int]
    bound: int

    @property
    def tests_vertex(self) -> bool:
        """Whether the vertex stage is the one under test."""
        return self.vertex < self.bound


def parse_stages(source: bytes, companion: bytes = b"") -> tuple[Module, JoinedStages | None]:
    """Return the module of a program; of a pair, both stages as one. Raise `Refused` for what is
    not known of pairs.
    """
    first = Module.parse(source)
    if not companion:
        return first, None
    second = _with_ids_from(Module.parse(companion), first.bound)
    try:
        return _join(first, second)
    except Unmatched as error:
        raise Refused(error.message) from None
    finally:
        first.clear()
        second.clear()


def refuse_inputs(inputs: Inputs) -> None:
    """Refuse inputs that no pair of modules is given."""
    given = inputs.textures, inputs.storage_images, inputs.tiles, inputs.ways
    names = "textures", "storage images", "tiles", "ways to drive it"
    for found, name in zip(given, names, strict=True):
        if found:
            raise Refused(f"{name} of a pair of shaders")


def _join(first: Module, second: Module) -> tuple[Module, JoinedStages]:
    by_model = {_model(one): one for one in (first, second)}
    if by_model.keys() != {ExecutionModel.VERTEX, ExecutionModel.FRAGMENT}:
        raise Refused("a pair that is not a vertex and a fragment shader")
    vertex, fragment = by_model[ExecutionModel.VERTEX], by_model[ExecutionModel.FRAGMENT]
    _refuse_unknown(vertex, StorageClass.OUTPUT)
    _refuse_unknown(fragment, StorageClass.INPUT)
    found = matches(vertex, fragment)
    joined = Module(max(first.version, second.version), 0, second.bound, 0)
    joined.preamble = _head(first, second, fragment)
    joined.globals = [*first.globals, *second.globals]
    begin, end = (entry_points(one)[0].ops[1] for one in (vertex, fragment))
    entry = _Entry(joined)
    entry.call(vertex, begin)
    for match in found:
        entry.copy(match, vertex, fragment)
    entry.call(fragment, end)
    joined.functions = [*first.functions, *second.functions, entry.function(vertex, begin)]
    given = (one.variable for one in varyings(vertex, StorageClass.OUTPUT))
    stages = JoinedStages(
        entry.id,
        begin,
        end,
        frozenset(one.result_id for one in vertex.globals if one.op == o.OpVariable),
        frozenset((*given, *(match.input.variable for match in found))),
        first.bound,
    )
    return Module.parse(joined.to_bytes()), stages


def _model(module: Module) -> int:
    entries = entry_points(module)
    if len(entries) != 1:
        raise Refused("a stage of a pair with several entry points")
    model: int = entries[0].ops[0]
    return model


def _refuse_unknown(module: Module, storage: int) -> None:
    """Refuse what asks for neighbours of the pixel, and what no pair is given; and a variable
    between the stages that a function is given.
    """
    for found in module.all_instructions():
        reason = "operations of subgroups" if found.op in _SUBGROUPS else _REFUSED.get(found.op)
        if reason is not None:
            raise Refused(f"{reason} in a pair of shaders")
    for one in varyings(module, storage):
        _refuse_calls(module, one.variable)


def _refuse_calls(module: Module, pointer: int) -> None:
    for user in module.users(pointer):
        if user.op == o.OpFunctionCall:
            raise Refused("a function that is given a variable between two stages")
        if user.op in _POINTERS:
            _refuse_calls(module, user.result_id)


# ---- two modules as one


def _with_ids_from(module: Module, start: int) -> Module:
    """Return a module whose ids are all so much larger, without its lines of debugging."""
    module.debug_lines = {}
    known = module.all_instructions()
    places = [module.id_positions(one) for one in known]
    for found, ids in zip(known, places, strict=True):
        found.type_id += start if found.type_id else 0
        found.result_id += start if found.result_id else 0
        for k in ids:
            found.ops[k] += start
    module.bound += start
    moved = Module.parse(module.to_bytes())
    module.clear()
    return moved


def _head(first: Module, second: Module, fragment: Module) -> list[Instruction]:
    """Return the heads of two modules as one, with the entry point of the fragment stage alone."""
    both = [*first.preamble, *(one for one in second.preamble if one.op != o.OpMemoryModel)]
    (entry,) = entry_points(fragment)
    kept = [one for one in both if one.op != o.OpEntryPoint or one is entry]
    return sorted(kept, key=lambda one: _SECTION.get(one.op, _LAST))


class _Entry:
    """The function that runs both stages, while it is written."""

    def __init__(self, module: Module) -> None:
        self._module: Final = module
        self.id: Final = self._fresh()
        self._lines: list[Instruction] = []

    def function(self, vertex: Module, like: int) -> Function:
        """Return the function, of the type of one that takes and gives nothing."""
        main = vertex.function(like)
        assert main is not None
        kind = main.definition
        made = Function(Instruction(o.OpFunction, kind.type_id, self.id, list(kind.ops)), [], [])
        end = Instruction(o.OpReturn, 0, 0, [])
        made.blocks.append(new_block(made, self._fresh(), [*self._lines, end]))
        return made

    def call(self, stage: Module, main: int) -> None:
        """Call a stage."""
        function = stage.function(main)
        assert function is not None
        self._write(o.OpFunctionCall, function.definition.type_id, main)

    def copy(self, match: Match, vertex: Module, fragment: Module) -> None:
        """Copy a variable from one stage to the other, vector by vector."""
        begin, end = match.output, match.input
        for path in _paths(vertex, begin.type_id):
            given, type_id = self._pointer(vertex, begin, path, StorageClass.OUTPUT)
            taken, _ = self._pointer(fragment, end, path, StorageClass.INPUT)
            value = self._write(o.OpLoad, type_id, given)
            self._lines.append(Instruction(o.OpStore, 0, 0, [taken, value]))

    def _pointer(
        self, stage: Module, varying: Varying, path: tuple[int, ...], storage: int
    ) -> tuple[int, int]:
        """Return a pointer to a part of a variable, and the type of the part."""
        type_id = walk_path(stage, varying.type_id, list(path))
        whole = path if varying.member < 0 else (varying.member, *path)
        if not whole:
            return varying.variable, type_id
        word = self._declare(o.OpTypeInt, 0, 32, 0)
        indices = [self._declare(o.OpConstant, word, index) for index in whole]
        pointer = self._declare(o.OpTypePointer, 0, storage, type_id)
        return self._write(o.OpAccessChain, pointer, varying.variable, *indices), type_id

    def _write(self, op: int, type_id: int, *ops: int) -> int:
        fresh = self._fresh()
        self._lines.append(Instruction(op, type_id, fresh, list(ops)))
        return fresh

    def _declare(self, op: int, type_id: int, *ops: int) -> int:
        for one in self._module.globals:
            if (one.op, one.type_id, tuple(one.ops)) == (op, type_id, ops):
                return one.result_id
        fresh = self._fresh()
        self._module.globals.append(Instruction(op, type_id, fresh, list(ops)))
        return fresh

    def _fresh(self) -> int:
        self._module.bound += 1
        return self._module.bound - 1


def _paths(module: Module, type_id: int) -> Iterator[tuple[int, ...]]:
    """Give the ways to all scalars and vectors in a type."""
    if not is_composite(module, type_id) or is_vector(module, type_id):
        yield ()
        return
    for k in range(component_count(module, type_id)):
        for path in _paths(module, walk(module, type_id, k)):
            yield (k, *path)
