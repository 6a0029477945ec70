"""A whole module as Python: one function `invocation`, in which all others are nested.

Its arguments are the ticks of the invocation's budget and the leaves of the built-in inputs;
Private and Output variables are its locals; blocks, buffers and workgroup memory are names of the
namespace, filled before a run.
"""

from __future__ import annotations

import math
from types import CodeType
from typing import Final

from aberration.core.inputs import Inputs
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.interpret.analysis import ALIASES, Analysis
from aberration.languages.spirv.interpret.helpers import demotes, has_helpers
from aberration.languages.spirv.interpret.images import Images
from aberration.languages.spirv.interpret.interface import Interface, Variable
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.subgroups import Subgroups, refuse_quads_of_pixels
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import pointee

from . import (
    composites,
    conversions,
    extended,
    images,
    integer_dots,
    mathematics,
    memory,
    runtime,
    subgroups,
)
from .code import Lines, Pointer, tuple_text
from .helpers import HELPER
from .races import nothing
from .writer import Writer

FILE: Final = "<spirv>"
_READ_ONLY: Final = (StorageClass.UNIFORM, StorageClass.PUSH_CONSTANT)
_SHARED: Final = (StorageClass.WORKGROUP, StorageClass.STORAGE_BUFFER)
_MAYBE: Final = frozenset(
    (
        opcodes.OpLoad,
        opcodes.OpFunctionCall,
        opcodes.OpFunctionParameter,
        opcodes.OpAtomicLoad,
        opcodes.OpAtomicExchange,
        opcodes.OpVectorExtractDynamic,
        opcodes.OpVectorInsertDynamic,
    )
)
"""Results that may never have been written, for all that is known without looking closer."""
_PASS_ON: Final = ALIASES | {opcodes.OpPhi, opcodes.OpSelect}
__all__ = [
    "FILE",
    "Unit",
    "composites",
    "conversions",
    "extended",
    "images",
    "integer_dots",
    "memory",
    "subgroups",
]


