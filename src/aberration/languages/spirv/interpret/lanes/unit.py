"""A whole module as Python on lanes: one function for each that the entry point reaches."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Function
from aberration.languages.spirv.interpret.interface import Interface
from aberration.languages.spirv.interpret.leaves import Leaf, Leaves
from aberration.languages.spirv.interpret.scalar import mathematics, packing
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.operands import decode_string

from . import access, control, floats, integers, memory, state, values
from .memory import TYPES
from .writer import Writer

FILE: Final = "<spirv in lanes>"
CONSTANT: Final = (
    StorageClass.UNIFORM,
    StorageClass.PUSH_CONSTANT,
    StorageClass.INPUT,
    StorageClass.STORAGE_BUFFER,
)
__all__ = ["FILE", "Unit", "access", "control", "values"]


class Unit:
    """The generated code of a module, with its constants. Raises `Refused` for what only the scalar engine runs."""

    def __init__(
        self, module: Module, leaves: Leaves, interface: Interface, traced: frozenset[int] = frozenset()
    ) -> None:
        self.module = module
        self.leaves = leaves
        self.interface = interface
        self.traced = traced
        self.namespace: dict[str, Any] = namespace()
        self.nan = False
        self.constant_regions = {variable.id for variable in interface.of_storage(*CONSTANT)}
        self._letters: dict[int, str] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._constants: dict[str, Any] = {}
        self._kinds: dict[str, str] = {}
        self.functions = self._reached(interface.entry_id)
        self.differs = any(
            opcodes.OpDPdx <= found.op <= opcodes.OpFwidthCoarse
            for function in self.functions
            for block in function.blocks
            for found in block.instructions
        )
        lines = [line for function in self.functions for line in Writer(self, function).write()]
        self.text = "\n".join(lines)
        exec(compile(self.text, FILE, "exec"), self.namespace)
        self.main = self.namespace[f"f{interface.entry_id}"]

    def _reached(self, entry_id: int) -> list[Function]:
        found: dict[int, Function] = {}
        waiting = [entry_id]
        while waiting:
            function_id = waiting.pop()
            function = self.module.function(function_id)
            if function is not None and function_id not in found:
                found[function_id] = function
                waiting.extend(self.module.calls(function_id))
        return list(found.values())

    # ---- types

    def letters(self, type_id: int) -> str:
        """Return a letter for each leaf of a type: i, u, f, b."""
        known = self._letters.get(type_id)
        if known is None:
            known = self._letters[type_id] = "".join(_letter(leaf) for leaf in self.leaves.of(type_id))
        return known

    def is_standard(self, set_id: int) -> bool:
        """Say whether an extended instruction set is GLSL.std.450."""
        imported = self.module.definition(set_id)
        return imported is not None and decode_string(imported.ops) == "GLSL.std.450"

    # ---- constants

    def constants(self, value_id: int) -> list[str]:
        """Return the names of the leaves of a constant."""
        cells = self.leaves.constant(value_id)
        letters = self.letters(self.module.type_of(value_id))
        return [self.literal(letter, cell) for letter, cell in zip(letters, cells, strict=True)]

    def literal(self, letter: str, value: Any) -> str:
        """Return the name of a number."""
        kind = TYPES[letter]
        number = np.uint32(value).view(np.int32) if letter == "i" else kind(value)
        if letter == "f" and math.isnan(value):
            self.nan = True
        key = letter, number.tobytes().hex()
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"K{len(self._names)}{letter}"
            self.namespace[name] = self._constants[name] = number
        return name

    def viewed(self, name: str, letter: str) -> str:
        """Return the name of an integer constant with another sign; empty if the name is no constant."""
        number = self._constants.get(name)
        return "" if number is None else self.literal(letter, int(number.view(np.uint32)))

    def is_number(self, name: str) -> bool | None:
        """Say whether a constant is a number or NaN; None if the name is no constant."""
        number = self._constants.get(name)
        return None if number is None else bool(number == number)

    def evaluate(self, text: str) -> bool:
        """Return the value of a condition on constants."""
        return bool(eval(text, self.namespace))


def _letter(leaf: Leaf) -> str:
    if leaf.kind == "bool":
        return "b"
    if leaf.width != 32:
        raise Refused(f"numbers of {leaf.width} bits, in many lanes")
    return "f" if leaf.kind == "float" else "i" if leaf.signed else "u"


def namespace() -> dict[str, Any]:
    """Return what generated code calls by name."""
    names: dict[str, Any] = {"np": np, "BOOL": np.bool_}
    for source in (mathematics, packing, integers, floats, memory, state):
        names.update({name: value for name, value in vars(source).items() if not name.startswith("_")})
    return names
