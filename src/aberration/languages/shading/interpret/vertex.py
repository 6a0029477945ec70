"""The vertex stage of a program under test: what a vertex is given, and what it has to give so that
it is a point on its own pixel (docs/formats.md, "Programs for the vertex stage").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from aberration.core.attributes import RESULT, Attribute, location_clash, value_text

from ..checker.symbols import VariableSymbol
from ..rules import SECOND_GENERATION
from ..tree import Attribute as Word
from ..tree import Member, Name, Param, StructDecl, Variable
from ..types import FLOAT, Array, Matrix, Scalar, Struct, Type, Vector, vector
from .generator import Generator
from .interface import ShaderInterface
from .texts import as_list, in_memory_text
from .trap import Refused
from .value import Value, count_of

VERTEX: Final = "ids[1] * ids[3] + ids[0]"
"""The number of a vertex: column and row of its pixel come first in `ids`, and the size of the
image fourth.
"""
_PLACE: Final = tuple(
    f"unpack(pack((2.0 * ids[{k}] + 1.0) / ids[{k + 3}] - 1.0))[0]" for k in range(2)
)
"""The middle of its pixel, as `core.attributes` has it."""
POSITION: Final = (*_PLACE, "0.0", "1.0")
_DOWN: Final = (_PLACE[0], f"-{_PLACE[1]}", "0.0", "1.0")
"""Where it has to be; in WGSL rows go down."""
POINT: Final = ("gl_Position", "gl_PointSize")
_VEC4: Final = vector(FLOAT, 4)


# ---- what a vertex is given


def set_attributes(gen: Generator, shader: ShaderInterface) -> None:
    """Give the attributes that a shader names their values."""
    named = frozenset(gen.typing.symbols.values())
    wanted = [(location, symbol) for location, symbol in shader.attributes if symbol in named]
    found = [
        (symbol, _attribute(gen, symbol.name, _given_type(symbol, shader), at))
        for at, symbol in wanted
    ]
    _check_locations(one for _, one in found)
    for symbol, attribute in found:
        gen.passed.add(symbol)
        texts = tuple(_texts(attribute))
        type = _given_type(symbol, shader)
        joined = ", ".join(texts)
        if type is not symbol.type:
            joined = f"[{as_list(Value(type, texts))}]"
        elif gen.is_in_memory(symbol):
            joined = in_memory_text(type, as_list(Value(type, texts)))
        gen.writer.line(f"{', '.join(gen.names_of(symbol))} = {joined}")


def _given_type(symbol: VariableSymbol, shader: ShaderInterface) -> Type:
    """Return the type of what a vertex gives for an input, which a geometry shader has in an array
    of its primitive's vertices.
    """
    if shader.stage == "geometry" and isinstance(symbol.type, Array):
        return symbol.type.element
    return symbol.type


def input_texts(gen: Generator, node: Param | Member, type: Type) -> list[str]:
    """Return the values of an input that an entry point of WGSL has at a location."""
    return _texts(_input(gen, node, type))


def check_inputs(gen: Generator, inputs: Iterable[tuple[Param | Member, Type]]) -> None:
    """Refuse inputs of an entry point of WGSL that the inputs of the program do not fit."""
    _check_locations(_input(gen, node, type) for node, type in inputs)


def _input(gen: Generator, node: Param | Member, type: Type) -> Attribute:
    return _attribute(gen, node.name, type, location_of(gen, node.attributes))


def _check_locations(attributes: Iterable[Attribute]) -> None:
    """Refuse attributes that share a location, or need more than there are."""
    clash = location_clash(attributes)
    if clash is None:
        return
    one, other = clash.attribute, clash.other
    if other:
        raise Refused(f"the attributes {other} and {one.name}, both at location {clash.location}")
    raise Refused(f"the attribute {one.name} up to location {one.location + one.columns - 1}")


def location_of(gen: Generator, words: Sequence[Word]) -> int | None:
    """Return the location that attributes of a declaration state, if any."""
    word = next((one for one in words if one.name == "location"), None)
    if word is None:
        return None
    found = gen.integer_of(word.args[0])
    if found is None:
        raise Refused("a location that is not known")
    return found


def _attribute(gen: Generator, name: str, type: Type, location: int | None) -> Attribute:
    """Return what the inputs give for an input of a vertex shader."""
    found = next((one for one in gen.given.attributes if one.name == name), None)
    if found is None:
        raise Refused(f"the attribute {name}, which the inputs do not give")
    if location is not None and location != found.location:
        message = f"the attribute {name} at location {location}, for which the inputs have it"
        raise Refused(f"{message} at {found.location}")
    if _shape_of(type) != (found.numbers, found.components, found.columns):
        title = type.wgsl if gen.typing.module.language == "wgsl" else type.glsl
        message = f"the attribute {name} of type {title}, for which the inputs have"
        columns = f" by {found.columns}" if found.columns > 1 else ""
        raise Refused(f"{message} {found.components}{columns} of {found.numbers}")
    return found


def _shape_of(type: Type) -> tuple[str, int, int]:
    """Return scalar type, components and columns."""
    if isinstance(type, Matrix):
        return type.component.kind, type.rows, type.columns
    if isinstance(type, Vector):
        return type.component.kind, type.size, 1
    return (type.kind, 1, 1) if isinstance(type, Scalar) else ("", 0, 0)


def _texts(attribute: Attribute) -> list[str]:
    """Return the values of all components, columns one after the other."""
    if attribute.place:
        return list(_PLACE)
    return [
        value_text(attribute, column, component, VERTEX)
        for column in range(attribute.columns)
        for component in range(attribute.components)
    ]


# ---- what it has to give


def check_point(gen: Generator, shader: ShaderInterface, *, paired: bool = False) -> None:
    """Write the check of a vertex shader in GLSL or ESSL that its point lies on its pixel; refuse
    one that hands on something else than a colour where it is not one of a pair.
    """
    if paired:
        _check_own_outputs(gen, shader)
    else:
        check_outputs(gen, shader)
    own = {one.name: one for one in gen.typing.symbols.values() if one.node is None}
    missing = next((name for name in POINT if name not in own), None)
    if missing is not None:
        gen.writer.line(f"raise {trap_text(f'{missing} is never written')}")
        return
    given = [text for name in POINT for text in component_texts(gen, own[name])]
    message = "gl_Position or gl_PointSize is another, or is not written as a whole"
    _compare(gen, given, (*POSITION, "1.0"), message)


def check_result(gen: Generator, node: StructDecl | None, result: Type) -> None:
    """Write the check of a vertex shader in WGSL that its point lies on its pixel; refuse one that
    gives anything but that and a colour. `node` declares its result, a structure.
    """
    members = () if node is None else node.members
    types = [one.type for one in result.members] if isinstance(result, Struct) else []
    words = [{word.name: word for word in one.attributes} for one in members]
    for member, type, found in zip(members, types, words, strict=True):
        if "location" in found:
            _check_colour(gen, member, type, found)
        elif not _says(found.get("builtin"), "position"):
            raise Refused(f"the output {member.name} of a program for the vertex stage")
    if not any("location" in found for found in words):
        raise Refused("a program for the vertex stage that hands on no colour at location 0")
    check_position(gen, members, "result")


def check_position(gen: Generator, members: Sequence[Member], text: str) -> None:
    """Write the check that a vertex shader in WGSL, whose result is a structure of these members
    in a Python variable, gives the middle of its pixel as its position.
    """
    words = [{word.name for word in one.attributes} for one in members]
    number = next(k for k, found in enumerate(words) if "builtin" in found)
    given = [f"{text}[{number}][{k}]" for k in range(4)]
    _compare(gen, given, _DOWN, "its position is another")


def check_outputs(gen: Generator, shader: ShaderInterface) -> None:
    """Refuse other outputs than the point and the colour, and one that a fragment shader would not
    find.
    """
    _check_own_outputs(gen, shader)
    module = gen.typing.module
    old = module.version < SECOND_GENERATION[module.language]
    for location, symbol in shader.outputs:
        node = symbol.node
        assert isinstance(node, Variable)
        is_form = node.storage == "varying" if old else "flat" in node.qualifiers
        if symbol.name != RESULT or symbol.type is not _VEC4 or location or not is_form:
            wanted = f"{'varying' if old else 'flat out'} vec4 {RESULT} at location 0"
            raise Refused(f"the output {symbol.name}, which is not `{wanted}`")
    if not shader.outputs:
        raise Refused(f"a program for the {shader.stage} stage without the output {RESULT}")


def _check_own_outputs(gen: Generator, shader: ShaderInterface) -> None:
    """Refuse outputs of the language other than the point."""
    for symbol in gen.typing.symbols.values():
        if symbol.node is None and symbol.role == "out" and symbol.name not in POINT:
            raise Refused(f"the output {symbol.name} of a program for the {shader.stage} stage")


def _check_colour(gen: Generator, member: Member, type: Type, words: Mapping[str, Word]) -> None:
    if location_of(gen, member.attributes) or not _says(words.get("interpolate"), "flat"):
        raise Refused(f"the output {member.name}, which is not flat at location 0")
    if type is not _VEC4:
        raise Refused(f"the output {member.name}, which is no vec4f")


def _says(word: Word | None, name: str) -> bool:
    """Whether the first argument of an attribute is this name."""
    first = word.args[0] if word is not None and word.args else None
    return isinstance(first, Name) and first.name == name


def component_texts(gen: Generator, symbol: VariableSymbol) -> tuple[str, ...]:
    """Return the texts of the components of a variable of numbers."""
    names = gen.names_of(symbol)
    if not gen.is_in_memory(symbol):
        return names
    return tuple(f"{names[0]}[{k}]" for k in range(count_of(symbol.type)))


def _compare(gen: Generator, given: Sequence[str], wanted: Sequence[str], message: str) -> None:
    pairs = zip(given, wanted, strict=True)
    gen.writer.line(f"try: apart = {' or '.join(f'{one} != {other}' for one, other in pairs)}")
    gen.writer.line(f"except (NameError, TypeError): raise {trap_text(message)} from None")
    gen.writer.line(f"if apart: raise {trap_text(message)}")


def trap_text(message: str) -> str:
    """Return the text of what a vertex elsewhere than on its pixel raises."""
    return f"Undefined('position', 'a point does not lie on its pixel: {message}')"