class Unit:
    """Everything that is fixed once a module is compiled."""

    def __init__(
        self,
        module: Module,
        leaves: Leaves,
        interface: Interface,
        options: Options,
        inputs: Inputs,
    ) -> None:
        self.module = module
        self.leaves = leaves
        self.interface = interface
        self.options = options
        self.analysis = Analysis(module, leaves, interface.entry_id)
        self.images = Images(leaves, self.analysis, interface.stage, inputs)
        self.analysis.find_pauses(self.images.takes_slopes)
        self.subgroups = Subgroups(leaves, self.analysis, interface, inputs)
        refuse_quads_of_pixels(self.subgroups.operations, interface.stage)
        self.has_helpers = has_helpers(self.analysis, interface)
        self.namespace: dict[str, object] = _namespace()
        self.pointers: dict[int, Pointer] = {}
        self.known: set[str] = set()
        self.traced = frozenset(options.trace_values)
        self.counted: list[int] = []
        self.sites: list[Instruction] = []
        self.inputs: list[tuple[Variable, int]] = []
        self.tracked: list[int] = []
        self.lines = Lines()
        self._surely: dict[int, bool] = {}
        self.outputs = self._outputs()
        self._write()
        self.code: CodeType = compile("\n".join(self.lines.text), FILE, "exec")

    # ---- questions of the writers

    def site(self, instruction: Instruction) -> int:
        """Return the number of a place where invocations pause."""
        self.sites.append(instruction)
        return len(self.sites) - 1

    def block_counter(self, block_id: int) -> int:
        """Return the index of a block in the counts of entered blocks."""
        self.counted.append(block_id)
        return len(self.counted) - 1

    def hooks(self, pointer: Pointer) -> list[str]:
        """Return the functions that note a read, a write and an atomic access."""
        return [f"{pointer.races}{letter}" if pointer.races else "nothing" for letter in "rwa"]

    def is_shared(self, pointer_type: int) -> bool:
        """Say whether a pointer of this type leads to memory that invocations share."""
        found = self.module.definition(pointer_type)
        return found is not None and found.ops[0] in (*_SHARED, StorageClass.UNIFORM)

    def is_own(self, root_id: int) -> bool:
        """Say whether a variable's region surely has all its leaves: blocks may be larger than
        their buffers.
        """
        variable = self.interface.variables.get(root_id)
        return variable is None or variable.storage not in (
            *_READ_ONLY,
            StorageClass.STORAGE_BUFFER,
        )

    def parameter_pointer(self, parameter: Instruction) -> Pointer:
        """Return the pointer that a parameter is."""
        pointer = Pointer(parameter.result_id)
        pointer.region, pointer.dynamic = f"a{parameter.result_id}", f"a{parameter.result_id}o"
        pointer.whole = False
        if self.is_shared(parameter.type_id):
            pointer.races = f"a{parameter.result_id}w"
            pointer.external = self.leaves.type(parameter.type_id).ops[0] != StorageClass.WORKGROUP
        return pointer

    def surely_known(self, value_id: int) -> bool:
        """Say whether a value never holds what was never written, whichever way it came."""
        known = self._surely.get(value_id)
        if known is None:
            known = self._surely[value_id] = self._has_known_sources(value_id)
        return known

    def _has_known_sources(self, value_id: int) -> bool:
        seen: set[int] = set()
        waiting = [value_id]
        while waiting:
            found = self.module.definition(waiting.pop())
            if found is None or found.result_id in seen:
                continue
            seen.add(found.result_id)
            if found.op in _PASS_ON:
                waiting.extend(
                    self.module.operand_ids(found)[:: 2 if found.op == opcodes.OpPhi else 1]
                )
            elif found.op == opcodes.OpLoad:
                pointer = self.pointers.get(self.analysis.root_of(found.ops[0]))
                if pointer is None or not pointer.known:
                    return False
            elif found.op in _MAYBE:
                return False
        return True

    # ---- variables outside of functions

    def _outputs(self) -> str:
        names: list[str] = []
        for variable in self.interface.variables.values():
            pointer = self.pointers[variable.id] = Pointer(variable.id)
            definition = self.module.definition(variable.id)
            if (
                definition is not None
                and variable.storage not in _SHARED
                and self.analysis.is_promoted(definition)
            ):
                letter = "iup"[
                    (variable.storage != StorageClass.INPUT) + (variable.storage not in _FIXED)
                ]
                count = self.leaves.count(variable.type_id)
                pointer.cells = [f"{letter}{variable.id}_{k}" for k in range(count)]
            else:
                pointer.region = f"m{variable.id}"
            if variable.storage == StorageClass.UNIFORM_CONSTANT:
                self.namespace[f"m{variable.id}"] = []
            pointer.known = variable.storage in (*_FIXED, StorageClass.STORAGE_BUFFER)
            if pointer.known and pointer.cells is not None:
                self.known.update(pointer.cells)
            if variable.storage in _SHARED and self.analysis.is_written(variable.id):
                pointer.races = f"w{variable.id}"
            pointer.external = variable.storage == StorageClass.STORAGE_BUFFER
            if variable.storage == StorageClass.OUTPUT:
                names += pointer.cells if pointer.cells is not None else [f"*{pointer.region}"]
        return tuple_text(names) if names else "()"

    def _write(self) -> None:
        variables = self.interface.variables.values()
        inputs = [variable for variable in variables if variable.storage == StorageClass.INPUT]
        arguments = ["ticks"]
        for variable in inputs:
            self.inputs.append((variable, self.leaves.count(variable.type_id)))
            arguments += [f"i{variable.id}_{k}" for k in range(self.leaves.count(variable.type_id))]
        for variable in variables:
            if self.pointers[variable.id].races:
                self.tracked.append(variable.id)
                arguments += self.hooks(self.pointers[variable.id])
        self.lines.add(0, f"def invocation({', '.join(arguments)}, R=R):", None)
        if self.has_helpers:
            self.lines.add(1, f"{HELPER} = False", None)
        for variable in variables:
            self._initialise(variable)
        *others, entry = self.analysis.functions
        for function in others:
            writer = Writer(self, function, self.lines)
            writer.indent = 2
            parameters = [text for each in function.parameters for text in self._arguments(each)]
            writer.write(f"def f{function.id}({', '.join([*parameters, 'R=R'])}):")
        writer = Writer(self, entry, self.lines)
        writer.indent = 1
        writer.write("")

    def _initialise(self, variable: Variable) -> None:
        pointer = self.pointers[variable.id]
        if variable.storage == StorageClass.INPUT and pointer.cells is None:
            count = self.leaves.count(variable.type_id)
            self.lines.add(
                1,
                f"{pointer.region} = [{', '.join(f'i{variable.id}_{k}' for k in range(count))}]",
                None,
            )
        if variable.storage not in (StorageClass.PRIVATE, StorageClass.OUTPUT):
            return
        initial = f"c{variable.id}"
        self.namespace[initial] = tuple(self.interface.initial_cells(variable))
        if pointer.cells is None:
            self.lines.add(1, f"{pointer.region} = [*{initial}]", None)
        elif pointer.cells:
            self.lines.add(1, f"{', '.join(pointer.cells)}, = {initial}", None)

    def _arguments(self, parameter: Instruction) -> list[str]:
        name = f"v{parameter.result_id}"
        if pointee(self.module, parameter.type_id):
            pointer = self.parameter_pointer(parameter)
            return [
                pointer.region,
                pointer.dynamic,
                *(self.hooks(pointer) if pointer.races else []),
            ]
        count = self.leaves.count(parameter.type_id)
        if count == 1 or not self.leaves.is_flat(parameter.type_id):
            return [name]
        return [f"{name}_{k}" for k in range(count)]

    def names_stored_outside(self, function: Function) -> list[str]:
        """Return the locals of `invocation` that a nested function assigns."""
        roots = set()
        for block in self.analysis.blocks[function.id]:
            for found in block.instructions:
                if found.op in (opcodes.OpStore, opcodes.OpCopyMemory):
                    roots.add(self.analysis.root_of(found.ops[0]))
                elif found.op == opcodes.OpExtInst:
                    roots.update(self.analysis.root_of(value_id) for value_id in found.ops[2:])
        pointers = [self.pointers[root] for root in sorted(roots) if root in self.pointers]
        names = [name for pointer in pointers for name in pointer.cells or []]
        return [*names, HELPER] if demotes(self.analysis, function.id) else names


_FIXED: Final = (*_READ_ONLY, StorageClass.INPUT)


def _namespace() -> dict[str, object]:
    names: dict[str, object] = {}
    for source in (runtime, mathematics):
        names.update(
            {name: value for name, value in vars(source).items() if not name.startswith("_")}
        )
    names.update(
        R=runtime.CELL, D=runtime.KNOWN, NAN=math.nan, INF=math.inf, NINF=-math.inf, nothing=nothing
    )
    return names
