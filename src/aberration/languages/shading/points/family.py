"""Vertex shaders in GLSL and ESSL as points: outputs become variables, and a new `main` calls the
old one and makes a colour of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.attributes import Attribute as VertexAttribute
from aberration.core.errors import BadInput

from ..block_variables import block_as_variables
from ..checker import Typing, check
from ..checker.symbols import VariableSymbol
from ..read import Shader, read_beside
from ..rules import SECOND_GENERATION
from ..tree import (
    Attribute,
    Declaration,
    Declare,
    Function,
    Index,
    Interface,
    Literal,
    Module,
    Name,
    Node,
    Requalify,
    Variable,
)
from ..tree.walk import find, rewrite
from ..types import FLOAT, Type, vector
from ..write import write
from .attributes import PLACE, asked_attributes, input_variables, with_locations
from .colour import FOLDED, OutputLeaf, leaves_of, sum_lines
from .names import MAIN, PLACE_NAME, PREFIX, RESULT_NAME, refuse_names
from .spelling import fold_functions, plain_qualifiers, spelling, zero_of

_BUILT_IN: Final = {
    "gl_Position": f"{PREFIX}position",
    "gl_PointSize": f"{PREFIX}point_size",
    "gl_ClipDistance": f"{PREFIX}clip_distance",
    "gl_CullDistance": f"{PREFIX}cull_distance",
}
_BLOCK: Final = "gl_PerVertex"
_OF_VULKAN: Final = {"gl_VertexIndex": "gl_VertexID", "gl_InstanceIndex": "gl_InstanceID"}
"""Vulkan's names for what is the same where a draw begins at 0 (GL_KHR_vulkan_glsl)."""
_LISTS: Final = ("gl_ClipDistance", "gl_CullDistance")
_OUTPUTS: Final = ("out", "varying")
_FEEDBACK: Final = ("xfb_buffer", "xfb_offset", "xfb_stride")
_WITH_LAYOUT: Final = {"glsl": 330, "essl": 300}
_OUTPUT_LAYOUT: Final = {"glsl": 410, "essl": 310}
"""The first versions with locations of attributes, and of what a vertex stage gives."""


class PointShader(msgspec.Struct, frozen=True):
    """A vertex shader as a program under test, with its attributes, and the names of those that
    nothing used, which it has no more.
    """

    text: str
    attributes: tuple[VertexAttribute, ...]
    left_out: tuple[str, ...] = ()


class _Output(msgspec.Struct, frozen=True, eq=False):
    """An output that the shader names, by the name that it gets."""

    name: str
    type: Type
    is_written: bool


def as_points(shader: Shader) -> PointShader:
    """Return a vertex shader as a program under test; raise `BadInput` where it cannot be one."""
    refuse_names(shader)
    return _FamilyPoints(shader).point_shader()


