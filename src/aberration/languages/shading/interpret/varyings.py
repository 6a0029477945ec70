"""What a vertex shader hands on to the fragment shader of a pair, in GLSL and ESSL: which output is
which input, and that both stages say the same of it.

All fragments of a point have the data of its vertex, whatever an input's interpolation (OpenGL 4.6,
14.4 "Points"; OpenGL ES 3.2, 13.4). So an input is the output of the pixel's own vertex, exactly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

import msgspec

from ..checker.family.layouts import slots
from ..checker.symbols import VariableSymbol
from ..rules import SECOND_GENERATION
from ..tree import Attribute, Declare, Interface, Requalify, Variable
from ..types import Array, Matrix, Scalar, Struct, Type, Vector, is_numeric
from .generator import Generator
from .trap import Refused
from .value import scalar_of

MOST_ROWS: Final = 15
MOST_OLD_ROWS: Final = 8
"""Vectors of four that every driver hands on: `gl_MaxVaryingVectors` of ESSL 3.00, and of 1.00 and
the GLSL of its time.
"""
_INTERPOLATION: Final = frozenset(("flat", "noperspective", "centroid", "sample"))
_ROW: Final = 4
_LOCATED: Final = ("location", "component")
Key = str | tuple[int, int]


class Varying(msgspec.Struct, frozen=True, eq=False):
    """A variable or block between two stages, as one of them declares it. `symbols` are the
    variables that name it: itself, or those members of a block without a name of its own that the
    shader uses. `words` are its qualifiers of interpolation, of a block those of each member.
    """

    name: str
    type: Type
    symbols: Mapping[str, VariableSymbol]
    words: tuple[frozenset[str], ...]
    is_block: bool = False
    by_members: bool = False
    place: tuple[int, int] | None = None

    @property
    def key(self) -> Key:
        """What the two stages know it by: its location and component, or else its name."""
        return self.name if self.place is None else self.place


class Match(msgspec.Struct, frozen=True, eq=False):
    """The output that an input is."""

    output: Varying
    input: Varying

    def symbols(self) -> Iterator[tuple[VariableSymbol | None, VariableSymbol]]:
        """Give the variables of the fragment shader with those of the vertex shader, None for what
        that one never writes.
        """
        for name, taken in self.input.symbols.items():
            yield self.output.symbols.get(name), taken


def matches(vertex: Generator, fragment: Generator) -> tuple[Match, ...]:
    """Return what the vertex shader of a pair hands on, and the fragment shader takes; raise
    `Refused` where they may not be linked, or may be in other ways by other linkers.
    """
    given, taken = _varyings(vertex, "out"), _varyings(fragment, "in")
    _check_rows(vertex, given.values())
    _check_rows(fragment, taken.values())
    found = []
    for key, input in taken.items():
        output = given.get(key)
        if output is not None:
            _check_alike(output, input)
            found.append(Match(output, input))
        elif input.symbols:
            raise Refused(f"the input {input.name}, which the vertex shader does not hand on")
    return tuple(found)


# ---- what a stage declares


def _varyings(gen: Generator, role: str) -> dict[Key, Varying]:
    named = frozenset(gen.typing.symbols.values())
    found: dict[Key, Varying] = {}
    for one in _declared_varyings(gen, role, named):
        if found.setdefault(one.key, one) is not one:
            raise Refused(f"the variable {one.name}, whose place another one has")
    for node in gen.typing.module.decls:
        again = found.keys() & {*node.names} if isinstance(node, Requalify) else frozenset()
        if again:
            raise Refused(f"the variable {min(map(str, again))}, which is qualified once more")
    return found


def _declared_varyings(
    gen: Generator, role: str, named: frozenset[VariableSymbol]
) -> Iterator[Varying]:
    for node in gen.typing.module.decls:
        if isinstance(node, Declare):
            for variable in node.variables:
                symbol = gen.typing.declared[id(variable)]
                if symbol.role == role:
                    yield _variable(gen, variable, symbol, named)
        elif isinstance(node, Interface) and node.storage == role:
            yield _block(gen, node, named)


def _variable(
    gen: Generator, node: Variable, symbol: VariableSymbol, named: frozenset[VariableSymbol]
) -> Varying:
    if gen.typing.module.language == "essl" and _is_nested(symbol.type):
        raise Refused(f"the variable {node.name} of type {symbol.type.glsl} between two stages")
    words = _words(node.name, symbol.type, node.qualifiers)
    symbols = {"": symbol} if symbol in named else {}
    place = _place(gen, node.name, node.attributes)
    return Varying(node.name, symbol.type, symbols, (words,), place=place)


def _block(gen: Generator, node: Interface, named: frozenset[VariableSymbol]) -> Varying:
    type = gen.typing.structs[id(node)]
    if node.array or not isinstance(type, Struct):
        raise Refused(f"the array of blocks {node.name}")
    words = []
    for member, made in zip(node.members, type.members, strict=True):
        if member.attributes:
            raise Refused(f"the layout of {member.name}, a member of the block {node.name}")
        words.append(_words(member.name, made.type, (*node.qualifiers, *member.qualifiers)))
    symbols = {
        "" if node.instance else symbol.name: symbol for symbol in named if symbol.node is node
    }
    in_order = {name: symbols[name] for name in sorted(symbols)}
    place = _place(gen, node.name, node.attributes)
    return Varying(
        node.name, type, in_order, tuple(words), True, by_members=not node.instance, place=place
    )


def _words(name: str, type: Type, qualifiers: tuple[str, ...]) -> frozenset[str]:
    """Return the qualifiers of interpolation; refuse what not all drivers hand on."""
    if "invariant" in qualifiers:
        raise Refused(f"the variable {name}, which is invariant between two stages")
    found = _INTERPOLATION.intersection(qualifiers)
    for scalar in _scalars(type):
        if scalar.kind not in ("float", "int", "uint"):
            raise Refused(f"the variable {name} of {scalar.glsl} between two stages")
        if scalar.kind != "float" and "flat" not in found:
            raise Refused(f"the variable {name} of integers, which is not flat")
    return found


def _is_nested(type: Type) -> bool:
    """Whether it is an array or a structure in which there is another one: ESSL hands none on
    (ESSL 3.20, 4.3.4 "Input Variables").
    """
    if isinstance(type, Array):
        return isinstance(type.element, Array | Struct)
    inner = [member.type for member in type.members] if isinstance(type, Struct) else []
    return any(isinstance(one, Array | Struct) for one in inner)


def _scalars(type: Type) -> Iterator[Scalar]:
    if isinstance(type, Array):
        yield from _scalars(type.element)
    elif isinstance(type, Struct):
        for member in type.members:
            yield from _scalars(member.type)
    elif is_numeric(type):
        yield scalar_of(type)
    else:
        raise Refused(f"a variable of type {type.glsl} between two stages")


def _place(gen: Generator, name: str, attributes: tuple[Attribute, ...]) -> tuple[int, int] | None:
    given = {one.name: gen.integer_of(one.args[0]) for one in attributes if one.args}
    if not attributes:
        return None
    location, component = given.get("location"), given.get("component", 0)
    known = all(one in _LOCATED for one in given) and len(given) == len(attributes)
    if location is None or component is None or not known:
        raise Refused(f"the layout of {name} between two stages")
    return location, component


# ---- what the two have to say alike


def _check_alike(output: Varying, input: Varying) -> None:
    """Refuse what one stage says otherwise than the other."""
    kinds = (output.is_block, output.by_members) != (input.is_block, input.by_members)
    if kinds or (output.is_block and output.name != input.name):
        raise Refused(f"the input {input.name}, which is declared otherwise in the vertex shader")
    if not is_same_type(output.type, input.type):
        raise Refused(
            f"the input {input.name} of type {input.type.glsl}, which the vertex shader hands on "
            f"as {output.type.glsl}"
        )
    if output.words != input.words:
        raise Refused(f"the input {input.name}, which is interpolated otherwise as an output")


def is_same_type(one: Type, other: Type) -> bool:
    """Whether two stages mean the same by a type: structures have the same name and members."""
    if isinstance(one, Array) and isinstance(other, Array):
        return one.size == other.size and is_same_type(one.element, other.element)
    if not (isinstance(one, Struct) and isinstance(other, Struct)):
        return one is other
    alike = (one.glsl, len(one.members)) == (other.glsl, len(other.members))
    return alike and all(
        (mine.name, mine.row_major) == (theirs.name, theirs.row_major)
        and is_same_type(mine.type, theirs.type)
        for mine, theirs in zip(one.members, other.members, strict=True)
    )


def _check_rows(gen: Generator, varyings: Collection[Varying]) -> None:
    """Refuse more than every driver hands on, each variable without a place in rows of its own;
    and variables that share a place, or a location with others of another kind (GLSL 4.60, 4.4.1
    "Input Layout Qualifiers").
    """
    module = gen.typing.module
    most = MOST_OLD_ROWS if module.version < SECOND_GENERATION[module.language] else MOST_ROWS
    rows = sum(slots(one.type) for one in varyings if one.place is None)
    taken: set[tuple[int, int]] = set()
    kinds: dict[int, tuple[object, ...]] = {}
    for one in varyings:
        for location, component in _cells(one):
            kind = (one.words, [scalar.kind for scalar in _scalars(one.type)][:1])
            if (location, component) in taken or kinds.setdefault(location, kind) != kind:
                raise Refused(f"the variable {one.name}, whose location another one shares")
            taken.add((location, component))
    if rows + len(kinds) > most or max(kinds, default=0) >= most:
        raise Refused(f"more than {most} vectors between two stages")


def _cells(varying: Varying) -> list[tuple[int, int]]:
    """Return the components of all locations that a variable with a place takes."""
    if varying.place is None:
        return []
    location, component = varying.place
    type = varying.type
    width = type.size if isinstance(type, Vector) else 1 if isinstance(type, Scalar) else _ROW
    if component and width == _ROW:
        raise Refused(f"the component of {varying.name}, which takes whole vectors")
    if component + width > _ROW:
        raise Refused(f"the component of {varying.name}, beyond its vector")
    return [(location + row, component + k) for row in range(slots(type)) for k in range(width)]


# ---- in the text


def leaf_texts(type: Type, text: str) -> list[str]:
    """Return the texts of all scalars in a list that holds a value of a type."""
    if isinstance(type, Scalar):
        return [text]
    if isinstance(type, Vector):
        return [f"{text}[{k}]" for k in range(type.size)]
    parts: list[tuple[Type, int]]
    if isinstance(type, Matrix):
        parts = [(type.column, k) for k in range(type.columns)]
    elif isinstance(type, Array):
        parts = [(type.element, k) for k in range(type.size or 0)]
    else:
        assert isinstance(type, Struct)
        parts = [(member.type, k) for k, member in enumerate(type.members)]
    return [leaf for part, k in parts for leaf in leaf_texts(part, f"{text}[{k}]")]
