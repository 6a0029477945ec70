"""The entry point of a fused module: it calls both parts, and makes one result of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import (
    Decoration,
    ExecutionModel,
    GlslStd450,
    StorageClass,
)
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.operands import encode_string
from aberration.languages.spirv.preamble import decorate

from ..relations.relation import Relation
from ..wrapper import COLOUR, WEIGHT
from .expressions import Translator, condition, statements
from .words import Combined, combine_words
from .writing import Value, Writer, declare_variable, name_id, name_member

_VERSION_1_4: Final = 0x00010400
_LISTED: Final = (StorageClass.INPUT, StorageClass.OUTPUT)
_RESULT: Final = "result"
_MOST: Final = 255.0


class LinkedEntry(msgspec.Struct, frozen=True):
    """A part in the linked module: its entry function, and its colour (0 for compute)."""

    function: int
    colour: int


def wrap(
    module: Module,
    entries: tuple[LinkedEntry, LinkedEntry],
    relation: Relation,
    *,
    branches: bool,
    binding: int,
    combined: Combined | None = None,
) -> int:
    """Add a function that calls both entries and combines their results; return it. With
    `branches` the first part runs only where the relation chooses it. A weight is at a `binding`.
    Words of buffers are `combined` where the relation does so.
    """
    writer = Writer(module)
    if relation.stage == "compute":
        for entry in entries:
            writer.call(entry.function)
        if combined is not None:
            combine_words(writer, relation, combined)
        return writer.end().id
    output = _output(writer)
    result = writer.variable(writer.vector)
    weight = _weight(writer, binding) if relation.weighted else None
    wrapper = _Wrapper(writer, entries, relation, result)
    wrapper.write(weight, branches=branches)
    levels = writer.load(result, 4)
    colour = writer.arithmetic(o.OpFDiv, levels, writer.number(_MOST))
    writer.put(o.OpStore, output, colour.id)
    return writer.end().id


class _Wrapper:
    """Writes what stands between the begin of the wrapper and its end."""

    def __init__(
        self,
        writer: Writer,
        entries: tuple[LinkedEntry, LinkedEntry],
        relation: Relation,
        result: int,
    ) -> None:
        self._writer = writer
        self._entries = entries
        self._relation = relation
        self._result = result

    def write(self, weight: Value | None, *, branches: bool) -> None:
        if branches:
            self._write_branches()
            return
        for entry in self._entries:
            self._writer.call(entry.function)
        first, second = (self._levels(entry) for entry in self._entries)
        values = {"first": first, "second": second}
        if weight is not None:
            values[WEIGHT] = weight
        self._translator(values).statements(statements(self._relation.text))

    def _write_branches(self) -> None:
        """Let the second part run, and the first one where the relation chooses it."""
        first, second = self._entries
        self._writer.call(second.function)
        levels = self._levels(second)
        chosen = condition(self._relation.condition)

        def run_first() -> None:
            self._writer.call(first.function)
            self._store(self._levels(first))

        self._writer.branch(
            self._translator({"second": levels}).condition(chosen),
            lambda: self._store(levels),
            run_first,
        )

    def _translator(self, values: Mapping[str, Value]) -> Translator:
        return Translator(self._writer, values, {_RESULT: self._result})

    def _store(self, value: Value) -> None:
        self._writer.put(o.OpStore, self._result, value.id)

    def _levels(self, entry: LinkedEntry) -> Value:
        """Return a part's colour in levels; colours beyond 0 and 1 are cut off, as they are in an
        image.
        """
        writer = self._writer
        given = writer.load(entry.colour, 4)
        inside = writer.library_call(GlslStd450.F_CLAMP, given, *map(writer.number, (0.0, 1.0)))
        scaled = writer.arithmetic(o.OpFMul, inside, writer.number(_MOST))
        moved = writer.arithmetic(o.OpFAdd, scaled, writer.number(0.5))
        return writer.library_call(GlslStd450.FLOOR, moved)


# ---- what the wrapper declares


def _output(writer: Writer) -> int:
    made = declare_variable(writer, StorageClass.OUTPUT, writer.vector, COLOUR)
    decorate(writer.module, made, Decoration.LOCATION, 0)
    return made


def _weight(writer: Writer, binding: int) -> Value:
    """Return the weight, which a block of its own holds at a binding of set 0."""
    module = writer.module
    block = Instruction(o.OpTypeStruct, 0, module.fresh_id(), [writer.float])
    module.append_global(block)
    decorate(module, block.result_id, Decoration.BLOCK)
    module.add_decoration(
        Instruction(o.OpMemberDecorate, 0, 0, [block.result_id, 0, Decoration.OFFSET, 0])
    )
    name_id(module, block.result_id, "Weight")
    name_member(module, block.result_id, 0, WEIGHT)
    variable = declare_variable(writer, StorageClass.UNIFORM, block.result_id)
    decorate(module, variable, Decoration.DESCRIPTOR_SET, 0)
    decorate(module, variable, Decoration.BINDING, binding)
    pointer = writer.declare(o.OpTypePointer, 0, StorageClass.UNIFORM, writer.float)
    zero = writer.declare(o.OpConstant, writer.word, 0)
    return writer.load(writer.give(o.OpAccessChain, pointer, variable, zero), 1)


# ---- the entry point


def add_entry(module: Module, main: int, stage: str, modes: frozenset[tuple[int, ...]]) -> None:
    """Make a function the entry point, with its execution modes."""
    model = ExecutionModel.FRAGMENT if stage == "fragment" else ExecutionModel.GL_COMPUTE
    # Up to 1.3 the interface lists inputs and outputs alone.
    listed = [
        found.result_id
        for found in module.globals
        if found.op == o.OpVariable and (module.version >= _VERSION_1_4 or found.ops[0] in _LISTED)
    ]
    rows = [Instruction(o.OpEntryPoint, 0, 0, [model, main, *encode_string("main"), *listed])]
    rows += [Instruction(o.OpExecutionMode, 0, 0, [main, *mode]) for mode in sorted(modes)]
    for at, row in enumerate(rows, _behind_memory_model(module)):
        module.insert_preamble(at, row)
    name_id(module, main, "main")


def _behind_memory_model(module: Module) -> int:
    places = (at for at, one in enumerate(module.preamble) if one.op == o.OpMemoryModel)
    return next(places, -1) + 1
