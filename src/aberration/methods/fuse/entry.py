"""The entry point of a part, made a function like any other; and what calls it.

In GLSL and ESSL the outputs become variables of the module. In WGSL the attributes go, and the
wrapper passes on what the function asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.languages.shading.checker import Typing
from aberration.languages.shading.interpret.interface import ShaderInterface
from aberration.languages.shading.tree import (
    Attribute,
    Declaration,
    Declare,
    Function,
    Literal,
    Member,
    Name,
    Node,
    Param,
    Statement,
    StructDecl,
    TypeSyntax,
)
from aberration.languages.shading.tree.walk import rewrite
from aberration.languages.shading.types import FLOAT, Array, Scalar, Struct, Type, Vector

from .renaming import Renaming
from .written import declarations_of, statements_of

_WIDEN: Final = {
    1: "vec4({0}, 0.0, 0.0, 1.0)",
    2: "vec4({0}, 0.0, 1.0)",
    3: "vec4({0}, 1.0)",
    4: "{0}",
}
_BUILT_IN: Final = {
    "gl_FragColor": "vec4 {0}",
    "gl_FragData": "vec4 {0}[1]",
    "gl_FragDepth": "float {0}",
    "gl_FragDepthEXT": "float {0}",
}
OUTPUTS: Final = tuple(_BUILT_IN)
"""The built-in variables of GLSL and ESSL that become variables of a part."""
_STAGES: Final = frozenset(("fragment", "compute", "vertex"))
_OF_ENTRY_POINTS: Final = frozenset(("builtin", "location", "interpolate", "invariant", "id"))


class Entry(msgspec.Struct, frozen=True):
    """`name` of the function, the statements that `call` it, and its `colour` after that as text
    (nothing for compute). `asks` are the built-in values that the call passes on, with their types
    (WGSL); `size` of a workgroup.
    """

    name: str
    call: tuple[Statement, ...]
    colour: str = ""
    asks: tuple[tuple[str, TypeSyntax], ...] = ()
    size: tuple[int, int, int] = (1, 1, 1)


# ---- GLSL and ESSL


def family_entry(
    typing: Typing, outside: ShaderInterface, renaming: Renaming
) -> tuple[Entry, tuple[Declaration, ...]]:
    """Return the entry of a part in GLSL or ESSL, and the variables for built-in outputs."""
    name = renaming.functions["main"]
    used = {symbol.name: symbol.type for symbol in typing.symbols.values() if symbol.node is None}
    highp = "highp " if typing.module.language == "essl" else ""
    lines = [
        f"{highp}{text.format(renaming.outputs[builtin])};"
        for builtin, text in _BUILT_IN.items()
        if builtin in used
    ]
    made = declarations_of("\n".join(lines), typing.module)
    call = statements_of(f"{name}();", typing.module)
    if outside.stage == "compute":
        return Entry(name, call, size=outside.local_size), made
    if "gl_FragColor" in used:
        return Entry(name, call, renaming.outputs["gl_FragColor"]), made
    if "gl_FragData" in used:
        return Entry(name, call, f"{renaming.outputs['gl_FragData']}[0]"), made
    symbol = next((symbol for location, symbol in outside.outputs if location == 0), None)
    if symbol is None:
        raise BadInput("it cannot be fused: it has no output at location 0")
    return Entry(name, call, _as_four(renaming.variables[symbol], symbol.type)), made


def as_private(node: Declaration) -> Declaration:
    """Return an output of GLSL or ESSL as a variable of the module; others as they are."""
    if not isinstance(node, Declare) or node.variables[0].storage != "out":
        return node
    private = tuple(
        replace(one, storage="private", attributes=(), qualifiers=()) for one in node.variables
    )
    return replace(node, variables=private)


def _as_four(text: str, type: Type) -> str:
    if isinstance(type, Array):
        return _as_four(f"{text}[0]", type.element)
    size = type.size if isinstance(type, Vector) else 1
    if not isinstance(type, Vector | Scalar) or type.scalar is not FLOAT:
        raise BadInput(f"it cannot be fused: its colour is of type {type.glsl}")
    return _WIDEN[size].format(text)


# ---- WGSL


def wgsl_entry(
    typing: Typing, outside: ShaderInterface, renaming: Renaming
) -> tuple[Entry, tuple[Declaration, ...]]:
    """Return the entry of a part in WGSL."""
    function = outside.entry.node
    name = renaming.functions[function.name]
    structs = {
        typing.structs[id(node)]: node
        for node in typing.module.decls
        if isinstance(node, StructDecl) and id(node) in typing.structs
    }
    asks: list[tuple[str, TypeSyntax]] = []
    arguments: list[str] = []
    for param, type in zip(function.params, outside.entry.types, strict=True):
        if isinstance(type, Struct):
            inner = [_ask(one, renaming) for one in structs[type].members]
            asks += inner
            arguments.append(f"{renaming.types[type.name]}({', '.join(n for n, _ in inner)})")
        else:
            asks.append(_ask(param, renaming))
            arguments.append(asks[-1][0])
    call = f"{name}({', '.join(arguments)})"
    if function.result is None:
        made = statements_of(f"{call};", typing.module)
        return Entry(name, made, "", tuple(asks), outside.local_size), ()
    result = f"{name}_result"
    colour = _result_colour(function, outside.entry.result, structs, result)
    made = statements_of(f"let {result} = {call};", typing.module)
    return Entry(name, made, colour, tuple(asks), outside.local_size), ()


def _ask(node: Param | Member, renaming: Renaming) -> tuple[str, TypeSyntax]:
    for attribute in node.attributes:
        if attribute.name == "builtin" and isinstance(attribute.args[0], Name):
            return attribute.args[0].name, renaming.rename(node.type)
    raise BadInput(f"it cannot be fused: its input {node.name} comes from another stage")


def _result_colour(
    function: Function, type: Type, structs: dict[Struct, StructDecl], result: str
) -> str:
    if not isinstance(type, Struct):
        if not _is_first(function.result_attributes):
            raise BadInput("it cannot be fused: it has no output at location 0")
        return _as_four(result, type)
    for node, member in zip(structs[type].members, type.members, strict=True):
        if _is_first(node.attributes):
            return _as_four(f"{result}.{node.name}", member.type)
    raise BadInput("it cannot be fused: it has no output at location 0")


def _is_first(attributes: tuple[Attribute, ...]) -> bool:
    return any(
        one.name == "location" and isinstance(one.args[0], Literal) and one.args[0].value == 0
        for one in attributes
    )


def is_other_entry(node: Node, outside: ShaderInterface) -> bool:
    """Whether a declaration is an entry point of WGSL other than the part's own."""
    return (
        isinstance(node, Function)
        and node is not outside.entry.node
        and any(attribute.name in _STAGES for attribute in node.attributes)
    )


def without_entry_attributes(node: Declaration) -> Declaration:
    """Return a declaration of WGSL without the attributes that only entry points have."""
    return rewrite(node, _plain)


def _plain(node: Node) -> Node:
    if isinstance(node, Function):
        return replace(
            node,
            attributes=tuple(_without(node.attributes, _STAGES | {"workgroup_size"})),
            result_attributes=(),
        )
    if isinstance(node, Param | Member):
        kept = tuple(_without(node.attributes, _OF_ENTRY_POINTS))
        return node if kept == node.attributes else replace(node, attributes=kept)
    return node


def _without(attributes: tuple[Attribute, ...], names: frozenset[str]) -> Iterator[Attribute]:
    return (one for one in attributes if one.name not in names)