class _FamilyPoints:
    """Makes one program."""

    def __init__(self, shader: Shader) -> None:
        self._module: Final = _of_opengl(shader.module)
        self._typing: Final[Typing] = check(self._module, "vertex", shader.source)
        self._named: Final = {one.name: one for one in self._typing.symbols.values()}
        self._highp: Final = "highp " * (shader.module.language == "essl")
        self._outputs: Final = list(self._named_outputs())
        asked = asked_attributes(self._typing)
        self._left_out: Final = tuple(one.name for one in asked if one.name not in self._named)
        used = [one for one in asked if one.name in self._named]
        self._attributes: Final = with_locations((*used, PLACE))
        own = any(one.attributes for one in input_variables(self._typing))
        self._with_layout: Final = own or self._has(_WITH_LAYOUT)

    def point_shader(self) -> PointShader:
        names = (one.name for one in find(self._module, Function) if one.body is not None)
        if "main" not in names:
            raise BadInput("expected a vertex shader with a main function, but it has none")
        if not any(one.is_written for one in self._outputs):
            raise BadInput("expected a vertex shader that gives something, but it writes nothing")
        head = [f"{self._highp}{self._built_in_text(name)};" for name in self._built_ins()]
        kept = [made for one in self._module.decls for made in self._declaration(one)]
        old = rewrite(replace(self._module, decls=tuple(kept)), _with_new_name)
        decls = (*self._read("\n".join(head)), *old.decls, *self._read(self._tail()))
        text = write(replace(old, decls=decls))
        return PointShader(text, self._attributes, self._left_out)

    # ---- what it gives

    def _named_outputs(self) -> Iterator[_Output]:
        assigned = self._typing.assigned
        for name in self._built_ins():
            yield _Output(_BUILT_IN[name], self._built_in_type(name), self._named[name] in assigned)
        used = set(self._typing.symbols.values())
        for declaration in self._module.decls:
            for name in _output_names(declaration):
                symbol = self._typing.names[name]
                if isinstance(symbol, VariableSymbol) and symbol in used:
                    yield _Output(name, symbol.type, symbol in assigned)

    def _built_ins(self) -> list[str]:
        return [name for name in _BUILT_IN if name in self._named]

    def _built_in_type(self, name: str) -> Type:
        if name == "gl_PointSize":
            return FLOAT
        return FLOAT.array(self._length(name)) if name in _LISTS else vector(FLOAT, 4)

    def _built_in_text(self, name: str) -> str:
        if name in _LISTS:
            return f"float {_BUILT_IN[name]}[{self._length(name)}]"
        return f"{self._built_in_type(name).glsl} {_BUILT_IN[name]}"

    def _length(self, name: str) -> int:
        """Return how many elements of a list are used: its largest index, which is constant
        where nothing says its size (GLSL 4.60, 7.1.1).
        """
        uses = sum(one.name == name for one in find(self._module, Name))
        indexes = [
            self._typing.constants.get(id(one.index))
            for one in find(self._module, Index)
            if isinstance(one.base, Name) and one.base.name == name
        ]
        known = [one for one in indexes if isinstance(one, int)]
        if len(known) < uses:
            raise BadInput(f"{name} is used with indexes that are not constant: its size is open")
        return max(known) + 1

    # ---- what stays of it

    def _declaration(self, node: Declaration) -> Iterator[Declaration]:
        if isinstance(node, Declare):
            made = tuple(plain for one in node.variables for plain in self._variable(one))
            yield from (replace(node, variables=made),) if made else ()
        elif isinstance(node, Interface) and node.storage == "out":
            yield from _plain_block(node)
        elif isinstance(node, Requalify):
            yield from self._requalify(node)
        elif isinstance(node, Function) and node.name == "main":
            yield replace(node, name=MAIN)
        else:
            yield node

    def _variable(self, node: Variable) -> Iterator[Variable]:
        if node.storage == "in":
            if node.name in self._named:
                yield self._with_location(node)
        elif node.storage in _OUTPUTS:
            _refuse_feedback(node.attributes)
            yield replace(node, storage="private", qualifiers=plain_qualifiers(node), attributes=())
        else:
            yield node

    def _with_location(self, node: Variable) -> Variable:
        if not self._with_layout:
            return node
        at = next(one.location for one in self._attributes if one.name == node.name)
        rest = (one for one in node.attributes if one.name != "location")
        return replace(node, attributes=(Attribute("location", (Literal("int", at),)), *rest))

    def _requalify(self, node: Requalify) -> Iterator[Requalify]:
        """Give what is left of qualifiers once outputs are plain variables."""
        if not node.names:
            _refuse_feedback(node.attributes)
            if node.storage != "out":
                yield node
            return
        words = plain_qualifiers(node)
        if words:
            names = tuple(_BUILT_IN.get(name, name) for name in node.names)
            yield replace(node, names=names, qualifiers=words)

    # ---- what is new

    def _tail(self) -> str:
        """Return what stands behind the shader: attribute, result, functions, `main`."""
        version, highp = self._module.version, self._highp
        is_new = version >= SECOND_GENERATION[self._module.language]
        place = f"{'in' if is_new else 'attribute'} {highp}vec2 {PLACE_NAME};"
        result = f"{'flat out' if is_new else 'varying'} {highp}vec4 {RESULT_NAME};"
        at = self._attributes[-1].location
        layout = f"layout(location = {at}) " if self._with_layout else ""
        outward = "layout(location = 0) " if self._has(_OUTPUT_LAYOUT) else ""
        written = list(self._leaves(one for one in self._outputs if one.is_written))
        return "\n".join(
            (
                f"{layout}{place}",
                f"{outward}{result}",
                *fold_functions(written, highp),
                "void main() {",
                *(f"{one.text} = {zero_of(one)};" for one in self._leaves(self._outputs)),
                f"{MAIN}();",
                *sum_lines(written, spelling(highp)),
                f"{RESULT_NAME} = {FOLDED};",
                f"gl_Position = vec4({PLACE_NAME}, 0.0, 1.0);",
                "gl_PointSize = 1.0; }",
            )
        )

    def _leaves(self, outputs: Iterable[_Output]) -> Iterator[OutputLeaf]:
        return (leaf for one in outputs for leaf in leaves_of(one.name, one.type))

    def _has(self, since: dict[str, int]) -> bool:
        return self._module.version >= since[self._module.language]

    def _read(self, text: str) -> tuple[Declaration, ...]:
        return read_beside(self._module, text)


def _of_opengl(module: Module) -> Module:
    """Return a module with OpenGL's names, and without declarations of what is built in: their
    qualifiers say nothing about variables.
    """
    kept: list[Declaration] = []
    for one in module.decls:
        if isinstance(one, Declare):
            variables = tuple(each for each in one.variables if each.name not in _BUILT_IN)
            kept += [replace(one, variables=variables)] if variables else []
        elif not isinstance(one, Interface) or one.name != _BLOCK or one.instance:
            kept.append(one)
    return rewrite(replace(module, decls=tuple(kept)), _with_name_of_opengl)


def _with_name_of_opengl(node: Node) -> Node:
    if isinstance(node, Name) and node.name in _OF_VULKAN:
        return replace(node, name=_OF_VULKAN[node.name])
    return node


def _with_new_name(node: Node) -> Node:
    if isinstance(node, Name) and node.name in _BUILT_IN:
        return replace(node, name=_BUILT_IN[node.name])
    return node


def _output_names(node: Declaration) -> Iterator[str]:
    if isinstance(node, Declare):
        yield from (one.name for one in node.variables if one.storage in _OUTPUTS)
    elif isinstance(node, Interface) and node.storage == "out":
        yield from (node.instance,) if node.instance else (one.name for one in node.members)


def _plain_block(node: Interface) -> Iterator[Declaration]:
    """Give a block of outputs as a structure and a variable; as variables where it has no name of
    its own.
    """
    for attributes in (node.attributes, *(one.attributes for one in node.members)):
        _refuse_feedback(attributes)
    yield from block_as_variables(node, node.name, "private", plain_qualifiers)


def _refuse_feedback(attributes: tuple[Attribute, ...]) -> None:
    for one in attributes:
        if one.name in _FEEDBACK:
            raise BadInput(f"transform feedback ({one.name}) is not supported")
