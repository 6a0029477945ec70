"""Stand-ins in GLSL and ESSL: samplers become integers, and each call that samples one calls a new
function with its coordinates.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.errors import BadInput

from ..builtins.row import Stage
from ..builtins.signature import Overload
from ..checker import Typing, check
from ..opaque import SAMPLERS
from ..read import Shader, read_beside
from ..tree import (
    Block,
    Call,
    Declaration,
    Declare,
    Expression,
    Function,
    Literal,
    Module,
    Name,
    Node,
    Return,
    Statement,
    TypeName,
    Variable,
)
from ..tree.walk import find, with_children
from ..types import FLOAT, Array, Scalar, Struct, Type, Vector, vector
from ..write import write
from .blocks import without_input_blocks
from .sampling import (
    PREFIX,
    SIZE,
    Functions,
    element,
    input_value,
    place_argument,
    refuse_names,
    sampled_value,
)

_CONSTANTS: Final = {"float": f"{SIZE}.0", "int": f"{SIZE}", "uint": f"{SIZE}u"}
_INPUTS: Final = ("in", "varying")
POINT_COORD: Final = "gl_PointCoord"
"""A built-in input that only points have (GLSL 4.60, 7.1.5), and no triangle drawn here is one."""
_POINT_COORD: Final = f"{PREFIX}_point_coord"


def with_stand_ins(shader: Shader, *, stage: Stage = "fragment", textures: bool = True) -> str:
    """Return the text of a fragment shader without textures and inputs, or without inputs alone; of
    another stage, without textures.

    Raise `BadInput` where there is none. That it is a shader is not looked at: one of functions
    that differ in the kinds of their samplers alone is none.
    """
    refuse_names(shader)
    plain = without_input_blocks(shader) if stage == "fragment" else shader
    return write(_FamilyRewriting(plain, stage, textures).module())


class _FamilyRewriting:
    """Makes one shader."""

    def __init__(self, shader: Shader, stage: Stage, textures: bool) -> None:
        self._textures: Final = textures
        self._inputs: Final = _INPUTS if stage == "fragment" else ()
        self._module: Final = shader.module
        self._typing: Final[Typing] = check(shader.module, stage, shader.source)
        self._functions: Final = Functions(_function, lambda type: type.glsl)
        named = any(one.name == POINT_COORD for one in self._typing.symbols.values())
        self._has_point_coord: Final = stage == "fragment" and named

    def module(self) -> Module:
        made = with_children(self._module, self._rewrite)
        decls = list(made.decls)
        functions = (at for at, one in enumerate(decls) if isinstance(one, Function))
        first = next(functions, None)
        if first is None:
            raise BadInput("expected a shader with functions, but it has none")
        new: list[Declaration] = []
        if self._has_point_coord:
            new.append(Declare((Variable("var", _POINT_COORD, TypeName("vec2")),)))
        new += [one for text in self._functions.texts.values() for one in self._decls(text)]
        return replace(made, decls=(*decls[:first], *new, *decls[first:]))

    def _rewrite(self, node: Node) -> Node:
        if isinstance(node, Call) and self._is_sampling(node):
            return self._call_for(node)
        made = with_children(node, self._rewrite)
        if self._has_point_coord and isinstance(made, Name) and made.name == POINT_COORD:
            return replace(made, name=_POINT_COORD)
        if self._textures and isinstance(made, TypeName) and made.name in SAMPLERS:
            return TypeName("int")
        if isinstance(made, Variable) and made.storage in self._inputs:
            return replace(made, storage="", qualifiers=(), attributes=())
        if isinstance(node, Variable) and isinstance(made, Variable) and self._is_sampler(node):
            return _number_for(made)
        if isinstance(made, Function) and made.name == "main" and made.body is not None:
            statements = (*self._assignments(), *made.body.statements)
            return replace(made, body=replace(made.body, statements=statements))
        return made

    def _is_sampling(self, node: Call) -> bool:
        callee = self._typing.callees.get(id(node))
        known = isinstance(callee, Overload) and callee.builtin.theme == "texture"
        return self._textures and known

    def _is_sampler(self, node: Variable) -> bool:
        """Whether a uniform is a sampler or an array of them, for which numbers stand."""
        if not self._textures or node.storage != "uniform" or node.type is None:
            return False
        return any(one.name in SAMPLERS for one in find(node.type, TypeName))

    def _call_for(self, node: Call) -> Node:
        callee = self._typing.callees[id(node)]
        assert isinstance(callee, Overload)
        at = place_argument(callee)
        if at is None:
            return self._expression(callee.result)
        name = self._functions.name_for(callee.types[at], callee.result)
        place = self._rewrite(node.args[at])
        assert isinstance(place, Expression)
        return Call(Name(name), (place,))

    def _assignments(self) -> tuple[Statement, ...]:
        inputs = [
            one
            for declaration in self._module.decls
            if isinstance(declaration, Declare)
            for one in declaration.variables
            if one.storage in self._inputs
        ]
        lines = [
            line
            for number, one in enumerate(inputs)
            for line in _assignments_to(one.name, self._typing.declared[id(one)].type, number)
        ]
        if self._has_point_coord:
            lines += _assignments_to(_POINT_COORD, vector(FLOAT, 2), len(inputs))
        return self._body(lines).statements

    def _expression(self, type: Type) -> Node:
        text = f"return {type.glsl}({_CONSTANTS[element(type).kind]});"
        (found,) = find(self._body([text], type.glsl), Return)
        assert found.value is not None
        return found.value

    def _body(self, lines: list[str], result: str = "void") -> Block:
        text = "\n".join([f"{result} {PREFIX}() {{", *lines, "}"])
        (body,) = [one.body for one in self._decls(text)]
        assert body is not None
        return body

    def _decls(self, text: str) -> tuple[Function, ...]:
        return tuple(one for one in read_beside(self._module, text) if isinstance(one, Function))


def _number_for(node: Variable) -> Variable:
    """Return the integer in place of a sampler: nobody looks at its value. ESSL 1.00 has no
    constant arrays, so those stay uniforms.
    """
    plain = replace(node, precision="", qualifiers=(), attributes=())
    if not isinstance(node.type, TypeName):
        return plain
    return replace(plain, kind="const", storage="", init=Literal("int", 0))


def _function(name: str, coordinates: Type, result: Type) -> str:
    value = sampled_value(coordinates, result, _CONSTANTS[element(result).kind], "float")
    return f"{result.glsl} {name}({coordinates.glsl} at) {{ return {result.glsl}({value}); }}"


def _assignments_to(name: str, type: Type, number: int) -> list[str]:
    """Return assignments to an input, the one of this number."""
    if isinstance(type, Array):
        each = range(type.size or 0)
        return [
            line for k in each for line in _assignments_to(f"{name}[{k}]", type.element, number + k)
        ]
    if isinstance(type, Struct):
        return [
            line
            for k, member in enumerate(type.members)
            for line in _assignments_to(f"{name}.{member.name}", member.type, number + k)
        ]
    if not isinstance(type, Scalar | Vector):
        return [f"{name} = {type.glsl}(1.0);"]
    return [f"{name} = {type.glsl}({input_value(type, number, 'gl_FragCoord')});"]
