"""What of a SPIR-V module decides how it may be driven."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from aberration.core.program import Program
from aberration.core.ways import Changes, Needs
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import BuiltIn, Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.specialise import has_numbers_to_specialise

from .traits import Traits

_LEAST_PUSHED: Final = 8
"""Bytes of push constants of which there are two halves."""

_SEEN: Final[Mapping[int, Changes]] = MappingProxyType(
    {BuiltIn.HELPER_INVOCATION: "helpers", BuiltIn.NUM_WORKGROUPS: "groups"}
)


def module_traits(program: Program) -> Traits:
    """Return what a module could see, and what it has."""
    module = Module.parse(program.source)
    try:
        seen = frozenset(_changes_seen(module))
        bound = any(_is_bound(one.ops[0]) for one in _variables(module))
        numbers = has_numbers_to_specialise(module)
    finally:
        module.clear()
    pushed = len(program.inputs.push_constants()) >= _LEAST_PUSHED
    found: tuple[tuple[Needs, bool], ...] = (
        ("buffers", bound),
        ("push constants", pushed),
        ("constants", numbers),
    )
    return Traits(seen, frozenset(name for name, there in found if there))


def _changes_seen(module: Module) -> Iterator[Changes]:
    """Yield what a module could see: it may store what outlives it, or asks what it can be told."""
    for one in _variables(module):
        if one.ops[0] == StorageClass.STORAGE_BUFFER:
            yield "invocations"
    for one in module.preamble:
        if one.op == o.OpDecorate and one.ops[1] == Decoration.BUFFER_BLOCK:
            yield "invocations"
        if one.op == o.OpDecorate and one.ops[1] == Decoration.BUILT_IN and one.ops[2] in _SEEN:
            yield _SEEN[one.ops[2]]


def _variables(module: Module) -> Iterator[Instruction]:
    return (one for one in module.globals if one.op == o.OpVariable)


def _is_bound(storage: int) -> bool:
    return storage in (StorageClass.UNIFORM, StorageClass.STORAGE_BUFFER)
