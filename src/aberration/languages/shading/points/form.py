"""Vertex and geometry shaders that are programs under test as they are written."""

from __future__ import annotations

from collections.abc import Iterator

from aberration.core.attributes import Attribute as VertexAttribute
from aberration.core.errors import BadInput

from ..builtins.row import Stage
from ..checker import Typing, check
from ..read import Shader
from ..resources import number_of
from ..rules import SECOND_GENERATION
from ..stage_inputs import entry_of, struct_node
from ..tree import Attribute, Declare, Interface, Member, Variable
from ..tree.walk import walk
from ..types import FLOAT, Struct, Type, stored_type, vector
from .attributes import PLACE, asked_attributes, with_locations
from .names import PLACE_NAME, RESULT_NAME


def is_point_shader(shader: Shader) -> bool:
    """Whether a shader declares the result, so that it has to have the form."""
    named = (one for one in walk(shader.module) if isinstance(one, Variable | Member))
    return any(one.name == RESULT_NAME for one in named)


def attributes_of(shader: Shader, stage: Stage = "vertex") -> tuple[VertexAttribute, ...]:
    """Return the attributes of a program for the vertex or geometry stage; raise `BadInput` where
    it gives something else than the result.
    """
    typing = check(shader.module, stage, shader.source)
    outputs = list(_module_outputs(typing) if _is_wgsl(shader) else _family_outputs(typing))
    names = ", ".join(name for name, _, _ in outputs) or "nothing"
    if [name for name, _, _ in outputs] != [RESULT_NAME]:
        raise BadInput(f"expected {RESULT_NAME} as the only output, but it gives {names}")
    ((_, type, flat),) = outputs
    if type is not vector(FLOAT, 4):
        raise BadInput(f"expected {RESULT_NAME} of four floats, but it is of type {type.glsl}")
    if not flat:
        raise BadInput(f"expected {RESULT_NAME} to be flat, but it is interpolated")
    asked = asked_attributes(typing, stage)
    placed = stage == "vertex" or any(one.name == PLACE_NAME for one in asked)
    # A geometry shader may have its place from `gl_in` alone.
    return with_locations(asked if placed else (*asked, PLACE))


def _is_wgsl(shader: Shader) -> bool:
    return shader.module.language == "wgsl"


_Output = tuple[str, Type, bool]
"""Name, type, and whether it is flat."""


def _family_outputs(typing: Typing) -> Iterator[_Output]:
    module = typing.module
    old = module.version < SECOND_GENERATION[module.language]
    for node in module.decls:
        if isinstance(node, Interface) and node.storage == "out":
            yield node.name, typing.structs[id(node)], False
        for one in node.variables if isinstance(node, Declare) else ():
            if one.storage in ("out", "varying"):
                yield one.name, typing.declared[id(one)].type, old or "flat" in one.qualifiers


def _module_outputs(typing: Typing) -> Iterator[_Output]:
    entry = entry_of(typing, "vertex")
    results = (one.result for one, body in typing.bodies.items() if body is entry)
    type = stored_type(next(results))
    if not isinstance(type, Struct):
        return
    for node, member in zip(struct_node(typing, type).members, type.members, strict=True):
        words = {one.name: one for one in node.attributes}
        if "builtin" not in words:
            first = number_of(words.get("location"), typing) == 0
            name = node.name if first else f"{node.name}, not at location 0"
            yield name, stored_type(member.type), _is_flat(words.get("interpolate"))


def _is_flat(attribute: Attribute | None) -> bool:
    return attribute is not None and getattr(attribute.args[0], "name", "") == "flat"
