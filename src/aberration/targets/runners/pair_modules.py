"""Pairs of a vertex and a fragment shader as two modules: what one hands on has to be what the
other takes (Vulkan 1.3, 15.1.3 "Interface Matching").
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from aberration.core.errors import MalformedModule, must_exist
from aberration.core.inputs import Inputs
from aberration.core.outcome import Outcome, Rejected, Translated
from aberration.core.program import Program, without_comments
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.operands import decode_string
from aberration.languages.spirv.preamble import decorations, entry_points
from aberration.languages.spirv.types import is_block_struct, pointee
from aberration.languages.spirv.varyings import Unmatched, matches
from aberration.targets.runners.interface import Interface, read_interface
from aberration.targets.runners.vertex_stage import HANDED_ON, TAKEN, VertexModule, module_refusal

_STATED: Final = re.compile(
    rb"\blayout\s*\([^()]*\blocation\b[^()]*\)[\w\s]*\bin\s[\w\s]*?(\w+)\s*(?:\[[^\[\];]*\]\s*)*;"
)
"""An input that states its location, alone in its declaration."""


def halves_of(program: Program) -> tuple[Program, Program]:
    """Return the vertex shader and the fragment shader of a pair, each by itself."""
    first, second = program.stages()
    vertex = replace(program, stage="vertex", source=first[1], companion=b"")
    return vertex, replace(vertex, stage="fragment", source=second[1])


def handing_refusal(vertex: bytes, fragment: bytes) -> str:
    """Return why no device may link two modules, or nothing (`languages.spirv.varyings`)."""
    modules = [Module.parse(one) for one in (vertex, fragment)]
    try:
        if any(len(entry_points(one)) > 1 for one in modules):
            return "several entry points, and which variables are of a stage is not looked at"
        matches(*modules)
    except Unmatched as error:
        return error.message
    finally:
        for one in modules:
            one.clear()
    return ""


def pair_refusal(vertex: Program, fragment: Program) -> str:
    """Return why no device draws with two modules, or nothing."""
    try:
        unfit = handing_refusal(vertex.source, fragment.source)
    except MalformedModule as error:
        return error.message
    stage = VertexModule(vertex.source)
    return unfit or module_refusal(stage, vertex.inputs, read_interface(vertex.source))


def has_resources(interface: Interface) -> bool:
    """Whether a stage asks for a block, an image or push constants."""
    images = [one for one in interface.images if one.used]
    return bool(interface.blocks or images or interface.stored or interface.push_constants)


def join_halves(vertex: Outcome, fragment: Outcome, program: Program) -> Outcome:
    """Return the pair of what a front end made of its two shaders; what it gave of the first that
    it did not translate.
    """
    if not isinstance(vertex, Translated):
        return vertex
    if not isinstance(fragment, Translated):
        return fragment
    first, second = vertex.program, fragment.program
    inputs = _inputs_of(first, second)
    if inputs is None:
        return Rejected("blocks or textures in both stages of a pair", unasked=True)
    _, text = program.stages()[1]
    stated = {name.decode() for name in _STATED.findall(without_comments(text))}
    second = replace(second, source=with_locations_of(first.source, second.source, stated))
    unlike = _moved_apart(first, second, stated)
    if unlike:
        return Rejected(f"{unlike} lies at another location in each stage", unasked=True)
    pair = replace(first, inputs=inputs, companion=second.source)
    return Translated(pair if program.stage == "vertex" else pair.companion_program())


def _inputs_of(vertex: Program, fragment: Program) -> Inputs | None:
    """Return the inputs where the one stage has them that asks for any; None where both do."""
    first, second = (has_resources(read_interface(one.source)) for one in (vertex, fragment))
    if first and second:
        return None
    given = fragment.inputs if second else vertex.inputs
    return replace(given, attributes=vertex.inputs.attributes)


def with_locations_of(vertex: bytes, fragment: bytes, stated: Collection[str]) -> bytes:
    """Return the fragment stage with each input where the vertex stage has the output of its name,
    but for those whose location a text has stated: a front end that sees one shader numbers the
    others as it likes.
    """
    given = VertexModule(vertex).locations(HANDED_ON)
    taken = VertexModule(fragment).locations(TAKEN)
    moved = {
        name: given[name]
        for name, at in taken.items()
        if name and name not in stated and given.get(name, at) != at
    }
    if not moved:
        return fragment
    module = Module.parse(fragment)
    names = {one.ops[0]: decode_string(one.ops[1:]) for one in module.by_opcode(o.OpName)}
    for variable in module.by_opcode(o.OpVariable):
        type_id = pointee(module, variable.type_id)
        named = type_id if is_block_struct(module, type_id) else variable.result_id
        location = moved.get(names.get(named, ""))
        for mark in decorations(module, variable.result_id) if location is not None else ():
            if mark.ops[1] == Decoration.LOCATION and variable.ops[0] == StorageClass.INPUT:
                module.set_operands(mark, [*mark.ops[:2], must_exist(location)])
    made = module.to_bytes()
    module.clear()
    return made


def _moved_apart(vertex: Program, fragment: Program, stated: Collection[str]) -> str:
    """Return the name of an input whose location no text states, and that has no output of its name
    there, or nothing.
    """
    given = VertexModule(vertex.source).locations(HANDED_ON)
    taken = VertexModule(fragment.source).locations(TAKEN)
    apart = (name for name, at in taken.items() if name not in stated and given.get(name) != at)
    return next((name or "what has no name" for name in apart), "")
