"""What our interpreter proves of a seed: which places its invocations come to, and what integers
and booleans hold there, over all of them.

Only what is the same on every implementation is known: nothing rests on how floats are rounded, on
what is undefined, or on which invocation comes first at a counter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.call_graph import reaches
from aberration.languages.spirv.enums import Decoration, FunctionControl
from aberration.languages.spirv.given_constants import with_given_constants
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.interpret.interface import Interface
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.probes import MOST_VALUES, Probe, Seen
from aberration.languages.spirv.interpret.proof import Proof
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.preamble import entry_points, has_decoration
from aberration.languages.spirv.splitting import can_split

from ...shaders.proved import Proofs
from ..shading.environment import Environment
from ..shading.expressions import Read
from .ids import kind_of_type, read_of

PLACES: Final = 96
"""Places that are looked at."""
_NEAR: Final = 4
"""Values of each that were computed last; the others are any."""
_PROMISES: Final = FunctionControl.PURE | FunctionControl.CONST


class Profile(msgspec.Struct, frozen=True):
    """What is known at each place that runs, and the places that nothing ever comes to."""

    environments: dict[Place, Environment]
    dead: tuple[Place, ...]


def profile(program: Program, proofs: Proofs, rng: Rng) -> Profile:
    """Run a seed, and look at places of it; raise `BadInput` where it is no test."""
    known = proofs.of(program)
    module = Module.parse(program.source)
    try:
        anchors = _draw_anchors(module, rng)
        usable = _usable_values(module, known)
        values = [_values_at(module, anchor, usable, rng) for anchor in anchors]
        probes = tuple(
            Probe(_block_of(anchor), module.position(anchor), tuple(ids))
            for anchor, ids in zip(anchors, values, strict=True)
        )
        found = proofs.of(program, probes)
        places = [Place.of(module, anchor) for anchor in anchors]
        reads = [[_read(module, value_id) for value_id in ids] for ids in values]
        invocations = _invocations(module, program)
    finally:
        module.clear()
    environments: dict[Place, Environment] = {}
    dead: list[Place] = []
    for place, names, seen in zip(places, reads, found.seen, strict=True):
        if seen is not None and seen.count:
            environments[place] = _environment(place, names, seen, invocations)
        elif seen is not None:
            dead.append(place)
    return Profile(environments, tuple(dead))


def _draw_anchors(module: Module, rng: Rng) -> list[Instruction]:
    """Return instructions before which code may stand, in random order."""
    entry = entry_points(module)[0].ops[1]
    all_of_them = [
        each
        for function in module.functions
        if _may_change(module, function, entry)
        for block in function.blocks
        if module.reachable(block)
        for each in block.instructions
        if each.op != o.OpPhi and can_split(module, each)
    ]
    return rng.shuffled(all_of_them)[:PLACES]


def _may_change(module: Module, function: Function, entry: int) -> bool:
    if function.definition.ops[0] & _PROMISES:
        return False
    return function.id == entry or reaches(module, entry, function.id)


def _usable_values(module: Module, known: Proof) -> list[int]:
    """Return the integers and booleans that are the same on every implementation."""
    kinds = [
        each.result_id
        for op in (o.OpTypeBool, o.OpTypeInt)
        for each in module.by_opcode(op)
        if kind_of_type(module, each.result_id) is not None
    ]
    return [
        value_id
        for type_id in kinds
        for value_id in module.values_of_type(type_id)
        if value_id in known.ranges
        and not has_decoration(module, value_id, Decoration.RELAXED_PRECISION)
    ]


def _values_at(module: Module, anchor: Instruction, usable: Sequence[int], rng: Rng) -> list[int]:
    """Return values that are available before an instruction: those computed last, and any."""
    possible = [one for one in usable if available_before(module, one, anchor)]
    before = set(_before(module, anchor))
    here = [one for one in possible if module.definition(one) in before]
    near = sorted(here, key=lambda one: -_position(module, one))[:_NEAR]
    rest = rng.shuffled([one for one in possible if one not in near])
    return [*near, *rest][:MOST_VALUES]


def _before(module: Module, anchor: Instruction) -> list[Instruction]:
    assert anchor.block is not None
    return anchor.block.instructions[: module.position(anchor)]


def _position(module: Module, value_id: int) -> int:
    found = module.definition(value_id)
    return -1 if found is None else module.position(found)


def _block_of(anchor: Instruction) -> int:
    assert anchor.block is not None
    return anchor.block.id


def _read(module: Module, value_id: int) -> Read:
    kind = kind_of_type(module, module.type_of(value_id))
    assert kind is not None
    return read_of(value_id, kind)


def _invocations(module: Module, program: Program) -> int:
    inputs = program.inputs
    if program.draws:
        pixels = sum(tile.width * tile.height for tile in inputs.tiles)
        return pixels or inputs.width * inputs.height
    if inputs.constants:
        # They may be the size of a workgroup.
        module = Module.parse(with_given_constants(program).source)
    size = Interface(module, Leaves(module)).local_size
    return max(math.prod(inputs.groups) * math.prod(size), 1)


def _environment(place: Place, reads: Sequence[Read], seen: Seen, invocations: int) -> Environment:
    return Environment(
        key=f"{place.id}:{place.op}:{place.skip}",
        reads=tuple(reads),
        states=seen.states,
        limits=seen.limits,
        uniform=frozenset(),
        targets=(),
        turns=-(-seen.count // invocations),
    )
