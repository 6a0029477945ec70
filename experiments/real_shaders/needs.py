"""What a shader asks of whoever runs it, by its tree alone: all of it, where a loader says but one.

A need has a head and, where there are several kinds, a detail behind a colon: `a texture: 2D`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from aberration.core.program import Stage as ProgramStage
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.checker import Typing, check
from aberration.languages.shading.checker.symbols import UNKNOWN
from aberration.languages.shading.interpret.entry import BUILTINS
from aberration.languages.shading.read import Shader
from aberration.languages.shading.tree import (
    Attribute,
    Declare,
    Discard,
    Function,
    Index,
    Interface,
    Literal,
    Name,
    StructDecl,
    Variable,
)
from aberration.languages.shading.tree.walk import walk
from aberration.languages.shading.types import (
    Array,
    Opaque,
    Scalar,
    Struct,
    Type,
    Vector,
    is_opaque,
    size_of,
    stored_type,
)

NO_ENTRY: Final = "an entry point"
ATTRIBUTES: Final = "attributes of vertices"
VARYINGS: Final = "inputs from the vertex stage"
TEXTURE: Final = "a texture"
STORAGE_IMAGE: Final = "a storage image"
BLOCK: Final = "a block of inputs or outputs"
BLOCKS: Final = "an array of blocks"
BUILTIN_VALUE: Final = "a built-in value"
BUILTIN_FUNCTION: Final = "a built-in function"
NO_COLOUR: Final = "a colour at location 0"
FEW_COMPONENTS: Final = "a colour of four components"
INTEGER_COLOUR: Final = "a colour of floats"

_COLOUR: Final = 4
_SAMPLING: Final = frozenset(("texture", "wgsl texture", "image"))
_RUN: Final = frozenset(("barrier", "atomic", "derivative"))
_LEGACY: Final = frozenset(("gl_FragColor", "gl_FragData"))
_OF_VERTICES: Final = frozenset(
    ("gl_VertexID", "gl_InstanceID", "gl_VertexIndex", "gl_InstanceIndex", "vertex_index",
     "instance_index", "gl_BaseVertex", "gl_BaseInstance", "gl_DrawID")
)  # fmt: skip
"""What whoever runs a vertex stage always has."""


class Needs(msgspec.Struct, frozen=True):
    """What keeps a shader from being run, and what is worth a count though it keeps nobody."""

    reasons: frozenset[str]
    uses: frozenset[str]


def needs_of(shader: Shader, stage: ProgramStage | Stage) -> Needs:
    """Return what a legal shader needs for a stage; `vertex` where it has no other one."""
    assert stage != "program"
    typing = check(shader.module, stage, shader.source)
    found = _Reader(shader, typing, stage)
    return Needs(frozenset(found.reasons()), frozenset(found.uses()))


class _Reader:
    """Looks through one checked module."""

    def __init__(self, shader: Shader, typing: Typing, stage: Stage) -> None:
        self._module: Final = shader.module
        self._typing: Final = typing
        self._stage: Final = stage
        self._named: Final = set(typing.symbols.values())
        self._is_wgsl: Final = shader.module.language == "wgsl"
        self._entry: Final = self._entry_point()

    # ---- what keeps it from being run

    def reasons(self) -> Iterator[str]:
        if self._entry is None:
            yield NO_ENTRY
            return
        yield from self._resources()
        yield from self._functions()
        yield from self._wgsl_inputs() if self._is_wgsl else self._inputs()
        if self._stage == "fragment":
            yield from self._colour()

    def _resources(self) -> Iterator[str]:
        for variable in self._variables():
            symbol = self._typing.declared[id(variable)]
            if symbol in self._named and is_opaque(symbol.type):
                yield from _opaque_words(symbol.type)
        for block in self._blocks():
            if block.storage == "out" and self._stage == "vertex":
                continue
            if block.storage not in ("uniform", "storage"):
                yield BLOCK
            elif block.array:
                yield BLOCKS

    def _functions(self) -> Iterator[str]:
        for callee in self._typing.callees.values():
            if not isinstance(callee, Overload):
                continue
            builtin = callee.builtin
            interpolates = builtin.name.startswith("interpolate")
            runs = builtin.meaning is not None or builtin.theme in _RUN
            if builtin.theme not in _SAMPLING and (interpolates or not runs):
                yield f"{BUILTIN_FUNCTION}: {callee.name}"

    def _inputs(self) -> Iterator[str]:
        for symbol in self._named:
            if symbol.node is None and symbol.constant in (None, UNKNOWN) and symbol.role != "out":
                yield from self._builtin_value(symbol.name)
            elif symbol.role == "in" and self._stage != "vertex":
                yield from (VARYINGS,) if isinstance(symbol.node, Variable) else ()

    def _wgsl_inputs(self) -> Iterator[str]:
        for attributes in self._entry_inputs():
            name = _builtin_name(attributes)
            if name:
                yield from self._builtin_value(name)
            elif self._stage != "vertex":
                yield VARYINGS

    def _builtin_value(self, name: str) -> Iterator[str]:
        given = _OF_VERTICES if self._stage == "vertex" else BUILTINS
        if name not in given and name != "gl_WorkGroupSize":
            yield f"{BUILTIN_VALUE}: {name}"

    def _colour(self) -> Iterator[str]:
        type = self._wgsl_colour() if self._is_wgsl else self._family_colour()
        type = type.element if isinstance(type, Array) else type
        scalar = type.component if isinstance(type, Vector) else type
        if type is None:
            yield NO_COLOUR
        elif not isinstance(scalar, Scalar) or not scalar.is_float:
            yield INTEGER_COLOUR
        elif size_of(type) < _COLOUR:
            yield FEW_COMPONENTS

    def _family_colour(self) -> Type | None:
        own = [one for one in self._named if one.name in _LEGACY and one.role == "out"]
        if own:
            return own[0].type
        outputs = self._outputs()
        places = [self._location(one.attributes) for one in outputs]
        first = [one for one, place in zip(outputs, places, strict=True) if place == 0]
        free = [one for one, place in zip(outputs, places, strict=True) if place is None]
        found = next(iter(first or free), None)
        return None if found is None else self._typing.declared[id(found)].type

    def _wgsl_colour(self) -> Type | None:
        return next((type for place, type in self._results() if place == 0), None)

    # ---- what keeps nobody

    def uses(self) -> Iterator[str]:
        if self._stage == "vertex" and self._entry is not None and self._has_attributes():
            yield ATTRIBUTES
        if self._stage == "fragment" and self._colours() > 1:
            yield "several colours"
        if self._module.profile == "compatibility":
            yield "the compatibility profile"
        for one in self._module.directives:
            if one.kind in ("extension", "enable", "requires") and one.args[-1] != "disable":
                yield f"an extension: {one.args[0]}"
        if any(isinstance(node, Discard) for node in walk(self._module)):
            yield "discard"
        for callee in self._typing.callees.values():
            if isinstance(callee, Overload) and callee.builtin.theme == "derivative":
                yield "derivatives"
        if any(one.name.startswith("gl_FragDepth") for one in self._named):
            yield "a depth of its own"

    def _has_attributes(self) -> bool:
        if self._is_wgsl:
            return any(not _builtin_name(one) for one in self._entry_inputs())
        return any(one.role == "in" and one.node is not None for one in self._named)

    def _colours(self) -> int:
        if self._is_wgsl:
            return sum(place is not None for place, _ in self._results())
        data = [one.type for one in self._named if one.name == "gl_FragData"]
        if data:
            return 1 + any(map(_is_second_colour, walk(self._module)))
        return len(self._outputs())

    # ---- the module

    def _variables(self) -> Iterator[Variable]:
        for declaration in self._module.decls:
            if isinstance(declaration, Declare):
                yield from declaration.variables

    def _outputs(self) -> list[Variable]:
        return [one for one in self._variables() if one.storage == "out"]

    def _blocks(self) -> Iterator[Interface]:
        return (one for one in self._module.decls if isinstance(one, Interface))

    def _entry_point(self) -> Function | None:
        for node in self._module.decls:
            if isinstance(node, Function) and node.body is not None:
                names = {one.name for one in node.attributes}
                if (self._stage in names) if self._is_wgsl else node.name == "main":
                    return node
        return None

    def _entry_inputs(self) -> Iterator[tuple[Attribute, ...]]:
        """Give the attributes of each input of the entry point of WGSL."""
        for param in self._entry.params if self._entry else ():
            symbol = self._typing.declared[id(param)]
            if isinstance(symbol.type, Struct):
                yield from (one.attributes for one in self._struct(symbol.type).members)
            else:
                yield param.attributes

    def _results(self) -> Iterator[tuple[int | None, Type]]:
        """Give location and type of each result of the entry point of WGSL."""
        if self._entry is None:
            return
        type = next(
            symbol.result for symbol, body in self._typing.bodies.items() if body is self._entry
        )
        if not isinstance(type, Struct):
            yield self._location(self._entry.result_attributes), stored_type(type)
            return
        for node, member in zip(self._struct(type).members, type.members, strict=True):
            yield self._location(node.attributes), stored_type(member.type)

    def _struct(self, type: Struct) -> StructDecl:
        return next(
            node
            for node in self._module.decls
            if isinstance(node, StructDecl) and self._typing.structs.get(id(node)) is type
        )

    def _location(self, attributes: tuple[Attribute, ...]) -> int | None:
        for one in attributes:
            if one.name == "location":
                value = self._typing.constants.get(id(one.args[0]))
                if value is None and isinstance(one.args[0], Literal):
                    value = one.args[0].value
                return value if isinstance(value, int) else None
        return None


def _is_second_colour(node: object) -> bool:
    return (
        isinstance(node, Index)
        and isinstance(node.base, Name)
        and node.base.name == "gl_FragData"
        and isinstance(node.index, Literal)
        and node.index.value != 0
    )


def _builtin_name(attributes: tuple[Attribute, ...]) -> str:
    for one in attributes:
        if one.name == "builtin":
            return str(getattr(one.args[0], "name", ""))
    return ""


def _opaque_words(type: Type) -> Iterator[str]:
    """Give what the textures in a type are; a sampler of WGSL comes with its texture."""
    if isinstance(type, Array):
        yield from (f"{words}, an array of them" for words in _opaque_words(type.element))
    elif isinstance(type, Struct):
        for member in type.members:
            yield from _opaque_words(member.type)
    elif isinstance(type, Opaque) and type.family != "sampler state":
        head = STORAGE_IMAGE if type.family == "image" or type.format else TEXTURE
        integers = isinstance(type.component, Scalar) and not type.component.is_float
        yield f"{head}: {type.shape or type.family}{' of integers' if integers else ''}"
