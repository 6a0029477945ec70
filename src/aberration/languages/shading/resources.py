"""What a shader declares to be supplied from outside: loose uniforms and blocks, with their places.

Names are those by which OpenGL knows an active uniform (OpenGL 4.6 core specification, 7.3.1.1
"Naming Active Resources"): `a`, `s.a` and `s[1].a`; of a block, without the block's own name. In
WGSL each variable is a block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.texture_arrays import element_name
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import Typing, check
from aberration.languages.shading.initial_values import initial_value
from aberration.languages.shading.layout import Standard, extent, offsets, round_up
from aberration.languages.shading.read import read
from aberration.languages.shading.stage_inputs import inputs_of_entry
from aberration.languages.shading.stand_ins.blocks import input_block_names
from aberration.languages.shading.stand_ins.family import POINT_COORD
from aberration.languages.shading.tree import (
    Attribute,
    Declare,
    Function,
    Interface,
    LanguageName,
    Module,
    Requalify,
    Storage,
    Variable,
)
from aberration.languages.shading.types import (
    Array,
    Atomic,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    is_opaque,
    size_of,
    stored_type,
)

Kind = Literal["uniform", "buffer", "push_constant"]
# std140 rounds strides and structures up to the size of a vec4 (OpenGL 4.6 core, 7.6.2.2, rules 4
# and 9).
_ROW: Final = 16
_WORD: Final = 4
_SIZES: Final = ("local_size_x", "local_size_y", "local_size_z")


class Piece(msgspec.Struct, frozen=True):
    """One active uniform: a scalar, vector or matrix, or an array of these, at a byte `offset` of
    its block.

    `count` is the number of elements, 0 where it is no array; elements and columns lie 16 bytes
    apart as std140 has it, or `stride` and `line` bytes.
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
        """Return the offset of each scalar of an element from the piece's own, columns one
        after the other.
        """
        start = element * self.stride
        if isinstance(self.type, Matrix):
            columns, rows = range(self.type.columns), range(self.type.rows)
            places = [
                # `line` is what follows each other in memory at the matrix stride: columns, or rows
                # where it says so.
                (row, column) if self.row_major else (column, row)
                for column in columns
                for row in rows
            ]
            return [start + line * self.line + _WORD * inside for line, inside in places]
        return [
            start + _WORD * k for k in range(self.type.size if isinstance(self.type, Vector) else 1)
        ]


class ResourceBlock(msgspec.Struct, frozen=True):
    """A block; `binding` is None where the text states none. `instance` says whether its members'
    names are behind the block's own in OpenGL. `size` is in bytes, with one element of an array of
    unknown length; where that begins, and the distance of its elements (0: there is none), is its
    `tail`.
    """

    name: str
    kind: Kind
    group: int
    binding: int | None
    pieces: tuple[Piece, ...]
    size: int
    instance: bool = False
    type: Type | None = None
    standard: Standard = "std140"
    tail: tuple[int, int] = (0, 0)

    def full_name(self, piece: Piece) -> str:
        """Return OpenGL's name of a member."""
        return f"{self.name}.{piece.name}" if self.instance else piece.name


class Declared(msgspec.Struct, frozen=True):
    """All that a shader declares: loose uniforms, blocks, the names of what is no value (samplers),
    its outputs.

    `initial` are the loose uniforms with a value of their own, in std140, None where it is not
    known here; `named` is what any expression names, of variables and of members of blocks without
    an instance; `local_size` a workgroup's. `colour` is how many floats the colour at location 0
    has, 0 where it has none or that is not known.
    """

    loose: tuple[Piece, ...]
    blocks: tuple[ResourceBlock, ...]
    opaque: tuple[str, ...]
    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    initial: tuple[tuple[str, bytes | None], ...] = ()
    named: frozenset[str] = frozenset()
    local_size: tuple[int, int, int] = (1, 1, 1)
    colour: int = 0

    def of(self, kind: Kind) -> tuple[ResourceBlock, ...]:
        """Return the blocks of a kind."""
        return tuple(block for block in self.blocks if block.kind == kind)


