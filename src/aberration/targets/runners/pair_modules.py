"""Pairs of a vertex and a fragment shader as two modules: what one hands on has to be what the
other takes (Vulkan 1.3, 15.1.3 "Interface Matching").
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.outcome import Outcome, Rejected, Translated
from aberration.core.program import Program, without_comments
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


def handing_refusal(vertex: VertexModule, fragment: VertexModule) -> str:
    """Return why no device may link two stages, or nothing: only numbers, vectors, matrices and
    arrays of them at the beginning of their locations are looked at.
    """
    for one in (vertex, fragment):
        if one.entry_points > 1:
            return "several entry points, and which variables are of a stage is not looked at"
    given, taken = vertex.columns(HANDED_ON), fragment.columns(TAKEN)
    for found in (given, taken):
        if isinstance(found, str):
            return f"{found} handed from stage to stage"
    lost = [one for one in taken if one not in given]
    if lost and not isinstance(lost[0], str):
        return f"location {lost[0].location} is not handed on as it is taken"
    return ""


def pair_refusal(vertex: Program, fragment: Program) -> str:
    """Return why no device draws with two modules, or nothing."""
    stage = VertexModule(vertex.source)
    unfit = handing_refusal(stage, VertexModule(fragment.source))
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
    unlike = _moved_apart(first, second, text)
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


def _moved_apart(vertex: Program, fragment: Program, text: bytes) -> str:
    """Return the name of an input whose location no text states, and that has no output of its name
    there, or nothing: a front end that sees one shader numbers the others as it likes.
    """
    given = VertexModule(vertex.source).locations(HANDED_ON)
    taken = VertexModule(fragment.source).locations(TAKEN)
    stated = {name.decode() for name in _STATED.findall(without_comments(text))}
    apart = (name for name, at in taken.items() if name not in stated and given.get(name) != at)
    return next((name or "what has no name" for name in apart), "")
