"""A fragment shader in WGSL with numbers where it asks for textures and for what a vertex stage
passes on (see `stand_ins`): its entry point becomes a function, and a new one calls it.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import (
    Attribute,
    Call,
    Function,
    Member,
    Module,
    Node,
    Param,
    Return,
    StructDecl,
    TypeName,
    Variable,
)
from aberration.languages.shading.tree.walk import find, with_children
from aberration.languages.shading.types import Scalar, Struct, Type, Vector, stored_type
from aberration.languages.shading.write import write

_SAMPLED: Final = {"float": "0.5", "int": "4", "uint": "4"}
_BUILTINS: Final = {"position": "vec4f", "front_facing": "bool"}
_PLACE: Final = "stand_in_position"
_FOLLOWING: Final = {
    1: f"{_PLACE}.x / 256.0",
    2: f"{_PLACE}.xy / 256.0",
    3: f"vec3f({_PLACE}.xy / 256.0, 0.5)",
    4: f"vec4f({_PLACE}.xy / 256.0, 0.5, 1.0)",
}
_OPAQUE: Final = ("texture_", "sampler")


def with_stand_ins(shader: Shader) -> str:
    """Return the text of the shader without textures and inputs; raise `BadInput` where that is no
    shader.
    """
    text = write(_StandIns(shader).module())
    made = read(text, "wgsl")
    check(made.module, "fragment", made.source)
    return text


class _StandIns:
    """Makes one shader."""

    def __init__(self, shader: Shader) -> None:
        self._module: Final = shader.module
        self._typing: Final = check(shader.module, "fragment", shader.source)
        self._entry: Final = next(
            node
            for node in shader.module.decls
            if isinstance(node, Function) and _has(node.attributes, "fragment")
        )

    def module(self) -> Module:
        made = with_children(self._module, self._changed)
        kept = [one for one in made.decls if not _is_other_entry(one)]
        new = read(self._new_entry(), "wgsl").module.decls
        (entry,) = [one for one in new if isinstance(one, Function)]
        result = with_children(self._entry, self._changed)
        entry = replace(
            entry, result=result.result, result_attributes=self._entry.result_attributes
        )
        return replace(made, decls=(*kept, entry))

    def _changed(self, node: Node) -> Node:
        if isinstance(node, Call) and self._is_sampling(node):
            return _expression(_sampled(stored_type(self._typing.types[id(node)])))
        made = with_children(node, self._changed)
        if isinstance(made, TypeName) and made.name.startswith(_OPAQUE):
            return TypeName("i32")
        if isinstance(made, Variable) and made.storage == "handle":
            return replace(made, storage="private", attributes=())
        if node is self._entry:
            assert isinstance(made, Function)
            params = tuple(replace(one, attributes=()) for one in made.params)
            return replace(made, attributes=(), result_attributes=(), params=params)
        return made

    def _is_sampling(self, node: Call) -> bool:
        callee = self._typing.callees.get(id(node))
        return isinstance(callee, Overload) and callee.builtin.theme == "wgsl texture"

    def _new_entry(self) -> str:
        params = ", ".join(
            f"@builtin({name}) stand_in_{name}: {type}" for name, type in _BUILTINS.items()
        )
        arguments = ", ".join(self._argument(one) for one in self._entry.params)
        call = f"{self._entry.name}({arguments})"
        result = "" if self._entry.result is None else "return "
        return f"@fragment fn stand_in({params}) {{ {result}{call}; }}"

    def _argument(self, param: Param) -> str:
        type = self._typing.declared[id(param)].type
        if not isinstance(type, Struct):
            return _given(param, type)
        node = next(
            one
            for one in self._module.decls
            if isinstance(one, StructDecl) and self._typing.structs.get(id(one)) is type
        )
        pairs = zip(node.members, type.members, strict=True)
        return f"{type.name}({', '.join(_given(one, inner.type) for one, inner in pairs)})"


def _given(node: Param | Member, type: Type) -> str:
    for one in node.attributes:
        if one.name == "builtin":
            return f"stand_in_{getattr(one.args[0], 'name', '')}"
    assert isinstance(type, Scalar | Vector)
    component = type if isinstance(type, Scalar) else type.component
    count = type.size if isinstance(type, Vector) else 1
    return f"{type.wgsl}({_FOLLOWING[count] if component.is_float else '1'})"


def _is_other_entry(node: Node) -> bool:
    stages = ("vertex", "fragment", "compute")
    return isinstance(node, Function) and any(_has(node.attributes, one) for one in stages)


def _has(attributes: tuple[Attribute, ...], name: str) -> bool:
    return any(one.name == name for one in attributes)


def _sampled(type: Type) -> str:
    assert isinstance(type, Scalar | Vector)
    component = type if isinstance(type, Scalar) else type.component
    return f"{type.wgsl}({_SAMPLED[component.kind]})"


def _expression(text: str) -> Node:
    made = read(f"fn f() -> {text.partition('(')[0]} {{ return {text}; }}", "wgsl").module
    (found,) = find(made, Return)
    assert found.value is not None
    return found.value