def declarations_of(
    text: bytes | str, language: LanguageName, stage: Stage, where: str = ""
) -> Declared:
    """Return what a shader declares; raise `MalformedShader` for a text that our front end
    refuses.
    """
    shader = read(text, language, where)
    typing = check(shader.module, stage, shader.source)
    variables = [
        variable
        for declaration in shader.module.decls
        if isinstance(declaration, Declare)
        for variable in declaration.variables
    ]
    named, local_size = frozenset(_used_names(typing)), _local_size(typing)
    if language == "wgsl":
        buffers = tuple(_variable_blocks(variables, typing))
        # In WGSL results and inputs of a stage belong to the entry point's type. Inputs have to be
        # there whether or not anything names them.
        inputs = inputs_of_entry(typing, stage)
        opaque, named = _names(variables, "handle"), named.union(inputs)
        return Declared((), buffers, opaque, (), inputs, (), named, local_size)
    uniforms = [
        (one, typing.declared[id(one)].type) for one in variables if one.storage == "uniform"
    ]
    interfaces = [one for one in shader.module.decls if isinstance(one, Interface)]
    defaults = {
        node.storage: one.name
        for node in shader.module.decls
        # `layout(std430) buffer;` sets the layout of all blocks that say nothing themselves.
        if isinstance(node, Requalify)
        for one in node.attributes
        if one.name in ("std140", "std430")
    }
    values = [(one.name, type) for one, type in uniforms if not is_opaque(type)]
    passed = _names(variables, "varying")
    return Declared(
        tuple(piece for name, type in values for piece in pieces(type, "std140", name)),
        tuple(
            block
            for one in interfaces
            if one.storage in ("uniform", "storage", "push_constant")
            for block in _elements(one, _block(one, typing, defaults), typing)
        ),
        tuple(one.name for one, type in uniforms if is_opaque(type)),
        _names(variables, "out") + (passed if stage == "vertex" else ()),
        _names(variables, "in")
        + (passed + _inputs_besides(shader.module, named) if stage == "fragment" else ()),
        tuple(
            (one.name, initial_value(one, type, typing))
            for one, type in uniforms
            if one.init is not None
        ),
        named,
        local_size,
        _colour(variables, typing),
    )


def _inputs_besides(module: Module, named: frozenset[str]) -> tuple[str, ...]:
    """Return the inputs of a fragment shader that are in blocks, or that only points have."""
    points = (POINT_COORD,) if POINT_COORD in named else ()
    return input_block_names(module) + points


def _used_names(typing: Typing) -> Iterator[str]:
    """Give the names of the variables that are used, of a block's instance the block's own name."""
    for symbol in typing.symbols.values():
        node = symbol.node
        if not isinstance(node, Interface) or node.instance != symbol.name:
            yield symbol.name
        elif isinstance(symbol.type, Array):
            yield from (element_name(node.name, k) for k in range(symbol.type.size or 0))
        else:
            yield node.name


def _colour(variables: list[Variable], typing: Typing) -> int:
    """Return how many components the output at location 0 has; the first one is there where
    none says so.
    """
    outputs = [one for one in variables if one.storage == "out"]
    places = [
        next((number_of(a, typing) for a in one.attributes if a.name == "location"), None)
        for one in outputs
    ]
    first = [one for one, place in zip(outputs, places, strict=True) if place == 0]
    free = [one for one, place in zip(outputs, places, strict=True) if place is None]
    if not (first or free):
        return 0
    type = typing.declared[id((first or free)[0])].type
    colour = type.element if isinstance(type, Array) else type
    scalar = colour.component if isinstance(colour, Vector) else colour
    return size_of(colour) if isinstance(scalar, Scalar) and scalar.is_float else 0


def _local_size(typing: Typing) -> tuple[int, int, int]:
    """Return the size of a workgroup: of the layout in GLSL and ESSL, of the first entry point
    that has one in WGSL.
    """
    size = [1, 1, 1]
    for node in typing.module.decls:
        if isinstance(node, Requalify):
            for k, word in enumerate(_SIZES):
                attribute = next((one for one in node.attributes if one.name == word), None)
                size[k] = number_of(attribute, typing) or size[k]
        elif isinstance(node, Function):
            sizes = next((one.args for one in node.attributes if one.name == "workgroup_size"), ())
            known = [typing.constants.get(id(argument)) for argument in sizes]
            if known and size == [1, 1, 1]:
                size[: len(known)] = [one if isinstance(one, int) else 1 for one in known]
    return size[0], size[1], size[2]


def _variable_blocks(variables: list[Variable], typing: Typing) -> Iterator[ResourceBlock]:
    """Give the buffers of a WGSL module: its variables, whose members are named alone."""
    for one in variables:
        if one.storage not in ("uniform", "storage"):
            continue
        type = stored_type(typing.declared[id(one)].type)
        words = {attribute.name: attribute for attribute in one.attributes}
        found = tuple(pieces(type, "wgsl", "" if isinstance(type, Struct) else one.name))
        kind: Kind = "uniform" if one.storage == "uniform" else "buffer"
        group, binding = (
            number_of(words.get("group"), typing) or 0,
            number_of(words.get("binding"), typing),
        )
        size = extent(type, "wgsl").size
        yield ResourceBlock(
            one.name,
            kind,
            group,
            binding,
            found,
            size,
            isinstance(type, Struct),
            type,
            "wgsl",
            _tail(type, "wgsl"),
        )


