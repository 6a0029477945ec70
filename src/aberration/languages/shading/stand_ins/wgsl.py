"""Stand-ins in WGSL: textures and samplers become integers, each call that samples one calls a new
function with its coordinates, and a new entry point calls the old one, which becomes a function.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.errors import BadInput

from ..builtins.row import Stage
from ..builtins.signature import Overload
from ..checker import check
from ..read import Shader, read
from ..stage_inputs import entry_of, struct_node
from ..tree import (
    Attribute,
    Call,
    Expression,
    Function,
    Member,
    Module,
    Name,
    Node,
    Param,
    Return,
    TypeName,
    Variable,
)
from ..tree.walk import find, with_children
from ..types import Scalar, Struct, Type, Vector, stored_type
from ..write import write
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

_CONSTANTS: Final = {"float": f"{SIZE}.0", "int": f"{SIZE}", "uint": f"{SIZE}"}
_BUILTINS: Final = {"position": "vec4f", "front_facing": "bool"}
_PLACE: Final = f"{PREFIX}_position"
_OPAQUE: Final = ("texture_", "sampler")


def with_stand_ins(shader: Shader, *, stage: Stage = "fragment", textures: bool = True) -> str:
    """Return the text of a module's fragment shader without textures and inputs, or without inputs
    alone; of another stage, without textures.

    Raise `BadInput` where there is none. That it is a shader is not looked at.
    """
    refuse_names(shader)
    return write(_ModuleRewriting(shader, stage, textures).module())


class _ModuleRewriting:
    """Makes one shader."""

    def __init__(self, shader: Shader, stage: Stage, textures: bool) -> None:
        self._textures: Final = textures
        self._module: Final = shader.module
        self._typing: Final = check(shader.module, stage, shader.source)
        self._functions: Final = Functions(_function, _word)
        self._inputs = 0
        # Only of fragment shaders does the entry point change, which takes what nobody gives.
        self._entry: Final = entry_of(self._typing, stage) if stage == "fragment" else None

    def module(self) -> Module:
        made = with_children(self._module, self._rewrite)
        entries = () if self._entry is None else (self._entry_for(self._entry),)
        kept = [one for one in made.decls if not (entries and _is_other_entry(one))]
        new = [one for text in self._functions.texts.values() for one in _functions_in(text)]
        return replace(made, decls=(*kept, *new, *entries))

    def _entry_for(self, old: Function) -> Function:
        result = with_children(old, self._rewrite)
        (entry,) = _functions_in(self._new_entry(old))
        return replace(entry, result=result.result, result_attributes=old.result_attributes)

    def _rewrite(self, node: Node) -> Node:
        if isinstance(node, Call) and self._is_sampling(node):
            return self._call_for(node)
        made = with_children(node, self._rewrite)
        if self._textures and isinstance(made, TypeName) and made.name.startswith(_OPAQUE):
            return TypeName("i32")
        if self._textures and isinstance(made, Variable) and made.storage == "handle":
            return replace(made, storage="private", attributes=())
        if node is self._entry:
            assert isinstance(made, Function)
            params = tuple(replace(one, attributes=()) for one in made.params)
            return replace(made, attributes=(), result_attributes=(), params=params)
        return made

    def _is_sampling(self, node: Call) -> bool:
        callee = self._typing.callees.get(id(node))
        known = isinstance(callee, Overload) and callee.builtin.theme == "wgsl texture"
        return self._textures and known

    def _call_for(self, node: Call) -> Node:
        callee = self._typing.callees[id(node)]
        assert isinstance(callee, Overload)
        if callee.name == "textureStore":
            raise BadInput("it stores into a texture, and nothing can stand for that")
        at, result = place_argument(callee), stored_type(callee.result)
        if at is None:
            return _expression(result)
        name = self._functions.name_for(stored_type(callee.types[at]), result)
        place = self._rewrite(node.args[at])
        assert isinstance(place, Expression)
        return Call(Name(name), (place,))

    def _new_entry(self, old: Function) -> str:
        params = ", ".join(
            f"@builtin({name}) {PREFIX}_{name}: {type}" for name, type in _BUILTINS.items()
        )
        arguments = ", ".join(self._argument(one) for one in old.params)
        call = f"{old.name}({arguments})"
        result = "" if old.result is None else "return "
        return f"@fragment fn {PREFIX}({params}) {{ {result}{call}; }}"

    def _argument(self, param: Param) -> str:
        type = self._typing.declared[id(param)].type
        if not isinstance(type, Struct):
            return self._value_for(param, type)
        pairs = zip(struct_node(self._typing, type).members, type.members, strict=True)
        return f"{type.name}({', '.join(self._value_for(one, inner.type) for one, inner in pairs)})"

    def _value_for(self, node: Param | Member, type: Type) -> str:
        for one in node.attributes:
            if one.name == "builtin":
                return f"{PREFIX}_{getattr(one.args[0], 'name', '')}"
        if not isinstance(type, Scalar | Vector):
            raise BadInput(f"nothing can stand for an input of type {type.wgsl}")
        number, self._inputs = self._inputs, self._inputs + 1
        return f"{type.wgsl}({input_value(type, number, _PLACE)})"


def _function(name: str, coordinates: Type, result: Type) -> str:
    value = sampled_value(coordinates, result, _CONSTANTS[element(result).kind], "f32")
    return (
        f"fn {name}(at: {coordinates.wgsl}) -> {result.wgsl} {{ return {result.wgsl}({value}); }}"
    )


def _word(type: Type) -> str:
    """Return a type as a part of a name."""
    return type.wgsl.replace("<", "").replace(">", "")


def _is_other_entry(node: Node) -> bool:
    stages = ("vertex", "fragment", "compute")
    return isinstance(node, Function) and any(_has(node.attributes, one) for one in stages)


def _has(attributes: tuple[Attribute, ...], name: str) -> bool:
    return any(one.name == name for one in attributes)


def _functions_in(text: str) -> list[Function]:
    return list(find(read(text, "wgsl").module, Function))


def _expression(type: Type) -> Node:
    value = f"{type.wgsl}({_CONSTANTS[element(type).kind]})"
    (found,) = find(read(f"fn f() -> {type.wgsl} {{ return {value}; }}", "wgsl").module, Return)
    assert found.value is not None
    return found.value
