"""A fragment shader in GLSL or ESSL with numbers where it asks for textures and for what a vertex
stage passes on: what comes after these can be seen before anybody supplies them.

Samplers become integers, what is sampled one half (integers: 4), inputs follow the pixel. It is
another shader: what it shows is a guess about the one that it was made of. WGSL's are in
`stand_ins_wgsl`.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.checker import Typing, check
from aberration.languages.shading.opaque import SAMPLERS
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import (
    Block,
    Call,
    Declare,
    Function,
    Module,
    Node,
    Return,
    Statement,
    TypeName,
    Variable,
)
from aberration.languages.shading.tree.walk import find, with_children
from aberration.languages.shading.types import Array, Scalar, Type, Vector
from aberration.languages.shading.write import write

_SAMPLED: Final = {"float": "0.5", "int": "4", "uint": "4u"}
_FOLLOWING: Final = {
    1: "gl_FragCoord.x / 256.0",
    2: "gl_FragCoord.xy / 256.0",
    3: "vec3(gl_FragCoord.xy / 256.0, 0.5)",
    4: "vec4(gl_FragCoord.xy / 256.0, 0.5, 1.0)",
}
_INPUTS: Final = ("in", "varying")


def with_stand_ins(shader: Shader) -> str:
    """Return the text of the shader without textures and inputs; raise `BadInput` where that is no
    shader, as of functions that differ in the kinds of their samplers alone.
    """
    text = write(_StandIns(shader).module())
    made = read(text, shader.module.language)
    check(made.module, "fragment", made.source)
    return text


class _StandIns:
    """Makes one shader."""

    def __init__(self, shader: Shader) -> None:
        self._module: Final = shader.module
        self._typing: Final[Typing] = check(shader.module, "fragment", shader.source)

    def module(self) -> Module:
        return with_children(self._module, self._changed)

    def _changed(self, node: Node) -> Node:
        if isinstance(node, Call) and self._is_sampling(node):
            return self._expression(_sampled(self._typing.types[id(node)]))
        made = with_children(node, self._changed)
        if isinstance(made, TypeName) and made.name in SAMPLERS:
            return TypeName("int")
        if isinstance(made, Variable) and made.storage in _INPUTS:
            return replace(made, storage="", qualifiers=(), attributes=())
        if isinstance(made, Function) and made.name == "main" and made.body is not None:
            statements = (*self._assignments(), *made.body.statements)
            return replace(made, body=replace(made.body, statements=statements))
        return made

    def _is_sampling(self, node: Call) -> bool:
        callee = self._typing.callees.get(id(node))
        return isinstance(callee, Overload) and callee.builtin.theme == "texture"

    def _assignments(self) -> tuple[Statement, ...]:
        lines = [
            line
            for declaration in self._module.decls
            if isinstance(declaration, Declare)
            for one in declaration.variables
            if one.storage in _INPUTS
            for line in _assigned(one.name, self._typing.declared[id(one)].type)
        ]
        return self._body(lines).statements

    def _expression(self, text: str) -> Node:
        (found,) = find(self._body([f"return {text};"], text.partition("(")[0]), Return)
        assert found.value is not None
        return found.value

    def _body(self, lines: list[str], result: str = "void") -> Block:
        head = f"#version {self._module.version}{' es' * (self._module.language == 'essl')}"
        text = "\n".join([head, f"{result} stand_in() {{", *lines, "}", "void main() {}", ""])
        made = read(text, self._module.language).module
        (body,) = [one.body for one in find(made, Function) if one.name == "stand_in"]
        assert body is not None
        return body


def _sampled(type: Type) -> str:
    assert isinstance(type, Scalar | Vector)
    component = type if isinstance(type, Scalar) else type.component
    return f"{type.glsl}({_SAMPLED[component.kind]})"


def _assigned(name: str, type: Type) -> list[str]:
    if isinstance(type, Array):
        each = range(type.size or 0)
        return [line for k in each for line in _assigned(f"{name}[{k}]", type.element)]
    if isinstance(type, Scalar | Vector):
        count = type.size if isinstance(type, Vector) else 1
        component = type if isinstance(type, Scalar) else type.component
        value = _FOLLOWING[count] if component.is_float else "1"
        return [f"{name} = {type.glsl}({value});"]
    return [f"{name} = {type.glsl}(1.0);"]
