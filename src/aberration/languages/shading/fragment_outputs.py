"""The outputs of a fragment shader that go to attachments, by location."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.core.attachments import DEPTH, Output

from .checker import Typing
from .checker.symbols import VariableSymbol
from .resources import number_of
from .stage_inputs import entry_of, struct_node
from .tree import Attribute, Declare, Function, LanguageName, Member, Name, Requalify
from .types import VOID, Scalar, Struct, Type, Vector, stored_type

_ELSEWHERE: Final = ("index", "component", "blend_src")
"""Attributes that lead an output elsewhere."""
_OTHER_TESTS: Final = ("early_fragment_tests",)
"""Words of a layout with which another depth than the shader's is kept (GLSL 4.60, 4.4.1.3)."""
_DEPTH: Final = "gl_FragDepth"
_Declared = tuple[int | None, Output | None]


def outputs_of(typing: Typing, language: LanguageName) -> dict[int, Output]:
    """Return the outputs of a fragment shader that are alone at their locations: scalars and
    vectors. In GLSL and ESSL a single output without a location is at 0; where one of several
    states none, none is there. A depth is there where what the shader gives is what is kept.
    """
    depth = {DEPTH: Output("float", 1)} if _keeps_depth(typing, language) else {}
    return _colours_of(typing, language) | depth


def depth_symbol(typing: Typing) -> VariableSymbol | None:
    """Return GLSL's `gl_FragDepth` where a shader uses it, and does not declare it again."""
    used = (one for one in typing.symbols.values() if one.name == _DEPTH and one.role == "out")
    found = next(used, None)
    return found if found is not None and found.node is None else None


def is_depth(attributes: tuple[Attribute, ...]) -> bool:
    """Whether a result of WGSL is the depth."""
    return any(
        one.name == "builtin" and isinstance(one.args[0], Name) and one.args[0].name == "frag_depth"
        for one in attributes
    )


def _keeps_depth(typing: Typing, language: LanguageName) -> bool:
    """Whether the depth of a fragment is what the shader gives."""
    if language == "wgsl":
        return any(map(is_depth, _result_attributes(typing)))
    others = any(
        isinstance(one, Requalify) and any(word.name in _OTHER_TESTS for word in one.attributes)
        for one in typing.module.decls
    )
    return not others and depth_symbol(typing) is not None


def _entry(typing: Typing) -> tuple[Function | None, Type]:
    """Return the entry point of WGSL with the type of its result; None where there is none."""
    node = entry_of(typing, "fragment")
    symbol = next((one for one, body in typing.bodies.items() if body is node), None)
    return (None, VOID) if symbol is None else (node, symbol.result)


def _result_attributes(typing: Typing) -> Iterator[tuple[Attribute, ...]]:
    """Give the attributes of each part of the result of an entry point of WGSL."""
    node, type = _entry(typing)
    if node is None:
        return
    members: tuple[Member, ...] = ()
    if isinstance(type, Struct):
        members = struct_node(typing, type).members
    yield from (member.attributes for member in members)
    yield node.result_attributes


def _colours_of(typing: Typing, language: LanguageName) -> dict[int, Output]:
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
            yield _declaration_of(typing, one.attributes, typing.declared[id(one)].type)


def _of_entry(typing: Typing) -> Iterator[_Declared]:
    node, type = _entry(typing)
    if node is None:
        return
    if not isinstance(type, Struct):
        if not is_depth(node.result_attributes):
            yield _declaration_of(typing, node.result_attributes, type)
        return
    members = struct_node(typing, type).members
    for member, inner in zip(members, type.members, strict=True):
        if any(one.name == "location" for one in member.attributes):
            yield _declaration_of(typing, member.attributes, inner.type)


def _declaration_of(typing: Typing, attributes: tuple[Attribute, ...], type: Type) -> _Declared:
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
