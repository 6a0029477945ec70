"""Which ways to drive a module change nothing that it could see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.core.program import Program
from aberration.core.ways import WAYS, Way
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import BuiltIn, Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

_LEAST_PUSHED: Final = 8
"""Bytes of push constants of which there are two halves."""


def fitting_ways(program: Program) -> tuple[str, ...]:
    """Return the names of the ways that a module may be driven in, in the order of the table."""
    module = Module.parse(program.source)
    try:
        seen = frozenset(_changes_seen(module))
        bound = any(_is_bound(one.ops[0]) for one in _variables(module))
    finally:
        module.clear()
    pushed = len(program.inputs.push_constants()) >= _LEAST_PUSHED
    return tuple(
        way.name
        for way in WAYS.values()
        if "vulkan" in way.apis
        and program.stage in way.stages
        and way.name not in program.inputs.ways
        and way.changes not in seen
        and (not way.needs or (pushed if way.needs == "push constants" else bound))
        and not _too_little_to_part(way, program)
    )


def _changes_seen(module: Module) -> Iterator[str]:
    """Yield what a module could see: it may store what outlives it, or asks how many workgroups
    there are.
    """
    for one in _variables(module):
        if one.ops[0] == StorageClass.STORAGE_BUFFER:
            yield "invocations"
    for one in module.preamble:
        if one.op == o.OpDecorate and one.ops[1] == Decoration.BUFFER_BLOCK:
            yield "invocations"
        if (
            one.op == o.OpDecorate
            and one.ops[1] == Decoration.BUILT_IN
            and one.ops[2] == BuiltIn.NUM_WORKGROUPS
        ):
            yield "groups"


def _variables(module: Module) -> Iterator[Instruction]:
    return (one for one in module.globals if one.op == o.OpVariable)


def _is_bound(storage: int) -> bool:
    return storage in (StorageClass.UNIFORM, StorageClass.STORAGE_BUFFER)


def _too_little_to_part(way: Way, program: Program) -> bool:
    """Whether there is one workgroup, and parts of the dispatch are wanted."""
    return way.name == "DispatchInParts" and max(program.inputs.groups) < 2
