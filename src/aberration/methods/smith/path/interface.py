"""What a program reads and writes from outside, and the bytes that this holds before and after."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Image
from aberration.core.setters import CODES, ScalarType
from aberration.languages.shading.layout import Standard, extent, leaves
from aberration.languages.shading.tree import (
    Attribute,
    Declaration,
    Declare,
    Interface,
    Member,
    StructDecl,
    TypeName,
    Variable,
)
from aberration.languages.shading.types import FLOAT, INT, UINT, Struct, Type, TypeMember, Vector

from ..generate.resources import attribute_of, places_of
from ..generate.syntax import Syntax
from .builder import Outer
from .memory import Memory, Value
from .records.values import INPUTS, STORED

RESULT: Final = "result"
CELLS: Final = "cells"
TOTAL: Final = "total"
SIDE: Final = 16


class Shell(msgspec.Struct, frozen=True):
    """Declarations of what is outside, what it holds at first, and at the end."""

    declarations: tuple[Declaration, ...]
    inputs: Inputs
    expected: Buffers | Image


class _OuterBlock(msgspec.Struct, frozen=True, eq=False):
    """A buffer: its members, their values before and after; nobody writes to it if `fixed`."""

    name: str
    type: Struct
    before: tuple[Value, ...]
    after: tuple[Value, ...]
    fixed: bool


# ---- compute


def buffers(
    syntax: Syntax, outers: Sequence[Outer], memory: Memory, total: int, cells: Sequence[int]
) -> Shell:
    """Return storage buffers: what is read, what is written as well, and the results."""
    blocks = [
        _block(INPUTS, [one for one in outers if not one.writable], memory, fixed=True),
        _block(STORED, [one for one in outers if one.writable], memory, fixed=False),
        _results(total, cells),
    ]
    used = [block for block in blocks if block.type.members]
    standard: Standard = "wgsl" if syntax.wgsl else "std430"
    before, after = [], []
    for binding, block in enumerate(used):
        data, fields = _bytes(block.type, block.before, standard)
        before.append(Buffer(binding, data, fields))
        after.append(_bytes(block.type, block.after, standard)[0])
    declared = [one for k, block in enumerate(used) for one in _declare(syntax, block, k)]
    fields_of_all = tuple(one.fields for one in before)
    return Shell(
        tuple(declared), Inputs(buffers=tuple(before)), Buffers(tuple(after), fields_of_all)
    )


def _block(name: str, outers: Sequence[Outer], memory: Memory, *, fixed: bool) -> _OuterBlock:
    members = tuple(TypeMember(one.name, one.type) for one in outers)
    after = tuple(memory.values[one.name] for one in outers)
    type = Struct(name.capitalize(), members)
    return _OuterBlock(name, type, tuple(one.value for one in outers), after, fixed)


def _results(total: int, cells: Sequence[int]) -> _OuterBlock:
    members = [TypeMember(TOTAL, UINT)]
    before: list[Value] = [0]
    after: list[Value] = [total]
    if cells:
        members.append(TypeMember(CELLS, UINT.array(len(cells))))
        before.append((0,) * len(cells))
        after.append(tuple(cells))
    type = Struct(RESULT.capitalize(), tuple(members))
    return _OuterBlock(RESULT, type, tuple(before), tuple(after), fixed=False)


def _declare(syntax: Syntax, block: _OuterBlock, binding: int) -> list[Declaration]:
    members = tuple(Member(name=one.name, type=syntax.type(one.type)) for one in block.type.members)
    name = block.type.name
    if not syntax.wgsl:
        return [
            Interface(
                name=name,
                members=members,
                storage="storage",
                qualifiers=("readonly",) if block.fixed else (),
                attributes=(Attribute(name="std430"), attribute_of("binding", binding, "int")),
            )
        ]
    variable = Variable(
        kind="var",
        name=block.name,
        type=TypeName(name=name),
        storage="storage",
        access="read" if block.fixed else "read_write",
        attributes=places_of(binding),
    )
    return [StructDecl(name=name, members=members), Declare(variables=(variable,))]


def _bytes(
    type: Struct, values: tuple[Value, ...], standard: Standard
) -> tuple[bytes, tuple[tuple[ScalarType, int], ...]]:
    """Return the bytes of a block, and which runs of words are of which type; what lies between
    is zero.
    """
    data = bytearray(extent(type, standard).size)
    kinds: list[ScalarType] = ["uint"] * (len(data) // 4)
    named = {member.name: value for member, value in zip(type.members, values, strict=True)}
    for path, offset, scalar in leaves(type, standard):
        value: Value = named
        for key in path:
            value = value[key]
        kind: ScalarType = "float" if scalar is FLOAT else "int" if scalar is INT else "uint"
        kinds[offset // 4] = kind
        struct.pack_into(f"<{CODES[kind]}", data, offset, value)
    return bytes(data), _runs(kinds)


def _runs(kinds: Sequence[ScalarType]) -> tuple[tuple[ScalarType, int], ...]:
    found: list[tuple[ScalarType, int]] = []
    for kind in kinds:
        if found and found[-1][0] == kind:
            found[-1] = (kind, found[-1][1] + 1)
        else:
            found.append((kind, 1))
    return tuple(found)


# ---- fragments


def uniforms(syntax: Syntax, outers: Sequence[Outer], total: int) -> Shell:
    """Return uniforms, and the image: all pixels are alike."""
    declared: list[Declaration] = []
    values = []
    for binding, one in enumerate(outers):
        variable = Variable(
            kind="var",
            name=one.name,
            type=syntax.type(one.type),
            storage="uniform",
            attributes=places_of(binding) if syntax.wgsl else (),
        )
        declared.append(Declare(variables=(variable,)))
        data = _uniform_bytes(one.type, one.value)
        values.append(Uniform(one.name, data, binding if syntax.wgsl else UNBOUND))
    inputs = Inputs(uniforms=tuple(values), width=SIDE, height=SIDE)
    return Shell(tuple(declared), inputs, _image(total))


def _uniform_bytes(type: Type, value: Value) -> bytes:
    parts = value if isinstance(type, Vector) else (value,)
    code = "f" if type.scalar is FLOAT else "i" if type.scalar is INT else "I"
    return struct.pack(f"<{len(parts)}{code}", *parts)


def _image(total: int) -> Image:
    """Return the colour of `generate.fold.colour_of`, as 8 bits hold it."""
    channels = [(total >> shift & 255 | 1) / 256 for shift in (0, 8, 16)]
    pixel = bytes([*[int(one * 255 + 0.5) for one in channels], 255])
    return Image(SIDE, SIDE, "rgba8", pixel * (SIDE * SIDE))
