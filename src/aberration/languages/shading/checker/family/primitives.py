"""Checks what geometry shaders say of the primitives that they take and give."""

from __future__ import annotations

from typing import Final

from ...tree import Attribute, Function, Node, Requalify
from ...types import Array, Type
from ..fault import fail
from ..primitives import GIVEN, VERTICES, defaults_of, vertices_of
from .state import FamilyChecker, spelling

WORDS: Final = VERTICES.keys() | GIVEN
NUMBERS: Final = frozenset(("invocations", "max_vertices"))
"""Layout identifiers with a value, of inputs and of outputs."""


def input_type(checker: FamilyChecker, node: Node, type: Type) -> Type:
    """Return the type of an input of a geometry shader with its size: an array that has an element
    for each vertex.
    """
    if not isinstance(type, Array):
        fail(node, "an array as the input of a geometry shader", spelling(type))
    count = vertices_of(checker.module)
    if type.size is not None and count is not None and type.size != count:
        fail(node, f"an array of {count}, one for each vertex", f"one of {type.size}")
    return type if type.size is not None else type.element.array(count)


def check_default(checker: FamilyChecker, node: Requalify, attribute: Attribute) -> None:
    """Refuse identifiers of geometry shaders elsewhere."""
    name = attribute.name
    if name not in WORDS | NUMBERS:
        return
    places = {"in"} if name == "invocations" or name in VERTICES else {"out"}
    if name == "points":
        places = {"in", "out"}
    if checker.stage != "geometry" or node.storage not in places:
        wanted = " or ".join(sorted(places))
        fail(attribute, f"`layout({name}) {wanted};` in a geometry shader", "another place")


def check_primitives(checker: FamilyChecker) -> None:
    """Refuse a geometry shader that does not say what it takes and gives: it is not linked (GLSL
    4.60, 4.4.1.2 "Geometry Shader Inputs" and 4.4.2.2 "Geometry Outputs").
    """
    if checker.stage != "geometry":
        return
    taken, given = (
        {one.name for one in defaults_of(checker.module, storage)} for storage in ("in", "out")
    )
    if taken & VERTICES.keys() and given & GIVEN and "max_vertices" in given:
        return
    for one in checker.module.decls:
        if isinstance(one, Function) and one.name == "main":
            fail(one, "the primitives that a geometry shader takes and gives", "none")
