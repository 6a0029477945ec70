"""What a program reads and writes from outside: storage buffers (compute) or uniforms (fragment),
with the values that they hold at first.
"""

from __future__ import annotations

import struct
from typing import Final

import msgspec

from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.setters import CODES, ScalarType
from aberration.languages.shading.layout import Standard, extent, leaves
from aberration.languages.shading.tree import (
    Attribute,
    Declaration,
    Declare,
    Expression,
    Field,
    Index,
    Interface,
    Literal,
    Member,
    Name,
    StructDecl,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import (
    FLOAT,
    INT,
    UINT,
    Array,
    Matrix,
    Scalar,
    Struct,
    Type,
    TypeMember,
    without_arrays,
)

from .literals import float_value, int_value, uint_value
from .scope import Variable
from .shared import Cells
from .state import Generator

_ES_BUFFERS: Final = 4
"""Storage blocks that every ESSL 3.10 implementation has (table 20.45 of OpenGL ES 3.1)."""
_SIDE: Final = 16


class Outside(msgspec.Struct, frozen=True):
    """`result` is the place that the fold goes to, None in a fragment shader."""

    declarations: tuple[Declaration, ...]
    inputs: Inputs
    result: Expression | None = None


class _Block(msgspec.Struct, frozen=True):
    """One buffer: its members, whether it is read only, and how its members are reached;
    `exchanged`: invocations of a workgroup read each other's cells of it.
    """

    name: str
    binding: int
    type: Struct
    instance: str
    is_output: bool
    is_read_only: bool
    exchanged: bool = False


def uniforms(gen: Generator) -> Outside:
    """Declare the uniforms of a fragment shader: numbers and vectors."""
    found: list[Declaration] = []
    values: list[Uniform] = []
    types = [one for one in gen.values if _is_shareable(one) and not isinstance(one, Matrix)]
    count = gen.rng.between(1, gen.settings.input_buffers)
    for binding in range(count):
        type: Type = INT if binding == 0 else gen.rng.choose(types)
        name = gen.name("ext")
        attributes = places_of(binding) if gen.wgsl else ()
        found.append(_declare_variable(name, type, gen, storage="uniform", attributes=attributes))
        data, _ = _data(gen, type, "std140")
        values.append(Uniform(name, data, binding if gen.wgsl else UNBOUND))
        _see(gen, Variable(name, type, Name(name=name), writable=False, shadowable=False))
        gen.same_for_all.add(name)
    return Outside(tuple(found), Inputs(uniforms=tuple(values), width=_SIDE, height=_SIDE))


def _see(gen: Generator, variable: Variable) -> None:
    gen.scopes.declare(variable)
    if gen.outside is None and variable.type is INT:
        gen.outside = variable


def _declare_variable(
    name: str,
    type: Type,
    gen: Generator,
    *,
    storage: str,
    attributes: tuple[Attribute, ...],
    is_read_only: bool = False,
) -> Declare:
    if storage == "uniform":
        made = Declared(
            kind="var", name=name, type=gen.syntax.type(type), storage="uniform",
            attributes=attributes,
        )  # fmt: skip
    else:
        made = Declared(
            kind="var", name=name, type=gen.syntax.type(type), storage="storage",
            access="read" if is_read_only else "read_write", attributes=attributes,
        )  # fmt: skip
    return Declare(variables=(made,))


# ---- buffers


def buffers(gen: Generator) -> Outside:
    """Declare the storage buffers of a compute shader: inputs first, then outputs."""
    rng, settings = gen.rng, gen.settings
    group = gen.features.group
    outputs = rng.between(1, settings.output_buffers)
    most = settings.input_buffers
    if gen.language == "essl":
        most = min(most, _ES_BUFFERS - outputs)
    inputs = rng.between(1, most)
    blocks = [
        _block(gen, binding, binding >= inputs, group.invocations)
        for binding in range(inputs + outputs)
    ]
    declarations = [one for block in blocks for one in _declarations(gen, block)]
    made = tuple(_initial_buffer(gen, block) for block in blocks)
    results = [_members_seen(gen, block) for block in blocks]
    return Outside(
        tuple(declarations),
        Inputs(buffers=made, groups=group.groups),
        results[inputs],
    )


def _block(gen: Generator, binding: int, is_output: bool, invocations: int) -> _Block:
    rng = gen.rng
    types = [_member_type(gen) for _ in range(rng.between(1, gen.settings.buffer_members))]
    # One cell decides the values that must not be constant, another one takes the fold.
    types[0] = UINT if is_output else INT if binding == 0 else types[0]
    if gen.features.wide and is_output:
        types = [type.array(invocations) for type in types]
    elif "arrays" in gen.features.types:
        first = 1 if is_output or binding == 0 else 0
        types[first:] = [_maybe_array(gen, type) for type in types[first:]]
    members = tuple(_member(gen, type) for type in types)
    name = f"buffer_{binding}"
    instance = f"block_{binding}" if gen.wgsl or rng.chance(0.3) else ""
    if gen.wgsl:
        name, instance = f"Buffer_{binding}", name
    read_only = not is_output and (gen.features.wide or rng.chance(0.5))
    several = gen.features.group.members > 1 and gen.has("exchange")
    exchanged = is_output and several and rng.chance(0.5)
    return _Block(name, binding, Struct(name, members), instance, is_output, read_only, exchanged)


def _member(gen: Generator, type: Type) -> TypeMember:
    """Return a member; in WGSL at times aligned further, or larger, than it need be."""
    name, rng = gen.name("ext"), gen.rng
    if not gen.wgsl or rng.chance(0.7):
        return TypeMember(name, type)
    natural = extent(type, "wgsl")
    align = natural.align << rng.below(3) if rng.chance(0.5) else None
    size = natural.size + 4 * rng.below(5) if rng.chance(0.5) else None
    return TypeMember(name, type, align=align, size=size)


def _member_type(gen: Generator) -> Type:
    structs = [one for one in gen.structs if _is_shareable(one)]
    if structs and gen.rng.chance(0.15):
        return gen.rng.choose(structs)
    types = [one for one in gen.values if _is_shareable(one)]
    scalars = [one for one in types if isinstance(one, Scalar)]
    return gen.rng.choose(scalars if gen.rng.chance(0.6) else types)


def _maybe_array(gen: Generator, type: Type) -> Type:
    if gen.rng.chance(0.5):
        return type.array(gen.rng.between(1, gen.settings.array_length))
    return type


def _is_shareable(type: Type) -> bool:
    """Whether a type may lie in a buffer: truth values may not."""
    if isinstance(type, Struct):
        return all(_is_shareable(member.type) for member in type.members)
    return without_arrays(type).scalar in (INT, UINT, FLOAT) or (
        isinstance(type, Array) and _is_shareable(without_arrays(type))
    )


def _declarations(gen: Generator, block: _Block) -> list[Declaration]:
    members = tuple(
        Member(name=one.name, type=gen.syntax.type(one.type), attributes=_layout(one))
        for one in block.type.members
    )
    if gen.wgsl:
        return [
            StructDecl(name=block.name, members=members),
            _declare_variable(
                block.instance,
                block.type,
                gen,
                storage="storage",
                attributes=places_of(block.binding),
                is_read_only=block.is_read_only,
            ),
        ]
    attributes = (Attribute(name="std430"), attribute_of("binding", block.binding, "int"))
    return [
        Interface(
            name=block.name,
            members=members,
            storage="storage",
            instance=block.instance,
            qualifiers=("coherent",) * block.exchanged + ("readonly",) * block.is_read_only,
            attributes=attributes,
        )
    ]


def _layout(member: TypeMember) -> tuple[Attribute, ...]:
    given = (("align", member.align), ("size", member.size))
    return tuple(attribute_of(name, value, "") for name, value in given if value is not None)


def attribute_of(name: str, value: int, kind: str) -> Attribute:
    """Return an attribute with a number, which is of `kind` "int" in GLSL."""
    literal = (
        Literal(kind="int", value=value)
        if kind == "int"
        else Literal(kind="abstract_int", value=value)
    )
    return Attribute(name=name, args=(literal,))


def places_of(binding: int) -> tuple[Attribute, ...]:
    """Return WGSL's attributes for a resource."""
    return attribute_of("group", 0, ""), attribute_of("binding", binding, "")


def _members_seen(gen: Generator, block: _Block) -> Expression:
    """Declare the members as variables, and return the first one's place; of several invocations
    each sees cells of its own of what is written.
    """
    places = []
    own = gen.features.wide and block.is_output
    for member in block.type.members:
        array: Expression = Name(name=member.name)
        if block.instance:
            array = Field(base=Name(name=block.instance), name=member.name)
        type, node = member.type, array
        if own:
            node = Index(base=array, index=gen.cell())
            assert isinstance(type, Array)
            type = type.element
        places.append(node)
        written = not block.is_read_only
        variable = Variable(
            member.name, type, node, writable=written, module=written, shadowable=False
        )
        _see(gen, variable)
        if not written:
            gen.same_for_all.add(member.name)
        if block.exchanged:
            gen.shared.cells.append(Cells(variable, member.name, array, type))
    return places[0]


# ---- their contents


def _initial_buffer(gen: Generator, block: _Block) -> Buffer:
    data, fields = _data(gen, block.type, "wgsl" if gen.wgsl else "std430")
    return Buffer(block.binding, data, fields)


def _data(
    gen: Generator, type: Type, standard: Standard
) -> tuple[bytes, tuple[tuple[ScalarType, int], ...]]:
    """Return bytes for a type, and which runs of words are of which type; what is between the
    values is zero.
    """
    data = bytearray(extent(type, standard).size)
    kinds: list[ScalarType] = ["uint"] * (len(data) // 4)
    for _, offset, scalar in leaves(type, standard):
        kind: ScalarType = "float" if scalar is FLOAT else "int" if scalar is INT else "uint"
        kinds[offset // 4] = kind
        struct.pack_into(f"<{CODES[kind]}", data, offset, _value(gen, kind))
    fields: list[tuple[ScalarType, int]] = []
    for kind in kinds:
        if fields and fields[-1][0] == kind:
            fields[-1] = (kind, fields[-1][1] + 1)
        else:
            fields.append((kind, 1))
    return bytes(data), tuple(fields)


def _value(gen: Generator, kind: ScalarType) -> int | float:
    if kind == "float":
        return float_value(gen.rng)
    draw = int_value if kind == "int" else uint_value
    return draw(gen.rng, gen.features.literals)
