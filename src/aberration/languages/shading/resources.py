"""What a shader in GLSL or ESSL declares to be supplied from outside: loose uniforms and blocks, with their places.

Names are those by which OpenGL knows an active uniform (OpenGL 4.6 core specification, 7.3.1.1 "Naming Active
Resources"): `a`, `s.a` and `s[1].a`; of a block, without the block's own name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import Typing, check
from aberration.languages.shading.layout import Standard, extent, offsets, round_up
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import Attribute, Declare, Interface, Variable
from aberration.languages.shading.types import Array, Matrix, Scalar, Struct, Type, Vector, is_opaque

Kind = Literal["uniform", "buffer", "push_constant"]
_ROW: Final = 16
_WORD: Final = 4


class Piece(msgspec.Struct, frozen=True):
    """One active uniform: a scalar, vector or matrix, or an array of these, at a byte `offset` of its block.

    `count` is the number of elements, 0 where it is no array; elements and columns lie 16 bytes apart as std140 has
    it, or `stride` and `line` bytes.
    """

    name: str
    type: Type
    count: int
    offset: int
    stride: int
    line: int
    row_major: bool = False

    @property
    def component(self) -> Scalar:
        """Return the type of the scalars."""
        assert isinstance(self.type, Scalar | Vector | Matrix)
        return self.type if isinstance(self.type, Scalar) else self.type.component

    def words(self, element: int) -> list[int]:
        """Return the offset of each scalar of an element from the piece's own, columns one after the other."""
        start = element * self.stride
        if isinstance(self.type, Matrix):
            columns, rows = range(self.type.columns), range(self.type.rows)
            places = [(row, column) if self.row_major else (column, row) for column in columns for row in rows]
            return [start + line * self.line + _WORD * inside for line, inside in places]
        return [start + _WORD * k for k in range(self.type.size if isinstance(self.type, Vector) else 1)]


class Block(msgspec.Struct, frozen=True):
    """A block; `binding` is None where the text states none. `instance` tells whether its members' names are behind
    the block's own in OpenGL. `size` is in bytes, without the elements of an array of unknown length.
    """

    name: str
    kind: Kind
    group: int
    binding: int | None
    pieces: tuple[Piece, ...]
    size: int
    instance: bool = False

    def full_name(self, piece: Piece) -> str:
        """Return OpenGL's name of a member."""
        return f"{self.name}.{piece.name}" if self.instance else piece.name


class Declared(msgspec.Struct, frozen=True):
    """All that a shader declares: loose uniforms, blocks, the names of what is no value (samplers), its outputs."""

    loose: tuple[Piece, ...]
    blocks: tuple[Block, ...]
    opaque: tuple[str, ...]
    outputs: tuple[str, ...]
    inputs: tuple[str, ...]

    def of(self, kind: Kind) -> tuple[Block, ...]:
        """Return the blocks of a kind."""
        return tuple(block for block in self.blocks if block.kind == kind)


def declared(text: bytes | str, language: Literal["glsl", "essl"], stage: Stage, where: str = "") -> Declared:
    """Return what a shader declares; raise `MalformedShader` for a text that our front end refuses."""
    shader = read(text, language, where)
    typing = check(shader.module, stage, shader.source)
    variables = [
        variable
        for declaration in shader.module.decls
        if isinstance(declaration, Declare)
        for variable in declaration.variables
    ]
    uniforms = [(one.name, typing.declared[id(one)].type) for one in variables if one.storage == "uniform"]
    interfaces = [one for one in shader.module.decls if isinstance(one, Interface)]
    return Declared(
        tuple(piece for name, type in uniforms if not is_opaque(type) for piece in pieces(type, "std140", name)),
        tuple(_block(one, typing) for one in interfaces if one.storage in ("uniform", "storage", "push_constant")),
        tuple(name for name, type in uniforms if is_opaque(type)),
        _names(variables, "out"),
        _names(variables, "in") + _names(variables, "varying"),
    )


def pieces(type: Type, standard: Standard, name: str, at: int = 0, *, row_major: bool = False) -> Iterator[Piece]:
    """Give the active uniforms that a value is made of."""
    if isinstance(type, Struct):
        for member, offset in zip(type.members, offsets(type, standard), strict=True):
            inner = f"{name}.{member.name}" if name else member.name
            yield from pieces(member.type, standard, inner, at + offset, row_major=member.row_major)
    elif isinstance(type, Array) and isinstance(type.element, Array | Struct):
        stride = extent(type, standard, row_major=row_major).stride
        for k in range(type.size or 0):
            yield from pieces(type.element, standard, f"{name}[{k}]", at + k * stride, row_major=row_major)
    elif isinstance(type, Array):
        stride = extent(type, standard, row_major=row_major).stride
        line = extent(type.element, standard, row_major=row_major).stride
        yield Piece(name, type.element, type.size or 0, at, stride, line, row_major)
    else:
        yield Piece(name, type, 0, at, 0, extent(type, standard, row_major=row_major).stride, row_major)


def _names(variables: list[Variable], storage: str) -> tuple[str, ...]:
    return tuple(one.name for one in variables if one.storage == storage)


def _block(node: Interface, typing: Typing) -> Block:
    type = typing.structs[id(node)]
    words = {attribute.name: attribute for attribute in node.attributes}
    storage = node.storage == "storage"
    kind: Kind = "push_constant" if "push_constant" in words else "buffer" if storage else "uniform"
    standard: Standard = "std430" if (storage and "std140" not in words) or "std430" in words else "std140"
    size = round_up(_ROW, extent(type, standard).size) if standard == "std140" else extent(type, standard).size
    binding = _number(words.get("binding"), typing)
    found = tuple(pieces(type, standard, ""))
    return Block(node.name, kind, _number(words.get("group"), typing) or 0, binding, found, size, bool(node.instance))


def _number(attribute: Attribute | None, typing: Typing) -> int | None:
    if attribute is None or not attribute.args:
        return None
    value = typing.constants.get(id(attribute.args[0]))
    return value if isinstance(value, int) else None
