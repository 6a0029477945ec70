"""The outputs of a fragment shader that go to colour attachments, by location."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.core.attachments import Output

from .checker import Typing
from .resources import number_of
from .stage_inputs import entry_of, struct_node
from .tree import Attribute, Declare, LanguageName
from .types import Scalar, Struct, Type, Vector, stored_type

_ELSEWHERE: Final = ("index", "component", "blend_src")
"""Attributes that lead an output elsewhere."""
_Declared = tuple[int | None, Output | None]


def outputs_of(typing: Typing, language: LanguageName) -> dict[int, Output]:
    """Return the outputs of a fragment shader that are alone at their locations: scalars and
    vectors. In GLSL and ESSL a single output without a location is at 0; where one of several
    states none, none is there.
    """
    found = list(_of_entry(typing) if language == "wgsl" else _of_variables(typing))
    if len(found) == 1 and found[0][0] is None and language != "wgsl":
        found = [(0, found[0][1])]
    if any(location is None for location, _ in found):
        return {}
    locations = [location for location, _ in found]
    return {
        location: output
        for location, output in found
        if location is not None and output is not None and locations.count(location) == 1
    }


def _of_variables(typing: Typing) -> Iterator[_Declared]:
    variables = (
        variable
        for declaration in typing.module.decls
        if isinstance(declaration, Declare)
        for variable in declaration.variables
    )
    for one in variables:
        if one.storage == "out":
            yield _declared(typing, one.attributes, typing.declared[id(one)].type)


def _of_entry(typing: Typing) -> Iterator[_Declared]:
    node = entry_of(typing, "fragment")
    symbol = next((one for one, body in typing.bodies.items() if body is node), None)
    if node is None or symbol is None:
        return
    type = symbol.result
    if not isinstance(type, Struct):
        yield _declared(typing, node.result_attributes, type)
        return
    members = struct_node(typing, type).members
    for member, inner in zip(members, type.members, strict=True):
        if any(one.name == "location" for one in member.attributes):
            yield _declared(typing, member.attributes, inner.type)


def _declared(typing: Typing, attributes: tuple[Attribute, ...], type: Type) -> _Declared:
    """Return location and type of an output, as far as they are known."""
    words = {one.name: one for one in attributes}
    location = number_of(words.get("location"), typing)
    if any(name in words for name in _ELSEWHERE):
        return location, None
    return location, _output(stored_type(type))


def _output(type: Type) -> Output | None:
    scalar = type.component if isinstance(type, Vector) else type
    if not isinstance(scalar, Scalar):
        return None
    count = type.size if isinstance(type, Vector) else 1
    if scalar.kind == "float" or scalar.kind == "int" or scalar.kind == "uint":
        return Output(scalar.kind, count)
    return None