def pieces(
    type: Type, standard: Standard, name: str, at: int = 0, *, row_major: bool = False
) -> Iterator[Piece]:
    """Give the active uniforms that a value is made of; of an array without a length, those of
    the first element.
    """
    if isinstance(type, Struct):
        for member, offset in zip(type.members, offsets(type, standard), strict=True):
            inner = f"{name}.{member.name}" if name else member.name
            yield from pieces(member.type, standard, inner, at + offset, row_major=member.row_major)
    # Arrays of these are active element by element (7.3.1.1), plain ones as one uniform.
    elif isinstance(type, Array) and isinstance(type.element, Array | Struct):
        stride = extent(type, standard, row_major=row_major).stride
        for k in range(1 if type.size is None else type.size):
            yield from pieces(
                type.element, standard, f"{name}[{k}]", at + k * stride, row_major=row_major
            )
    elif isinstance(type, Array):
        stride = extent(type, standard, row_major=row_major).stride
        line = extent(type.element, standard, row_major=row_major).stride
        yield Piece(name, _plain(type.element), type.size or 0, at, stride, line, row_major)
    else:
        yield Piece(
            name,
            _plain(type),
            0,
            at,
            0,
            extent(type, standard, row_major=row_major).stride,
            row_major,
        )


def _plain(type: Type) -> Type:
    return type.component if isinstance(type, Atomic) else type


def _names(variables: list[Variable], storage: str) -> tuple[str, ...]:
    return tuple(one.name for one in variables if one.storage == storage)


def _block(node: Interface, typing: Typing, defaults: Mapping[Storage, str]) -> ResourceBlock:
    type = typing.structs[id(node)]
    words = {attribute.name: attribute for attribute in node.attributes}
    storage = node.storage == "storage"
    kind: Kind = "push_constant" if "push_constant" in words else "buffer" if storage else "uniform"
    word = next(
        (word for word in ("std140", "std430") if word in words), defaults.get(node.storage, "")
    )
    standard: Standard = (
        # Without a word the layout is "shared", which is the implementation's own. Through SPIR-V,
        # where our targets take it, storage blocks and push constants are std430, uniform blocks
        # std140.
        "std430" if word == "std430" or (kind != "uniform" and not word) else "std140"
    )
    size = (
        # A uniform block is a structure of std140, whose size is rounded up as that of a vec4.
        round_up(_ROW, extent(type, standard).size)
        if standard == "std140"
        else extent(type, standard).size
    )
    binding = number_of(words.get("binding"), typing)
    found = tuple(pieces(type, standard, ""))
    group = number_of(words.get("group"), typing) or 0
    instance, tail = bool(node.instance), _tail(type, standard)
    return ResourceBlock(
        node.name, kind, group, binding, found, size, instance, type, standard, tail
    )


def _elements(node: Interface, block: ResourceBlock, typing: Typing) -> Iterator[ResourceBlock]:
    """Give the elements of an array of blocks, which are active blocks of their own (OpenGL 4.6
    core, 7.3.1.1) at bindings that follow each other; a block that is none alone. Raise `BadInput`
    for arrays of arrays and open sizes.
    """
    if not node.array:
        yield block
        return
    size = block_array_size(node, typing)
    for number in range(size):
        binding = None if block.binding is None else block.binding + number
        yield replace(block, name=element_name(block.name, number), binding=binding)


def block_array_size(node: Interface, typing: Typing) -> int:
    """Return the size of an array of blocks; raise `BadInput` where it has not one."""
    size = typing.constants.get(id(node.array[0])) if len(node.array) == 1 else None
    if not isinstance(size, int):
        raise BadInput(f"expected one size of the array of blocks {node.instance}")
    return size


def _tail(type: Type, standard: Standard) -> tuple[int, int]:
    last, at = type, 0
    if isinstance(type, Struct) and type.members:
        last, at = type.members[-1].type, offsets(type, standard)[-1]
    return (
        (at, extent(last, standard).stride)
        if isinstance(last, Array) and last.size is None
        else (0, 0)
    )


def number_of(attribute: Attribute | None, typing: Typing) -> int | None:
    """Return the number of an attribute, such as `binding`; None where it has none."""
    if attribute is None or not attribute.args:
        return None
    value = typing.constants.get(id(attribute.args[0]))
    return value if isinstance(value, int) else None
