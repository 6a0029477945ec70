"""What a vertex shader in WGSL hands on to the fragment shader of a pair: members of its result,
which are inputs at the same location.

A point has one vertex, of which its only fragment has all that is handed on (WebGPU, "Point
Rasterization"), so that an input is the output of the pixel's own vertex, exactly. Nothing is left
unwritten: the result is a whole value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from ..stage_inputs import located_inputs, struct_node
from ..tree import Attribute, Member, Name, Param
from ..types import Struct, Type, Vector, element_of, stored_type
from .generator import Generator
from .interface import ShaderInterface
from .trap import Refused
from .vertex import location_of

HANDED: Final = "handed"
"""The Python variable that holds the result of the vertex shader."""
MOST: Final = 14
"""Variables between the stages, and locations, that every device has where it draws points: 15 of
WebGPU's compatibility mode, less one for points (WebGPU, "validating inter-stage interfaces").
"""
_NUMBERS: Final = ("float", "int", "uint")


class Handed(msgspec.Struct, frozen=True, eq=False):
    """A member of the vertex shader's result at a location; `words` say how it is interpolated,
    `texts` are the components in Python.
    """

    name: str
    type: Type
    words: tuple[str, ...]
    texts: tuple[str, ...]


def handed_on(
    vertex: Generator, shader: ShaderInterface, fragment: Generator
) -> Mapping[int, Handed]:
    """Return what the vertex shader of a pair, whose outside is `shader`, hands on by location;
    raise `Refused` for what not every device lets the fragment shader take, and for an input
    without such an output.
    """
    found = dict(_outputs(vertex, shader))
    for node, type in located_inputs(fragment.typing, "fragment"):
        location = _location(fragment, node)
        given = found.get(location)
        if given is None:
            raise Refused(f"the input {node.name}, which the vertex shader does not hand on")
        if given.type is not stored_type(type):
            raise Refused(
                f"the input {node.name} of type {type.wgsl}, which the vertex shader hands on as "
                f"{given.type.wgsl}"
            )
        if given.words != _words(node.attributes):
            raise Refused(f"the input {node.name}, which is interpolated otherwise as an output")
    return found


def taken_texts(gen: Generator, node: Param | Member, handed: Mapping[int, Handed]) -> list[str]:
    """Return the components of an input of the fragment shader of a pair."""
    return list(handed[_location(gen, node)].texts)


def _outputs(gen: Generator, shader: ShaderInterface) -> Iterator[tuple[int, Handed]]:
    type = stored_type(shader.entry.result)
    if not isinstance(type, Struct):
        raise Refused("a vertex shader of a pair that gives its position alone")
    members = struct_node(gen.typing, type).members
    if len(members) > MOST + 1:
        raise Refused(f"more than {MOST} variables between two stages")
    for k, (node, member) in enumerate(zip(members, type.members, strict=True)):
        words = {one.name: one for one in node.attributes}
        if "location" in words:
            made = stored_type(member.type)
            texts = _texts(f"{HANDED}[{k}]", made, node.name)
            yield _location(gen, node), Handed(node.name, made, _words(node.attributes), texts)
        elif _names_in(words["builtin"]) != ("position",):
            raise Refused(f"the output {node.name} of the vertex shader of a pair")


def _location(gen: Generator, node: Param | Member) -> int:
    found = location_of(gen, node.attributes)
    if found is None or found >= MOST:
        raise Refused(f"the location of {node.name}, and {MOST} are between two stages")
    return found


def _texts(text: str, type: Type, name: str) -> tuple[str, ...]:
    element = element_of(type)
    if element is None or element.kind not in _NUMBERS:
        raise Refused(f"the variable {name} of type {type.wgsl} between two stages")
    if isinstance(type, Vector):
        return tuple(f"{text}[{k}]" for k in range(type.size))
    return (text,)


def _words(attributes: tuple[Attribute, ...]) -> tuple[str, ...]:
    """Return how a variable is interpolated, in the words of the text: some versions tell apart
    what the text leaves out and what is so without it.
    """
    return next((_names_in(one) for one in attributes if one.name == "interpolate"), ())


def _names_in(node: Attribute) -> tuple[str, ...]:
    return tuple(one.name for one in node.args if isinstance(one, Name))
